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

/** Days of its books begin at midnight of its zone; its books and its tax are in its currency. */
const terms = {
  timeZone: z.string().refine((zone) => lookFrom(zone, 0) !== null, { error: 'field.invalid' }),
  currency: z.string().refine(isCurrency, { error: 'field.currency' }),
}

export const companyProfile = z.object({ ...profile, ...terms, version: z.number() })
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
    in: z.object({ ...profile, ...z.object(terms).partial().shape, version: rowVersion }),
    out: companyProfile,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches: ['/erp/company'],
  },
})
