import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { bool, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * Countries and regions, one set for the whole installation; who runs the platform changes them.
 */
export const countryList = crud(
  entity({
    name: 'countries',
    table: 'country',
    scope: 'global',
    label: 'name',
    fields: {
      iso2: text({ readOnly: true, filter: 'eq', sort: true, width: 80 }),
      iso3: text({ readOnly: true, filter: 'eq', sort: true, width: 80 }),
      isoNum: text({ readOnly: true, filter: 'eq', sort: true, width: 80 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      phoneCode: text({ max: 8, filter: 'eq', width: 100 }),
      currency: text({ max: 3, filter: 'eq', width: 90 }),
      eu: bool({ initial: false, filter: 'eq', width: 80 }),
      embargo: bool({ initial: false, filter: 'eq', width: 90 }),
      enabled: bool({ filter: 'eq', initial: true, width: 80 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/sys/country',
    perm: 'sys:country',
    sort: { column: 'iso2', order: 'asc' },
    verbs: ['list', 'queryById', 'exportXls'],
  },
)

export const countries = endpoints({
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/country/edit',
    perm: 'sys:country:edit',
    message: 'ok.edited',
    out: z.null(),
    in: z.object({
      id: idText,
      version: rowVersion,
      name: z.string().trim().min(1, { error: 'field.required' }).max(100),
      nameEn: z.string().trim().min(1, { error: 'field.required' }).max(100),
      phoneCode: z
        .string()
        .trim()
        .regex(/^\+?[\d-]{0,8}$/, { error: 'field.invalid' })
        .nullish(),
      currency: z
        .string()
        .trim()
        .regex(/^([A-Z]{3})?$/, { error: 'field.invalid' })
        .nullish(),
      eu: z.boolean(),
      embargo: z.boolean(),
      enabled: z.boolean(),
      remark: z.string().max(500).nullish(),
    }),
    touches: ['/sys/country'],
  },
  /**
   * Takes names, codes, currencies and EU membership again from the packages the product is built
   * with; flags set by people stay.
   */
  fromPackage: {
    method: 'POST',
    path: '/sys/country/fromPackage',
    perm: 'sys:country:edit',
    in: z.object({}),
    out: z.object({ added: z.number(), changed: z.number() }),
    touches: ['/sys/country'],
  },
  /**
   * Whether a postal code fits: by the tenant's own rule where there is one, else by the package's.
   */
  testPostcode: {
    method: 'GET',
    path: '/sys/country/testPostcode',
    perm: 'sys:country:list',
    in: z.object({
      iso2: z.string().regex(/^[A-Z]{2}$/, { error: 'field.invalid' }),
      postcode: z.string().trim().max(24),
    }),
    out: z.object({
      valid: z.boolean(),
      by: z.enum(['own', 'package', 'none']),
      pattern: z.string().nullable(),
      sample: z.string().nullable(),
      remark: z.string().nullable(),
    }),
  },
})
