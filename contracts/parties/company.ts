import { z } from 'zod'
import { isCurrency } from '../kit/money.ts'
import { lookFrom } from '../kit/zone-days.ts'
import { endpoints } from '../kit/endpoint.ts'
import { rowVersion } from '../kit/envelope.ts'

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .max(max, { error: 'field.tooLong' })
    .refine((value) => !value.includes('\0'), { error: 'field.text' })
    .transform((value) => (value === '' ? null : value))
    .nullable()

/** The company a tenant is, as its invoices name it. */
const profile = {
  legalName: line(120),
  vatId: line(20),
  taxNo: line(40),
  registerNo: line(80),
  street: line(120),
  postalCode: line(20),
  city: line(80),
  country: line(2),
  contact: line(80),
  phone: line(40),
  email: line(120),
}
export const COMPANY_FIELDS = Object.keys(profile) as (keyof typeof profile)[]

const PICTURE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/
/** Bytes of a picture as text: visitors fetch it with every result. */
const PICTURE_MAX = 30_000

/** What visitors of its tracking pages and readers of its mails see. */
const pages = {
  siteUrl: line(200)
    .refine((url) => url === null || isSite(url), { error: 'company.site' })
    .transform((url) => (url === null ? null : new URL(url).origin)),
  pageColour: line(7)
    .transform((colour) => colour?.toLowerCase() ?? null)
    .refine((colour) => colour === null || readsOnWhite(colour), { error: 'company.colour' }),
  pageLogo: line(PICTURE_MAX).refine((picture) => picture === null || PICTURE.test(picture), {
    error: 'company.logo',
  }),
}
export const PAGE_FIELDS = Object.keys(pages) as (keyof typeof pages)[]

/** An https address without a path; plain http only at home. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && (url.protocol === 'https:' || /^http:\/\/(localhost|127\.0\.0\.1)\b/.test(text))
}

/** Text and buttons in it reach 4.5 : 1 against white, as WCAG asks. */
function readsOnWhite(colour: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(colour)) return false
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5
}

/** Days of its books begin at midnight of its zone; its books and its tax are in its currency. */
const terms = {
  timeZone: z.string().refine((zone) => lookFrom(zone, 0) !== null, { error: 'field.invalid' }),
  currency: z.string().refine(isCurrency, { error: 'field.currency' }),
}

export const companyProfile = z.object({ ...profile, ...pages, ...terms, version: z.number() })
export type CompanyProfile = z.output<typeof companyProfile>

export const company = endpoints({
  profile: {
    method: 'GET',
    path: '/erp/company/profile',
    perm: ['acc:invoice:list', 'acc:invoice:setting'],
    in: z.object({}),
    out: companyProfile,
  },
  saveProfile: {
    method: 'PUT',
    path: '/erp/company/profile',
    perm: 'acc:invoice:setting',
    takesMasks: true,
    in: z.object({
      ...profile,
      ...z.object(pages).partial().shape,
      ...z.object(terms).partial().shape,
      version: rowVersion,
    }),
    out: companyProfile,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/company'],
  },
})
