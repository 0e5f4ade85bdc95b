import type { ReferenceService } from '../../reference/services.ts'

/** What the price looks at: grams and millimetres, the longest side first or not. */
export interface Weighed {
  grams: number
  length: number
  width: number
  height: number
}

export interface Priced {
  volumetric: number[]
  chargeable: number[]
  total: number
  cents: number
  zone: string
}

const zones = new WeakMap<
  ReferenceService,
  Map<string, { whole: string | null; prefixes: [prefix: string, zone: string][] }>
>()

function zonesOf(service: ReferenceService) {
  let index = zones.get(service)
  if (!index) {
    index = new Map()
    for (const { code, rows } of service.zones) {
      for (const { country, prefix } of rows) {
        const entry = index.get(country) ?? { whole: null, prefixes: [] }
        if (prefix === undefined) entry.whole = code
        else entry.prefixes.push([prefix, code])
        index.set(country, entry)
      }
    }
    for (const { prefixes } of index.values()) prefixes.sort(([a], [b]) => b.length - a.length)
    zones.set(service, index)
  }
  return index
}

function zoneOf(service: ReferenceService, country: string, postalCode: string): string {
  const entry = zonesOf(service).get(country)
  const bare = postalCode.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const zone = entry?.prefixes.find(([prefix]) => bare.startsWith(prefix))?.[1] ?? entry?.whole
  if (zone === undefined || zone === null)
    throw new RangeError(`${service.code} has no zone for ${country}`)
  return zone
}

const cellsByZone = new WeakMap<ReferenceService, Map<string, ReferenceService['fee']['cells']>>()
function cellsOf(service: ReferenceService, zone: string): ReferenceService['fee']['cells'] {
  let byZone = cellsByZone.get(service)
  if (!byZone) {
    byZone = Map.groupBy(service.fee.cells, (cell) => cell.zone)
    cellsByZone.set(service, byZone)
  }
  return byZone.get(zone) ?? []
}

const ceil = (value: number, step: number): number => Math.ceil(value / step) * step
const halfUp = (value: number): number => Math.floor(value + 0.5)

/**
 * The price of a shipment by the reference tables, without the explanations rating gives: a million
 * shipments are priced here. A test holds both against each other. Amounts stay far below the
 * limits of exact numbers.
 */
export function priceOf(
  service: ReferenceService,
  parcels: readonly Weighed[],
  country: string,
  postalCode: string,
): Priced {
  const { divisor, weightStep, rounding, fee } = service
  const volumetric = parcels.map(({ length, width, height }) =>
    divisor === 0 ? 0 : ceil((ceil(length, 10) * ceil(width, 10) * ceil(height, 10)) / divisor, 10),
  )
  const raw = parcels.map(({ grams }, i) => Math.max(grams, volumetric[i] ?? 0))
  const chargeable = rounding === 'each' ? raw.map((grams) => ceil(grams, weightStep)) : raw
  const sum = chargeable.reduce((a, b) => a + b, 0)
  const total = rounding === 'each' ? sum : ceil(sum, weightStep)
  const zone = zoneOf(service, country, postalCode)
  const cells = cellsOf(service, zone)
  const freight = freightOf(service, cells, total)
  let cents = freight
  for (const { kind, amount, rateBp, applies, threshold } of fee.surcharges) {
    const over = parcels.filter(
      ({ grams, length, width, height }) =>
        applies === 'ALWAYS' ||
        (applies === 'WEIGHT' ? grams : Math.max(length, width, height)) > (threshold ?? 0),
    ).length
    if (over > 0)
      cents +=
        kind === 'PERCENT'
          ? halfUp((freight * (rateBp ?? 0)) / 10_000)
          : (amount ?? 0) * (kind === 'PARCEL' ? over : 1)
  }
  return { volumetric, chargeable, total, cents, zone }
}

function freightOf(
  service: ReferenceService,
  cells: ReferenceService['fee']['cells'],
  grams: number,
): number {
  const cell =
    service.fee.stepMode === 'A'
      ? cells.find(({ upTo }) => upTo === null || grams <= upTo)
      : cells[0]
  if (!cell) throw new RangeError(`${service.code} has no price for ${grams} g`)
  const kg = grams / 1000
  switch (service.fee.stepMode) {
    case 'A':
      return cell.price
    case 'B':
      return (
        cell.price +
        Math.max(0, Math.ceil((grams - (cell.upTo ?? 0)) / (cell.step ?? 1))) *
          (cell.stepPrice ?? 0)
      )
    case 'C':
      return Math.max(halfUp(cell.price * kg), cell.minPrice ?? 0)
    case 'D':
      return cell.price + halfUp((cell.stepPrice ?? 0) * kg)
  }
}
