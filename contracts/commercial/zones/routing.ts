import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { cellError, idText } from '../../kit/envelope.ts'
import { coverage, coverageInput } from './coverage.ts'
import { answerHead, lost, resolveInput, route, routeRule } from './resolve.ts'

/** Rows one file brings at most; its bytes are those of every upload. */
export const ROUTING_ROWS_MAX = 400_000
/** Columns of a file that can be chosen from. */
const COLUMNS_MAX = 200
const FILE_BYTES = 21 * 1024 * 1024

export const ROUTING_COLUMNS = [
  'country',
  'matchType',
  'valueFrom',
  'valueTo',
  'sortCode',
  'gate',
  'destDepot',
  'barcodeText',
  'priority',
] as const
export type RoutingColumn = (typeof ROUTING_COLUMNS)[number]

/**
 * How a supplier's columns become fields. `country`: of rows without one. `whole`: a single code is
 * a whole postcode (10115), not the beginning of some (101).
 */
export const routingMapping = z.object({
  columns: z.partialRecord(
    z.enum(ROUTING_COLUMNS, { error: 'field.dict' }),
    z
      .number()
      .int()
      .min(0)
      .max(COLUMNS_MAX - 1),
  ),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'field.dict' })
    .nullable()
    .default(null),
  whole: z.boolean().default(true),
})
export type RoutingMapping = z.output<typeof routingMapping>

export const routingImport = z.object({
  supplierId: idText,
  serviceId: z
    .union([idText, z.literal('')])
    .nullish()
    .transform((id) => id || null),
  name: z.string().trim().max(100, { error: 'field.tooLong' }).nullish(),
  validFrom: z.iso.date({ error: 'field.date' }),
  mode: z.enum(['all', 'good'], { error: 'field.dict' }).default('all'),
  /** `routingMapping` as JSON. */
  mapping: z.string({ error: 'field.required' }).max(4_000, { error: 'field.tooLong' }),
  saveMapping: z.enum(['true', 'false'], { error: 'field.invalid' }).default('false'),
  dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).default('false'),
})

/** Gates a depot has not that are answered at most. */
export const GATES_NAMED_MAX = 200

/** Routing codes by files of suppliers. */
export const routing = endpoints({
  /** Gates that routing names and a depot has not. */
  gateCheck: {
    method: 'GET',
    path: '/erp/routingCode/gateCheck',
    perm: ['dlv:depot:list', 'dlv:routing:list'],
    in: z.object({ depotId: idText }),
    out: z.object({
      missing: z.array(
        z.object({
          gate: z.string(),
          rows: z.number().int(),
          sortCodes: z.array(z.string()),
          /** Names of the routing tables. */
          tables: z.array(z.string()),
          /** Codes of other depots that have this gate. */
          elsewhere: z.array(z.string()),
        }),
      ),
    }),
  },
  /** Which routing code an address has, by the matching zones go through, and why. */
  resolve: {
    method: 'GET',
    path: '/erp/routingCode/resolve',
    perm: 'dlv:routing:list',
    in: resolveInput,
    out: z.object({
      ...answerHead,
      routing: route.nullable(),
      rule: routeRule.nullable(),
      others: z.array(routeRule.extend(lost)),
    }),
  },
  coverage: {
    method: 'GET',
    path: '/erp/routingCode/coverage',
    rate: 'heavy',
    perm: 'dlv:routing:list',
    in: coverageInput,
    out: coverage,
  },
  /** The headings of a file, its first rows, and how it would be read: as saved, else guessed. */
  layout: {
    method: 'POST',
    path: '/erp/routingCode/layout',
    perm: 'dlv:routing:import',
    /** In the query, or as parts of the body. */
    in: z.object({ supplierId: idText.optional() }),
    out: z.object({
      headings: z.array(z.string()),
      samples: z.array(z.array(z.string())),
      mapping: routingMapping,
      /** The mapping was saved with an earlier file of these headings. */
      saved: z.boolean(),
    }),
    body: 'multipart',
    limit: FILE_BYTES,
  },
  /**
   * A supplier's file becomes the table from a day on. `all`: with one row refused nothing is
   * taken; `good`: the others are. The same file again adds nothing.
   */
  importFile: {
    method: 'POST',
    path: '/erp/routingCode/importFile',
    perm: 'dlv:routing:import',
    /** In the query, or as parts of the body. */
    in: routingImport.partial(),
    out: z.object({
      dryRun: z.boolean(),
      tableId: z.string().nullable(),
      /** This file is there already: nothing was added. */
      already: z.boolean(),
      validFrom: z.string(),
      validTo: z.string().nullable(),
      rows: z.number().int(),
      added: z.number().int(),
      refused: z.number().int(),
      countries: z.array(z.object({ country: z.string(), rows: z.number().int() })),
      /** The first of them. */
      errors: z.array(cellError),
    }),
    body: 'multipart',
    limit: FILE_BYTES,
    idempotency: 'accepted',
    touches: ['/erp/routingTable', '/erp/routingCode'],
  },
})
