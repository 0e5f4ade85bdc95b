import type { NumberScheme } from '#contracts/commercial/numbers/number-schemes.ts'
import {
  brackets,
  ECO,
  EU_STANDARD,
  EXPRESS,
  firstAndContinued,
  fixedAndPerKilogram,
  fuel,
  overweight,
  oversize,
  PACKET,
  perKilogram,
  RETURN,
  RETURN_BRACKETS,
  SEA,
} from './prices.ts'
import type { Cell, Surcharge } from './prices.ts'
import { EUROPE, WORLD } from './zones.ts'
import type { Zone } from './zones.ts'

export interface ReferenceService {
  code: string
  name: string
  nameEn: string
  channel: string
  /** domain 3.3: 1 export, 4 return, 5 FBA inbound. */
  tradeType: string
  /** domain 3.3: 1 parcel, 2 express, 3 postal small packet, 5 sea and parcel. */
  transType: string
  /** domain 3.3: 1 at label, 2 at inbound weighing, 3 at outbound, 4 monthly bill. */
  deductMethod: string
  maxPieces: number | null
  /** cm³ per kg; 0 = only the scale counts. */
  divisor: number
  /** Grams. */
  weightStep: number
  rounding: 'each' | 'sum'
  /**
   * domain validType: 1 weight kg, 2 longest side cm, 3 girth cm, 4 sum of sides cm. Bounds belong
   * to the range.
   */
  rules: readonly { type: '1' | '2' | '3' | '4'; min: string | null; max: string }[]
  zones: readonly Zone[]
  fee: {
    code: string
    name: string
    nameEn: string
    stepMode: 'A' | 'B' | 'C' | 'D'
    cells: readonly Cell[]
    surcharges: readonly Surcharge[]
  }
  /** `serialDigits` is what prefix and scheme leave for the serial. */
  segment: {
    code: string
    scheme: NumberScheme
    prefix: string
    suffix: string
    checkRule: string | null
    serialDigits: number
  }
}

const kg = (max: string) => ({ type: '1', min: '0.001', max }) as const
const longest = (max: string) => ({ type: '2', min: null, max }) as const
const girth = (max: string) => ({ type: '3', min: null, max }) as const
const sumOfSides = (max: string) => ({ type: '4', min: null, max }) as const

/** Prices hold from this day on; it is before anything the software can be asked about. */
export const PRICES_FROM = '2024-01-01'

