import { SERVICES } from '../reference/services.ts'
import type { CarrierRules } from './parcels/carrier-rules.ts'
import { CUSTOMERS } from './parties/customers.data.ts'
import { DAY, HOUR, Rhythm } from './calendar.ts'
import { SCENARIOS, UNNUMBERED } from './parcels/simulate-parcel.ts'
import type { ScenarioKind } from './parcels/simulate-parcel.ts'
import { PINNED } from './parcels/pinned.ts'
import { Draw } from './random.ts'

export interface WorldOptions {
  seed: number
  /** ISO 8601; the present of the world, cut to the full hour. Nothing in it is later. */
  today: string
  parcels: number
}

/** What there is to know of a world before any row of it is made. */
export interface World extends WorldOptions {
  rules: CarrierRules
  until: number
  shipments: number
  rhythm: Rhythm
  /**
   * Small enough for scans of every parcel and for parcels that go on living in the carrier
   * simulator.
   */
  detailed: boolean
}

/** The decisions that others depend on: cheap enough to take for a million rows in advance. */
export interface Head {
  row: number
  tenant: 1 | 2
  /** Index into CUSTOMERS. */
  customer: number
  /** Index into SERVICES. */
  service: number
  pieces: number
  created: number
  scenarioKind: ScenarioKind
  /** Its parcels have numbers. */
  numbered: boolean
  confirmed: number
  labelledAt: number
  announced: boolean
}

export const DAYS = 120
const DETAILED = 20_000

const customersOf = (tenant: 1 | 2) =>
  CUSTOMERS.flatMap(({ tenant: t, weight }, i) => (t === tenant ? [[i, weight] as const] : []))
const OF_TENANT = { 1: customersOf(1), 2: customersOf(2) }
const indexOf = (code: string): number => SERVICES.findIndex((service) => service.code === code)
const SERVICE_SHARES = [
  ['ECO-PARCEL', 62],
  ['EU-STD', 13],
  ['POST-S10', 10],
  ['EXP-AIR', 8],
  ['SEA-FBA', 4],
  ['RET-EU', 3],
] as const
const SERVICE_MIX = SERVICE_SHARES.map(([code, share]) => [indexOf(code), share] as const)
const PIECES = {
  ONE: [[1, 1]],
  SOME: [
    [1, 80],
    [2, 12],
    [3, 5],
    [4, 3],
  ],
  MANY: [
    [2, 30],
    [3, 35],
    [4, 35],
  ],
} as const

/**
 * The world of a day: the same options give the same rows for ever. `known` saves counting its
 * shipments again.
 */
export function makeWorld(options: WorldOptions, rules: CarrierRules, known?: number): World {
  const now = Date.parse(options.today)
  if (Number.isNaN(now)) throw new RangeError(`not a time: ${options.today}`)
  const until = Math.floor(now / HOUR) * HOUR
  let shipments = known ?? 0
  if (known === undefined) {
    for (let parcels = 0; parcels < options.parcels || shipments < PINNED.length; shipments++)
      parcels += piecesOf(options.seed, shipments)
  }
  return {
    ...options,
    rules,
    until,
    shipments,
    rhythm: new Rhythm(until, DAYS),
    detailed: options.parcels <= DETAILED,
  }
}

function choices(
  seed: number,
  row: number,
): { tenant: 1 | 2; customer: number; service: number; pieces: number; draw: Draw } {
  const draw = new Draw(seed, row, 1)
  const pinned = PINNED[row]
  const tenant = pinned?.tenant ?? (draw.chance(0.8) ? 1 : 2)
  const customer = draw.weighted(OF_TENANT[tenant])
  const service = pinned ? indexOf(pinned.service) : draw.weighted(SERVICE_MIX)
  const code = SERVICES[service]?.code
  const pieces =
    pinned?.pieces ??
    draw.weighted<number>(
      code === 'POST-S10' || code === 'RET-EU'
        ? PIECES.ONE
        : code === 'SEA-FBA'
          ? PIECES.MANY
          : PIECES.SOME,
    )
  return {
    tenant,
    customer: pinned ? (OF_TENANT[tenant][pinned.customer]?.[0] ?? customer) : customer,
    service,
    pieces,
    draw,
  }
}

function piecesOf(seed: number, row: number): number {
  return choices(seed, row).pieces
}

/**
 * The decisions of a row. Rows rise with time; the pinned ones stand in front and are as old as
 * their dates.
 */
export function headOf(world: World, row: number): Head {
  const { draw, ...chosen } = choices(world.seed, row)
  const pinned = PINNED[row]
  const share = (row - PINNED.length + draw.unit()) / Math.max(world.shipments - PINNED.length, 1)
  const created = pinned ? world.until - pinned.hoursAgo * HOUR : world.rhythm.at(share)
  const scenarioKind = pinned?.kind ?? draw.weighted<ScenarioKind>(SCENARIOS)
  const announced = pinned?.announced ?? draw.chance(0.35)
  const confirmed = created + (announced ? draw.int(20, 400) * 60_000 : draw.int(0, 3) * 20_000)
  const labelledAt = confirmed + draw.int(1, draw.chance(0.7) ? 6 : 300) * 60_000
  const numbered = confirmed <= world.until && !UNNUMBERED.includes(scenarioKind)
  return { row, ...chosen, created, scenarioKind, announced, confirmed, labelledAt, numbered }
}

/** When the lot reaches the depot; a pinned row is never late. */
export function arrivalOf(head: Head, draw: Draw): number {
  const early = PINNED[head.row] !== undefined
  return head.labelledAt + (early ? 5 * HOUR : draw.int(5 * 60, (2 * DAY) / 60_000) * 60_000)
}
