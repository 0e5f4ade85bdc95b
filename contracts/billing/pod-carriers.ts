import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { bool, dict, int, money, ref, text, textarea } from '../kit/field.ts'

/** What a file's name may hold in the place of `{…}`, in capitals or not; dates and other text name no delivery. */
export const NAME_PARTS = ['trackno', 'orderno', 'fba', 'bol', 'pro', 'date', 'text'] as const
export type NamePart = (typeof NAME_PARTS)[number]
/** Patterns of one carrier, a line each. */
export const NAME_PATTERNS_MAX = 10

/** Who delivers, and how its proofs of delivery come: by name of file, by API, on request. */
export const podCarrierList = crud(
  entity({
    name: 'pod-carriers',
    table: 'pod_carrier',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 110 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      kind: dict('pod_carrier_kind', {
        required: true,
        initial: 'PARCEL',
        filter: 'in',
        width: 110,
      }),
      /** Which delivery numbers are this carrier's: the whole of a number. */
      numberPattern: text({ max: 200, width: 160 }),
      filePatterns: textarea({ max: 1000, show: ['list', 'form', 'detail'], width: 220 }),
      /** Whose API is asked for proofs. */
      courierId: ref('couriers', { filter: 'in', width: 140 }),
      billable: bool({ initial: false, filter: 'eq', width: 90 }),
      currency: dict('currency', { required: true, initial: 'EUR', show: ['form', 'detail'] }),
      price: money({ currencyFrom: 'currency', width: 110 }),
      /** Days after the delivery; then a proof counts as missing. */
      dueDays: int({ required: true, min: 1, max: 365, initial: 7, sort: true, width: 100 }),
      contact: text({ max: 60, width: 120 }),
      email: text({ max: 120, width: 180 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  { path: '/erp/podCarrier', perm: 'pod:carrier', touches: ['/erp/pod'] },
)

const fileName = z.string().trim().max(200, { error: 'field.tooLong' })

export const podCarriers = endpoints({
  /** What patterns read of names; of those that were sent, else of a carrier's own. */
  test: {
    method: 'POST',
    path: '/erp/podCarrier/test',
    perm: 'pod:carrier:list',
    in: z.object({
      id: idText.optional(),
      filePatterns: z.string().max(1000, { error: 'field.tooLong' }).optional(),
      numberPattern: z.string().max(200, { error: 'field.tooLong' }).optional(),
      names: z.array(fileName).min(1).max(50, { error: 'field.tooMany' }),
    }),
    out: z.array(
      z.object({
        name: z.string(),
        /** The pattern that fits; null: none does. */
        pattern: z.string().nullable(),
        numbers: z.array(z.object({ part: z.string(), number: z.string() })),
        /** Whether a number is one of this carrier's; null where it has no pattern. */
        own: z.boolean().nullable(),
      }),
    ),
  },
  /** Whether the carrier's API answers, and whether it gives proofs. */
  testApi: {
    method: 'POST',
    path: '/erp/podCarrier/testApi',
    perm: 'pod:carrier:edit',
    rate: 'heavy',
    in: z.object({ id: idText }),
    out: z.object({ ok: z.boolean(), detail: z.string(), proofs: z.boolean() }),
  },
  /** Missing proofs by carrier, of those the caller sees. */
  missing: {
    method: 'GET',
    path: '/erp/podCarrier/missing',
    perm: 'pod:carrier:list',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), open: z.number(), missing: z.number() })),
  },
})
