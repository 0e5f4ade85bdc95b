import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js'

/** The world's numbering plans: loaded with the first phone number, not with the server. */
const require = createRequire(import.meta.url)
const phones = () => require('libphonenumber-js') as typeof import('libphonenumber-js')

/** Possible length and shape for the country; whether the line is in use is not ours to know. */
export const isPhone = (phone: string, country: string): boolean =>
  phones()
    .parsePhoneNumberFromString(phone, country as CountryCode)
    ?.isPossible() ?? false