export const SERVICES: readonly ReferenceService[] = [
  {
    code: 'ECO-PARCEL',
    name: '经济包裹',
    nameEn: 'Economy parcel',
    channel: 'DHL-DE',
    tradeType: '1',
    transType: '1',
    deductMethod: '4',
    maxPieces: null,
    divisor: 5000,
    weightStep: 500,
    rounding: 'each',
    rules: [kg('31.5'), longest('300')],
    zones: WORLD,
    fee: {
      code: 'ECO-SELL',
      name: '经济包裹 销售价',
      nameEn: 'Economy parcel, selling price',
      stepMode: 'A',
      cells: brackets(WORLD, ECO),
      surcharges: [fuel(850), oversize(1200, 1950)],
    },
    segment: {
      code: 'ECO-SSCC',
      scheme: 'SSCC20',
      prefix: '34043449',
      suffix: '',
      checkRule: null,
      serialDigits: 9,
    },
  },
  {
    code: 'EXP-AIR',
    name: '国际空运特快',
    nameEn: 'Air express',
    channel: 'AIR-EXP',
    tradeType: '1',
    transType: '2',
    deductMethod: '3',
    maxPieces: 50,
    divisor: 5000,
    weightStep: 500,
    rounding: 'sum',
    rules: [kg('70'), longest('270'), girth('419')],
    zones: WORLD,
    fee: {
      code: 'EXP-SELL',
      name: '空运特快 销售价',
      nameEn: 'Air express, selling price',
      stepMode: 'B',
      cells: firstAndContinued(WORLD, EXPRESS),
      surcharges: [fuel(2150), oversize(1200, 2600), overweight(32_000, 3200)],
    },
    segment: {
      code: 'EXP-PYX',
      scheme: 'CUSTOM',
      prefix: 'PYX',
      suffix: '',
      checkRule: 'mod37_36',
      serialDigits: 9,
    },
  },
  {
    code: 'POST-S10',
    name: '国际挂号小包',
    nameEn: 'Registered packet',
    channel: 'POST-INT',
    tradeType: '1',
    transType: '3',
    deductMethod: '2',
    maxPieces: 1,
    divisor: 0,
    weightStep: 1,
    rounding: 'each',
    rules: [kg('2'), longest('60'), sumOfSides('90')],
    zones: WORLD,
    fee: {
      code: 'S10-SELL',
      name: '挂号小包 销售价',
      nameEn: 'Registered packet, selling price',
      stepMode: 'D',
      cells: fixedAndPerKilogram(WORLD, PACKET),
      surcharges: [],
    },
    segment: {
      code: 'S10-LX',
      scheme: 'S10',
      prefix: 'LX',
      suffix: 'DE',
      checkRule: null,
      serialDigits: 8,
    },
  },
  {
    code: 'EU-STD',
    name: '欧盟标准包裹',
    nameEn: 'EU standard parcel',
    channel: 'DPD-EU',
    tradeType: '1',
    transType: '1',
    deductMethod: '1',
    maxPieces: 20,
    divisor: 6000,
    weightStep: 1000,
    rounding: 'each',
    rules: [kg('31.5'), longest('175'), girth('300')],
    zones: EUROPE,
    fee: {
      code: 'EUSTD-SELL',
      name: '欧盟标准 销售价',
      nameEn: 'EU standard parcel, selling price',
      stepMode: 'A',
      cells: brackets(EUROPE, EU_STANDARD),
      surcharges: [fuel(720), oversize(1000, 1490)],
    },
    segment: {
      code: 'EUSTD-DPD',
      scheme: 'DPD',
      prefix: '0150',
      suffix: '',
      checkRule: null,
      serialDigits: 10,
    },
  },
  {
    code: 'SEA-FBA',
    name: '海运派送 FBA',
    nameEn: 'Sea freight to FBA',
    channel: 'LINEHAUL',
    tradeType: '5',
    transType: '5',
    deductMethod: '4',
    maxPieces: 500,
    divisor: 6000,
    weightStep: 1000,
    rounding: 'sum',
    rules: [kg('30'), longest('120')],
    zones: EUROPE,
    fee: {
      code: 'SEA-SELL',
      name: '海运 FBA 销售价',
      nameEn: 'Sea freight to FBA, selling price',
      stepMode: 'C',
      cells: perKilogram(EUROPE, SEA, 12),
      surcharges: [overweight(23_000, 550)],
    },
    segment: {
      code: 'SEA-PYS',
      scheme: 'CUSTOM',
      prefix: 'PYS',
      suffix: '',
      checkRule: 'mod10_31',
      serialDigits: 9,
    },
  },
  {
    code: 'RET-EU',
    name: '欧洲退货',
    nameEn: 'European return',
    channel: 'GLS-EU',
    tradeType: '4',
    transType: '1',
    deductMethod: '5',
    maxPieces: 1,
    divisor: 0,
    weightStep: 1000,
    rounding: 'each',
    rules: [kg('31.5'), longest('200')],
    zones: EUROPE,
    fee: {
      code: 'RET-SELL',
      name: '退货 销售价',
      nameEn: 'European return, selling price',
      stepMode: 'A',
      cells: brackets(EUROPE, RETURN, RETURN_BRACKETS),
      surcharges: [fuel(690)],
    },
    segment: {
      code: 'RET-GLS',
      scheme: 'GLS',
      prefix: '71',
      suffix: '',
      checkRule: null,
      serialDigits: 9,
    },
  },
]

/**
 * Each tenant's share of a serial space, so that numbers are unique across tenants without
 * coordination. The first forty tenants get a hundredth of it each, the following ten thousand a
 * part of the upper half. Null beyond: such a tenant asks for a range of its own.
 */
export function serialSlot(
  tenantId: bigint,
  serialDigits: number,
): { start: bigint; end: bigint } | null {
  const space = 10n ** BigInt(serialDigits)
  const large = tenantId >= 1n && tenantId <= 40n
  const size = large ? space / 100n : space / 20_000n
  const start = large ? tenantId * size : space / 2n + (tenantId - 41n) * size
  if (tenantId < 1n || start + size > space) return null
  return { start, end: start + size - 1n }
}
