import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'

/** The fields an address is read into. */
export const ADDRESS_PARTS = [
  'name',
  'company',
  'phone',
  'email',
  'taxNumber',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address2',
] as const

/** What may be read without proof: a field, or what was left in none. */
export const UNSURE_PARTS = [...ADDRESS_PARTS, 'left'] as const
export type UnsurePart = (typeof UNSURE_PARTS)[number]

/** Longer texts are no address. */
const ADDRESS_TEXT_MAX = 2_000
const country = z.string().regex(/^[A-Z]{2}$/, { error: 'field.invalid' })

/** What a postal code determines: its state, and the towns that share it. */
const postcodePlaces = z.object({
  state: z.string().nullable(),
  cities: z.array(z.string()),
})

/** Free text to address; places by their postal codes. Answered from our own tables alone. */
export const addresses = endpoints({
  recognize: {
    method: 'POST',
    path: '/erp/address/recognize',
    login: true,
    own: true,
    // It changes nothing.
    acting: true,
    in: z.object({
      text: z.string().max(ADDRESS_TEXT_MAX),
      /** The country chosen already: where the text leaves it open. */
      country: country.or(z.literal('')).nullish(),
    }),
    out: z.object({
      found: z.partialRecord(z.enum(ADDRESS_PARTS), z.string()),
      /** In no field: nothing of it may be lost. */
      left: z.array(z.string()),
      /** Understood and in no field: labels, salutations, the country's name. */
      aside: z.array(z.string()),
      /** Fields that were read, or left empty, without proof, and the rest: for the clerk to check. */
      unsure: z.array(z.enum(UNSURE_PARTS)),
      places: postcodePlaces.nullable(),
    }),
  },
  postcode: {
    method: 'GET',
    path: '/erp/address/postcode',
    login: true,
    in: z.object({ country, postalCode: z.string().trim().max(24) }),
    out: postcodePlaces.nullable(),
  },
})
