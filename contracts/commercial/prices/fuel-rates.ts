import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { idText } from '../../kit/envelope.ts'
import { rate, ref, text } from '../../kit/field.ts'

/**
 * The rate of a month, in hundredths of a percent. A month without one has that of the month before
 * it; a month that is over is not changed: orders were priced by it.
 */
export const fuelRates = crud(
  entity({
    name: 'fuel-rates',
    table: 'fuel_rate',
    scope: 'tenant',
    label: 'month',
    fields: {
      indexId: ref('fuel-indexes', { required: true, filter: 'in', width: 200 }),
      month: text({ required: true, max: 7, filter: 'prefix', sort: true, width: 120 }),
      rateBp: rate({ required: true, min: 0, max: 100_000, width: 130 }),
      remark: text({ max: 200, width: 200 }),
    },
  }),
  {
    path: '/erp/fuelRate',
    perm: 'dlv:fee',
    sort: { column: 'month', order: 'desc' },
  },
)

export const FUEL_LINES_MAX = 240

export const fuelPaste = endpoints({
  /** A month and its rate per line, as copied from a sheet: `2026-12 21.5 %`. */
  paste: {
    method: 'POST',
    path: '/erp/fuelRate/paste',
    perm: 'dlv:fee:edit',
    in: z.object({
      indexId: idText,
      text: z.string().min(1).max(20_000),
      dryRun: z.boolean().default(false),
    }),
    out: z.object({
      dryRun: z.boolean(),
      added: z.number().int(),
      changed: z.number().int(),
      same: z.number().int(),
      months: z.array(
        z.object({
          row: z.number().int(),
          month: z.string(),
          rateBp: z.number().int(),
          /** The rate so far; null where the month had none. */
          before: z.number().int().nullable(),
        }),
      ),
      errors: z.array(z.object({ row: z.number().int(), code: z.string(), message: z.string() })),
    }),
    idempotency: 'accepted',
    touches: ['/erp/fuelRate', '/erp/fuelIndex'],
  },
})
