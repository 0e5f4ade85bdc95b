import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { SHEET_ROWS_MAX, sheetRow, VERSION_STATES } from './fee-versions.ts'

/** The parts of a service's page, as its address names them. */
export const SERVICE_PARTS = [
  'basics',
  'limits',
  'customers',
  'zones',
  'weight',
  'prices',
  'surcharges',
  'numbers',
  'routing',
  'label',
  'history',
  'try',
] as const
export type ServicePart = (typeof SERVICE_PARTS)[number]

/** Rows of all zones of a new service; longer lists are imported on the page of zones. */
const SET_UP_ROWS = 2000

const named = z.object({ id: z.string(), code: z.string(), name: z.string() })
const ids = (max: number) => z.array(idText).max(max)
/** A part as its own page sends it; its entity's rules check it. */
const part = z.record(z.string().max(40), z.unknown())
const made = {
  idempotency: 'accepted',
  touches: [
    '/erp/deliveryService',
    '/erp/serviceRule',
    '/erp/partition',
    '/erp/partitionConfig',
    '/erp/fee',
    '/erp/feeVersion',
    '/erp/numberSegment',
  ],
} as const
const changed = { idempotency: 'accepted', touches: ['/erp/deliveryService'] } as const

/**
 * What stands between a service and its first order, by the rules orders go through: `missing`
 * stops orders, `advice` does not.
 */
export const readinessItem = z.object({
  key: z.string(),
  level: z.enum(['missing', 'advice']),
  part: z.enum(SERVICE_PARTS).nullable(),
  /** Another page that has the remedy. */
  link: z.string().nullable(),
  text: z.string(),
})
export type ReadinessItem = z.infer<typeof readinessItem>

/** A price table of a service and whom it is for. */
export const serviceTable = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(['standard', 'customers', 'cost', 'unused']),
  currency: z.string(),
  supplier: z.string().nullable(),
  customers: z.array(z.string()),
  status: z.string(),
  versions: z.array(
    z.object({
      id: z.string(),
      versionNo: z.number().int(),
      state: z.enum(VERSION_STATES),
      validFrom: z.string().nullable(),
    }),
  ),
  surcharges: z.array(z.string()),
})
export type ServiceTable = z.infer<typeof serviceTable>

const customerTable = named.extend({
  currency: z.string(),
  /** Theirs, not the one of the service. */
  own: z.boolean(),
  /** On top of the prices it follows. */
  percentBp: z.number().int().nullable(),
  /** When its prices change the next time, by a version of it or of what it follows. */
  changesAt: z.string().nullable(),
})
export type CustomerTable = z.infer<typeof customerTable>

export const serviceDesk = endpoints({
  readiness: {
    method: 'GET',
    path: '/erp/deliveryService/readiness',
    perm: 'dlv:service:list',
    in: z.object({ id: idText }),
    out: z.object({ ready: z.boolean(), items: z.array(readinessItem) }),
  },
  /** The customers a service is assigned to, of those the caller may see. */
  customers: {
    method: 'GET',
    path: '/erp/deliveryService/customers',
    perm: 'dlv:service:list',
    in: z.object({ id: idText }),
    out: z.object({
      version: z.number().int(),
      restricted: z.boolean(),
      customers: z.array(named),
      /** Assigned ones the caller may not see. */
      others: z.number().int(),
    }),
  },
  /** Opens a service to all customers, or to these alone. */
  openTo: {
    method: 'PUT',
    path: '/erp/deliveryService/openTo',
    perm: 'dlv:service:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      restricted: z.boolean(),
      customerIds: ids(5000),
    }),
    out: z.object({ version: z.number().int(), count: z.number().int() }),
    ...changed,
    message: 'ok.edited',
  },
  /** Restricted services for customers, or no longer: every pair, whole or not at all. */
  assign: {
    method: 'PUT',
    path: '/erp/deliveryService/assign',
    perm: 'dlv:service:edit',
    in: z.object({
      serviceIds: ids(200).min(1),
      customerIds: ids(1000).min(1),
      remove: z.boolean().optional(),
    }),
    out: z.object({ count: z.number().int() }),
    ...changed,
    message: 'ok.edited',
  },
  /** Every service and whether it is open to a customer. */
  ofCustomer: {
    method: 'GET',
    path: '/erp/deliveryService/ofCustomer',
    perm: 'dlv:service:list',
    in: z.object({ customerId: idText }),
    out: z.array(
      named.extend({
        restricted: z.boolean(),
        assigned: z.boolean(),
        /** In use, and open to the customer. */
        open: z.boolean(),
        /** What prices the customer now; null without prices, and for who may not see any. */
        table: customerTable.nullable(),
      }),
    ),
  },
  /** With all that makes it, prices and numbers as drafts; `left`: segments without free numbers. */
  clone: {
    method: 'POST',
    path: '/erp/deliveryService/clone',
    perm: 'dlv:service:add',
    in: z.object({
      id: idText,
      code: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(26, { error: 'field.tooLong' }),
      name: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(100, { error: 'field.tooLong' }),
      nameEn: z.string().trim().max(100, { error: 'field.tooLong' }).nullish(),
      customers: z.boolean().optional(),
    }),
    out: z.object({ id: z.string(), left: z.array(z.string()) }),
    ...made,
    message: 'ok.added',
  },
  /** A new service with zones, prices and numbers, ready for orders; `dryRun` only checks. */
  setUp: {
    method: 'POST',
    path: '/erp/deliveryService/setUp',
    perm: 'dlv:service:add',
    in: z.object({
      dryRun: z.boolean().optional(),
      service: part,
      limits: z.array(part).max(30),
      zones: z
        .array(part.and(z.object({ rows: z.array(part).max(300) })))
        .min(1, { error: 'field.required' })
        .max(60, { error: 'field.tooMany' })
        .refine((zones) => zones.reduce((sum, { rows }) => sum + rows.length, 0) <= SET_UP_ROWS, {
          error: 'field.tooMany',
        }),
      prices: z.object({
        currency: z.string().max(8),
        stepMode: z.enum(['A', 'B', 'C', 'D']),
        rows: z.array(sheetRow).min(1, { error: 'field.required' }).max(SHEET_ROWS_MAX),
      }),
      numbers: part.nullable(),
      /** Only for these; without any for all customers. */
      customerIds: ids(5000).nullish(),
    }),
    out: z.object({ id: z.string().nullable() }),
    ...made,
    message: 'ok.added',
  },
  /** Changes of a service and its parts, the newest first; `before`: those older than that line. */
  history: {
    method: 'GET',
    path: '/erp/deliveryService/history',
    perm: 'dlv:service:list',
    in: z.object({ id: idText, before: idText.nullish() }),
    out: z.object({
      /** What begins later: prices and rows of zones. */
      upcoming: z.array(z.object({ from: z.string(), text: z.string() })),
      lines: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          who: z.string().nullable(),
          part: z.string(),
          name: z.string().nullable(),
          action: z.enum(['add', 'edit', 'delete']),
          /** Where it begins later. */
          from: z.string().nullable(),
          fields: z.array(
            z.object({
              label: z.string(),
              before: z.string().nullable(),
              after: z.string().nullable(),
            }),
          ),
        }),
      ),
      more: z.boolean(),
    }),
  },
  /** Price tables by customer group; what we pay only for those who may see it. */
  tables: {
    method: 'GET',
    path: '/erp/deliveryService/tables',
    perm: 'dlv:fee:list',
    in: z.object({ id: idText }),
    out: z.array(serviceTable),
  },
})
