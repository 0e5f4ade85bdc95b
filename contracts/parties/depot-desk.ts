import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { inputOf } from '../kit/field.ts'
import { depotGates } from './depot-gates.ts'
import { CLOSES, OPENS } from './depot-hours.ts'

const opens = z.string().regex(OPENS, { error: 'field.invalid' })
const closes = z.string().regex(CLOSES, { error: 'field.invalid' })
const week = z.object({ weekday: z.number().int().min(1).max(7), opens, closes })
const holiday = z.object({
  day: z.iso.date({ error: 'field.date' }),
  name: z.string().trim().max(60, { error: 'field.tooLong' }).nullable(),
  opens: opens.nullable(),
  closes: closes.nullable(),
})

const { code, name, direction, sortCodes, enabled, remark } = depotGates.fields
const gate = z.object({
  /** Of a gate there is; a new one has none. */
  id: idText.nullish(),
  code: inputOf(code) as z.ZodType<string>,
  name: inputOf(name) as z.ZodType<string | null | undefined>,
  direction: inputOf(direction) as z.ZodType<string>,
  sortCodes: inputOf(sortCodes) as z.ZodType<string | null | undefined>,
  enabled: inputOf({ ...enabled, required: true }) as z.ZodType<boolean>,
  remark: inputOf(remark) as z.ZodType<string | null | undefined>,
})
export const GATES_MAX = 500

/** What belongs to a depot beyond its address. */
export const depotDesk = endpoints({
  /** Where a depot is and when it is open: for all who send to it. */
  hours: {
    method: 'GET',
    path: '/erp/depot/hours',
    login: true,
    in: z.object({ id: idText }),
    out: z.object({
      id: z.string(),
      version: z.number().int(),
      timeZone: z.string(),
      /** As it is written on a parcel, line by line. */
      address: z.array(z.string()),
      hours: z.array(week),
      /** Those to come and of the last month. */
      holidays: z.array(holiday),
      /** The week in a line. */
      text: z.string(),
    }),
  },
  /** All hours and the holidays of a depot at once; earlier holidays stay. */
  saveHours: {
    method: 'PUT',
    path: '/erp/depot/hours/edit',
    perm: 'dlv:depot:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      hours: z.array(week).max(42, { error: 'field.tooMany' }),
      holidays: z.array(holiday).max(400, { error: 'field.tooMany' }),
    }),
    out: z.object({ version: z.number().int() }),
    idempotency: 'accepted',
    touches: ['/erp/depot'],
    message: 'ok.edited',
  },
  /** All gates of a depot at once: those left out are deleted. */
  saveGates: {
    method: 'PUT',
    path: '/erp/depotGate/saveAll',
    perm: 'dlv:depot:edit',
    in: z.object({
      depotId: idText,
      /** Of the depot. */
      version: rowVersion,
      gates: z.array(gate).max(GATES_MAX, { error: 'field.tooMany' }),
    }),
    out: z.object({
      version: z.number().int(),
      added: z.number().int(),
      changed: z.number().int(),
      deleted: z.number().int(),
    }),
    idempotency: 'accepted',
    touches: ['/erp/depot', '/erp/depotGate'],
    message: 'ok.edited',
  },
})
