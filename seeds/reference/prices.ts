import type { Zone } from './zones.ts'

/** A row of fee_cell without its keys: grams and minor units, read by the fee's step mode. */
export interface Cell {
  zone: string
  upTo: number | null
  price: number
  step: number | null
  stepPrice: number | null
  minPrice: number | null
}

export interface Surcharge {
  name: string
  nameEn: string
  /** domain trade items: 2 fuel, 4 oversize, 5 overweight. */
  tradeItem: string
  kind: 'SHIPMENT' | 'PARCEL' | 'PERCENT'
  amount: number | null
  rateBp: number | null
  applies: 'ALWAYS' | 'WEIGHT' | 'LONGEST' | 'GIRTH'
  /** Grams or millimetres. */
  threshold: number | null
}

/**
 * Grams. The last ones exist for bulky goods: 300 × 300 × 300 cm over 5,000 counts as 5,400 kg,
 * times the pieces of an order.
 */
const BRACKETS = [
  500, 1000, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 31_500, 40_000, 50_000, 70_000,
  100_000, 150_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_400_000, 11_000_000, 27_000_000,
  54_000_000, 540_000_000,
]

type Tariff = Readonly<Record<string, readonly [base: number, perKg: number]>>

function tariffOf(tariff: Tariff, zone: Zone): readonly [number, number] {
  const row = tariff[zone.code]
  if (!row) throw new RangeError(`no tariff for zone ${zone.code}`)
  return row
}

/** Cents, rounded up to full five: what a price list on paper looks like. */
const rounded = (base: number, perKg: number, grams: number): number =>
  Math.ceil((base + (perKg * grams) / 1000) / 5) * 5

/** Mode A: one price up to each weight. */
export function brackets(
  zones: readonly Zone[],
  tariff: Tariff,
  upTo: readonly number[] = BRACKETS,
): Cell[] {
  return zones.flatMap((zone) => {
    const [base, perKg] = tariffOf(tariff, zone)
    return upTo.map((grams) => ({
      zone: zone.code,
      upTo: grams,
      price: rounded(base, perKg, grams),
      step: null,
      stepPrice: null,
      minPrice: null,
    }))
  })
}

/** Mode B: a price for the first half kilogram, then one for every half more. */
export function firstAndContinued(zones: readonly Zone[], tariff: Tariff): Cell[] {
  return zones.map((zone) => {
    const [base, perKg] = tariffOf(tariff, zone)
    return {
      zone: zone.code,
      upTo: 500,
      price: base,
      step: 500,
      stepPrice: Math.round(perKg / 2),
      minPrice: null,
    }
  })
}

/** Mode C: per kilogram, never less than `minKg` of them. */
export function perKilogram(zones: readonly Zone[], tariff: Tariff, minKg: number): Cell[] {
  return zones.map((zone) => {
    const [, perKg] = tariffOf(tariff, zone)
    return {
      zone: zone.code,
      upTo: null,
      price: perKg,
      step: null,
      stepPrice: null,
      minPrice: perKg * minKg,
    }
  })
}

/** Mode D: a fixed part and a price per kilogram. */
export function fixedAndPerKilogram(zones: readonly Zone[], tariff: Tariff): Cell[] {
  return zones.map((zone) => {
    const [base, perKg] = tariffOf(tariff, zone)
    return {
      zone: zone.code,
      upTo: null,
      price: base,
      step: null,
      stepPrice: perKg,
      minPrice: null,
    }
  })
}

export const fuel = (rateBp: number): Surcharge => ({
  name: '燃油附加费',
  nameEn: 'Fuel surcharge',
  tradeItem: '2',
  kind: 'PERCENT',
  amount: null,
  rateBp,
  applies: 'ALWAYS',
  threshold: null,
})
export const oversize = (longestMm: number, cents: number): Surcharge => ({
  name: '超长附加费',
  nameEn: 'Oversize surcharge',
  tradeItem: '4',
  kind: 'PARCEL',
  amount: cents,
  rateBp: null,
  applies: 'LONGEST',
  threshold: longestMm,
})
export const overweight = (grams: number, cents: number): Surcharge => ({
  name: '超重附加费',
  nameEn: 'Overweight surcharge',
  tradeItem: '5',
  kind: 'PARCEL',
  amount: cents,
  rateBp: null,
  applies: 'WEIGHT',
  threshold: grams,
})

export const ECO: Tariff = {
  DE: [329, 22],
  'DE-R': [1129, 38],
  EU1: [519, 48],
  EU2: [679, 69],
  EU3: [899, 115],
  'EU-R': [1390, 185],
  NAM: [1290, 690],
  'NAM-R': [1890, 890],
  ASIA: [1490, 720],
  OCE: [1690, 940],
  ROW: [1890, 1080],
}
export const EXPRESS: Tariff = {
  DE: [990, 150],
  'DE-R': [1690, 190],
  EU1: [1490, 240],
  EU2: [1690, 310],
  EU3: [1990, 390],
  'EU-R': [2490, 470],
  NAM: [2490, 880],
  'NAM-R': [3190, 1090],
  ASIA: [2690, 920],
  OCE: [3290, 1190],
  ROW: [3690, 1390],
}
export const PACKET: Tariff = {
  DE: [230, 190],
  'DE-R': [230, 190],
  EU1: [290, 480],
  EU2: [310, 560],
  EU3: [330, 690],
  'EU-R': [330, 690],
  NAM: [370, 1180],
  'NAM-R': [370, 1180],
  ASIA: [360, 1090],
  OCE: [390, 1380],
  ROW: [420, 1490],
}
export const EU_STANDARD: Tariff = {
  DE: [359, 21],
  'DE-R': [1290, 36],
  EU1: [549, 45],
  EU2: [699, 64],
  EU3: [949, 108],
  'EU-R': [1490, 179],
}
export const SEA: Tariff = {
  DE: [0, 185],
  'DE-R': [0, 245],
  EU1: [0, 195],
  EU2: [0, 215],
  EU3: [0, 260],
  'EU-R': [0, 310],
}
export const RETURN: Tariff = {
  DE: [389, 25],
  'DE-R': [1190, 40],
  EU1: [449, 39],
  EU2: [749, 72],
  EU3: [990, 120],
  'EU-R': [1590, 190],
}
/** The return service takes no bulky goods. */
export const RETURN_BRACKETS = [1000, 2000, 5000, 10_000, 20_000, 31_500, 60_000] as const
