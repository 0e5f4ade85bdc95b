import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js'
import { barePhone } from '#contracts/platform/session/identity.ts'

/** The world's numbering plans: loaded with the first phone number, not with the server. */
const require = createRequire(import.meta.url)
const parsed = (phone: string, country: string | null) =>
  (require('libphonenumber-js') as typeof import('libphonenumber-js')).parsePhoneNumberFromString(
    phone,
    (country ?? undefined) as CountryCode | undefined,
  )

/** Possible length and shape for the country; whether the line is in use is not ours to know. */
export const isPhone = (phone: string, country: string): boolean =>
  parsed(phone, country)?.isPossible() ?? false

/** In E.164 as dialled in the country; what is no number there stays as it was typed. */
export function e164(phone: string, country: string | null): string {
  const bare = barePhone(phone)
  const known = bare.startsWith('+') || country !== null ? parsed(bare, country) : undefined
  return known?.isValid() ? known.number : phone
}

/** Without a country code. */
export const isNational = (bare: string): boolean => !bare.startsWith('+')
