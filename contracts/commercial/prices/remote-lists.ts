import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { cellError, idText } from '../../kit/envelope.ts'
import { ref, text, textarea } from '../../kit/field.ts'

/** Remote postcodes as a supplier publishes them; surcharges of price tables name the list. */
export const remoteLists = crud(
  entity({
    name: 'remote-lists',
    table: 'remote_list',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      supplierId: ref('suppliers', { filter: 'in', width: 160 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/remoteList',
    perm: 'dlv:fee',
  },
)

export const REMOTE_ROWS_MAX = 200_000

export const remoteSheets = endpoints({
  /**
   * A file of country, first and last postcode becomes the list from a day on: what is not in it
   * ends the day before. Taken whole or not at all; the same file again changes nothing.
   */
  importPostcodes: {
    method: 'POST',
    path: '/erp/remoteList/importPostcodes',
    perm: 'dlv:fee:import',
    /** In the query, or as parts of the body. */
    in: z.object({
      id: idText.optional(),
      validFrom: z.iso.date().optional(),
      dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional(),
    }),
    out: z.object({
      dryRun: z.boolean(),
      validFrom: z.string(),
      rows: z.number().int(),
      added: z.number().int(),
      ended: z.number().int(),
      same: z.number().int(),
      errors: z.array(cellError),
    }),
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
    touches: ['/erp/remoteList', '/erp/remotePostcode'],
  },
  /** Whether a postcode is on the list on a day, and by which line. */
  find: {
    method: 'GET',
    path: '/erp/remoteList/find',
    perm: 'dlv:fee:list',
    in: z.object({
      id: idText,
      country: z.string().length(2),
      postalCode: z.string().max(32).nullish(),
      date: z.iso.date().nullish(),
    }),
    out: z.object({
      found: z
        .object({
          from: z.string().nullable(),
          to: z.string().nullable(),
          validFrom: z.string().nullable(),
          validTo: z.string().nullable(),
        })
        .nullable(),
    }),
  },
})
