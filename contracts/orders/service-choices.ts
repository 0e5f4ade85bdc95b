import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { bool, dict, int, money, ref, text, textarea, weight } from '../kit/field.ts'
import { QUOTED_FOR } from '../platform/access/price-permission.ts'
import { ORDER_BYTES, orderDraft } from './shipments.draft.ts'

export const CHOICE_WAYS = ['SERVICE', 'CHEAPEST', 'FASTEST'] as const
export type ChoiceWay = (typeof CHOICE_WAYS)[number]

/**
 * A customer's rules for orders that name no service: the first one whose conditions all hold
 * chooses it, or the cheapest or fastest of a group. Weight and value are those of the whole order.
 */
export const serviceChoiceList = crud(
  entity({
    name: 'service-choices',
    table: 'service_choice',
    scope: 'owner',
    label: 'name',
    fields: {
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      position: int({ required: true, min: 1, max: 9999, sort: true, width: 90 }),
      name: text({ required: true, max: 100, filter: 'like', width: 180 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      countries: text({ max: 400, width: 140 }),
      minWeight: weight({ min: 0.001, width: 110 }),
      maxWeight: weight({ min: 0.001, width: 110 }),
      minValue: money({ currencyFrom: 'currency', sign: 'nonNegative', width: 110 }),
      maxValue: money({ currencyFrom: 'currency', sign: 'nonNegative', width: 110 }),
      currency: dict('currency', { width: 90 }),
      /** Codes by commas: an order of any of these kinds, with all of these attributes. */
      kinds: text({ max: 200, width: 130 }),
      attributes: text({ max: 400, width: 160 }),
      way: dict('service_choice_way', {
        required: true,
        initial: 'SERVICE',
        filter: 'in',
        width: 120,
      }),
      serviceId: ref('delivery-services', { filter: 'in', width: 160 }),
      serviceCodes: text({ max: 400, width: 180 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/serviceChoice',
    perm: 'ship:choice',
    sort: { column: 'position', order: 'asc' },
  },
)

/** Orders a dry run goes through, and those it names. */
export const CHOICE_ORDERS_MAX = 2_000
export const CHOICE_ROWS_MAX = 200

const chosen = z.object({
  serviceId: z.string(),
  serviceCode: z.string(),
  serviceName: z.string(),
  rule: z.string(),
  /** Why, in words. */
  text: z.string(),
})

/** A service for a shipment, next to the others. */
const comparedService = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Without a price: why it does not take the shipment. */
  price: z.object({ currency: z.string(), net: z.string(), gross: z.string() }).nullable(),
  /** Working days from the depot. */
  transit: z.object({ min: z.number().nullable(), max: z.number().nullable() }).nullable(),
  issues: z.array(z.string()),
})
export type ComparedService = z.infer<typeof comparedService>

export const serviceChoices = endpoints({
  /** Every service open to the customer for what is written: its price, or why it takes none of it. */
  compare: {
    method: 'POST',
    path: '/erp/serviceChoice/compare',
    perm: QUOTED_FOR,
    limit: ORDER_BYTES,
    in: orderDraft.partial().loose(),
    out: z.object({ services: z.array(comparedService) }),
  },
  /** What the rules choose for an order that is being written; nothing is stored. */
  propose: {
    method: 'POST',
    path: '/erp/serviceChoice/propose',
    perm: 'ship:choice:list',
    limit: ORDER_BYTES,
    in: orderDraft.partial(),
    out: z.object({ chosen: chosen.nullable() }),
    idempotency: 'accepted',
  },
  /** What the rules would have chosen for the orders of the last days. */
  dryRun: {
    method: 'GET',
    path: '/erp/serviceChoice/dryRun',
    perm: 'ship:choice:list',
    in: z.object({
      customerId: idText.nullish(),
      days: z.coerce.number().int().min(1).max(31).default(7),
    }),
    out: z.object({
      orders: z.number().int(),
      same: z.number().int(),
      other: z.number().int(),
      none: z.number().int(),
      rules: z.array(z.object({ rule: z.string(), service: z.string(), orders: z.number().int() })),
      rows: z.array(
        z.object({
          id: z.string(),
          serialNumber: z.string(),
          service: z.string(),
          chosen: chosen.nullable(),
        }),
      ),
    }),
  },
})
