import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { coverage, coverageInput } from './coverage.ts'
import { importRows } from './zone-import.ts'
import { MATCH_TYPES } from '../rating.ts'
import { answerHead, lost, resolveInput, zoneOf, zoneRule } from './resolve.ts'

/** Rows and zones a service has at most, as a whole. */
export const ZONE_ROWS_MAX = 5_000
export const ZONES_MAX = 120
/** Postcodes that are tested at once. */
export const TEST_CODES_MAX = 2_000

/** A row as it is typed; the zone by its code. */
export const zoneRow = z.object({
  zone: z.string().max(32),
  country: z.string().max(8),
  matchType: z.string().max(16),
  from: z.string().max(200).nullable(),
  to: z.string().max(200).nullable(),
  priority: z.number().int().min(-1000).max(1000),
})
export type ZoneRow = z.infer<typeof zoneRow>

const finding = z.object({
  kind: z.enum(['same', 'partial', 'undecided', 'nested']),
  /** The two rows, by their place in the sheet. */
  rows: z.tuple([z.number().int(), z.number().int()]),
  message: z.string(),
})
export type ZoneFinding = z.infer<typeof finding>

/** The zones of a service as they are on a day. */
export const zoneSheet = z.object({
  service: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameEn: z.string().nullable(),
  }),
  date: z.string(),
  /** Days on which rows begin or end: the versions there are and will be, oldest first. */
  days: z.array(z.string()),
  zones: z.array(zoneOf),
  rows: z.array(zoneRow.extend({ matchType: z.enum(MATCH_TYPES) })),
  findings: z.array(finding),
  /** What a change is based on: a later one by another user is noticed. */
  version: z.string(),
})
export type ZoneSheet = z.infer<typeof zoneSheet>

const ofService = z.object({ serviceId: idText })
const changed = {
  idempotency: 'accepted',
  touches: ['/erp/partition', '/erp/partitionConfig'],
} as const

/** The zones of a service as a whole. */
export const zones = endpoints({
  /** Which zone an address lies in, by the matching that orders go through, and why. */
  resolve: {
    method: 'GET',
    path: '/erp/partition/resolve',
    perm: 'dlv:partition:list',
    in: resolveInput,
    out: z.object({
      ...answerHead,
      partition: zoneOf.nullable(),
      rule: zoneRule.nullable(),
      /** Those that match as well, and those that would on another day. */
      others: z.array(zoneRule.extend(lost)),
    }),
  },
  sheet: {
    method: 'GET',
    path: '/erp/partition/sheet',
    perm: 'dlv:partition:list',
    in: ofService.extend({ date: z.iso.date().nullish() }),
    out: zoneSheet,
  },
  /**
   * All rows of a service from a day on. What was before stays as it was: rows that are gone end
   * the day before, new ones begin on the day. Zones named for the first time are added.
   */
  save: {
    method: 'PUT',
    path: '/erp/partition/saveSheet',
    perm: 'dlv:partitioncfg:edit',
    limit: 4 * 1024 * 1024,
    in: ofService.extend({
      version: z.string().max(64),
      from: z.iso.date({ error: 'field.date' }),
      zones: z
        .array(
          z.object({
            code: z.string().trim().min(1, { error: 'field.required' }).max(32),
            name: z.string().trim().min(1, { error: 'field.required' }).max(100),
            nameEn: z.string().trim().max(100).nullish(),
          }),
        )
        .max(ZONES_MAX, { error: 'field.tooMany' })
        .default([]),
      rows: z.array(zoneRow).max(ZONE_ROWS_MAX, { error: 'field.tooMany' }),
    }),
    out: z.object({
      added: z.number().int(),
      ended: z.number().int(),
      kept: z.number().int(),
      findings: z.array(finding),
      /** Zones in use that the price tables of that day have no price for. */
      unpriced: z.array(z.object({ zone: z.string(), tables: z.array(z.string()) })),
    }),
    ...changed,
    message: 'ok.edited',
  },
  /** The zones and rows of another service, as they are today; into a service without zones. */
  clone: {
    method: 'POST',
    path: '/erp/partition/clone',
    perm: 'dlv:partition:add',
    in: z.object({ fromServiceId: idText, toServiceId: idText }),
    out: z.object({ zones: z.number().int(), rows: z.number().int() }),
    ...changed,
    message: 'ok.added',
  },
  /** What changes between two days: rows that are gone and rows that are new. */
  diff: {
    method: 'GET',
    path: '/erp/partition/diff',
    perm: 'dlv:partition:list',
    in: ofService.extend({ date: z.iso.date(), withDate: z.iso.date() }),
    out: z.object({
      same: z.number().int(),
      gone: z.array(zoneRow),
      fresh: z.array(zoneRow),
    }),
  },
  importRows,
  coverage: {
    method: 'GET',
    path: '/erp/partition/coverage',
    rate: 'heavy',
    perm: 'dlv:partition:list',
    in: coverageInput,
    out: coverage,
  },
  /** The zone of each of some postcodes. */
  test: {
    method: 'POST',
    path: '/erp/partition/test',
    perm: 'dlv:partition:list',
    in: z.object({
      serviceCode: z.string().trim().min(1).max(32),
      country: z.string().trim().length(2),
      date: z.iso.date().nullish(),
      codes: z
        .array(z.string().max(32))
        .min(1, { error: 'field.required' })
        .max(TEST_CODES_MAX, { error: 'field.tooMany' }),
    }),
    out: z.array(z.object({ code: z.string(), zone: zoneOf.nullable(), text: z.string() })),
  },
})
