import type { In } from '#contracts/kit/endpoint.ts'
import { NUMBER_SCHEMES } from '#contracts/commercial/numbers/number-schemes.ts'
import {
  numberAt,
  segmentIssue,
  type NumberSegment,
} from '#contracts/commercial/numbers/number-segments.ts'
import type { serviceDesk } from '#contracts/commercial/services.ts'

export const STEPS = ['basics', 'zones', 'weight', 'prices', 'numbers', 'label'] as const
export type Step = (typeof STEPS)[number]

/** A zone as it is written down: countries whole, or the postcodes of them that begin so. */
export interface ZoneLine {
  code: string
  name: string
  countries: readonly string[]
  prefixes: string
  /** Working days; empty: those of the service. */
  transitMin: string
  transitMax: string
}
export interface PriceLine {
  upTo: string
  prices: readonly string[]
}
export interface NewService {
  service: Record<string, unknown>
  limits: { weight: string; longest: string; girth: string }
  zones: readonly ZoneLine[]
  currency: string
  lines: readonly PriceLine[]
  /** Null: numbers come later. */
  numbers: Record<string, string> | null
  /** The customers it is for; null: all. */
  customerIds: readonly string[] | null
}

export type Edit = (change: (now: NewService) => NewService) => void
export interface StepProps {
  values: NewService
  edit: Edit
  /** What is refused, by the body's path. */
  refused: ReadonlyMap<string, string>
}

export function blankZone(at: number): ZoneLine {
  return {
    code: String.fromCharCode(65 + (at % 26)),
    name: '',
    countries: [],
    prefixes: '',
    transitMin: '',
    transitMax: '',
  }
}

export const START: NewService = {
  service: {
    code: '',
    name: '',
    nameEn: '',
    channelId: null,
    tradeType: '1',
    transType: '1',
    pushMethod: '0',
    deductMethod: '4',
    izSubsist: false,
    izReRate: true,
    izSingle: true,
    izMult: true,
    maxPieces: '',
    transitMin: '',
    transitMax: '',
    izEnable: true,
    thWeightRatio: '5000',
    weightStep: '0.5',
    rounding: 'each',
    wholeCm: true,
    volumeWhen: 'ALWAYS',
    volumeSide: '',
    volumeRatio: '',
    bubblePercent: '100',
    labelType: '1',
    labelTemplateId: null,
  },
  limits: { weight: '30', longest: '', girth: '' },
  zones: [blankZone(0)],
  currency: 'EUR',
  lines: ['1', '2', '5', '10', '20', '30'].map((upTo) => ({ upTo, prices: [''] })),
  numbers: {
    scheme: 'CUSTOM',
    prefix: '',
    suffix: '',
    checkRule: 'none',
    startNo: '1',
    endNo: '999999',
  },
  customerIds: null,
}

const LIMIT_TYPES = { weight: '1', longest: '2', girth: '3' } as const
const number = (text: string): string => text.trim().replace(',', '.')

/** The call's body; lines without a weight are left out. */
export function bodyOf(values: NewService): In<typeof serviceDesk.setUp> {
  const { service, limits, zones, currency, lines, numbers, customerIds } = values
  return {
    service: { ...service },
    limits: Object.entries(LIMIT_TYPES).flatMap(([name, validType]) => {
      const maxValue = number(limits[name as keyof typeof limits])
      return maxValue === '' ? [] : [{ validType, maxValue }]
    }),
    zones: zones.map(({ code, name, countries, prefixes, transitMin, transitMax }) => ({
      code: code.trim(),
      // Named by where it leads: a code alone is no help in the order form.
      name: name.trim() || countries.join(', ').slice(0, 100) || code.trim(),
      transitMin: transitMin.trim() || null,
      transitMax: transitMax.trim() || null,
      rows: rowsOf(countries, prefixes),
    })),
    prices: {
      currency,
      stepMode: 'A',
      rows: priced(lines).map(({ upTo, prices }) => ({
        upTo: number(upTo),
        step: null,
        prices: zones.map((_, at) => number(prices[at] ?? '') || null),
        seconds: zones.map(() => null),
      })),
    },
    customerIds: customerIds && [...customerIds],
    numbers: numbers && { ...numbers, prefix: numbers.prefix || prefixOf(values) },
  }
}

/** What the numbers of a service begin with where nothing else is entered: its code. */
export const prefixOf = ({ service, numbers }: NewService): string =>
  numbers?.scheme === 'CUSTOM'
    ? String(service.code ?? '')
        .toUpperCase()
        .replace(/[^0-9A-Z-]/g, '')
        .replace(/^-+/, '')
        .slice(0, 16)
    : ''

/** The first number the service would give; null while the entries make none. */
export function firstNumber(values: NewService): string | null {
  const { numbers } = values
  if (!numbers) return null
  const serial = /^\d{1,30}$/.exec(numbers.startNo?.trim() ?? '')
  const scheme = NUMBER_SCHEMES.find((one) => one === numbers.scheme)
  if (!serial || !scheme) return null
  const end = /^\d{1,30}$/.exec(numbers.endNo?.trim() ?? '') ?? serial
  const segment = {
    scheme,
    prefix: numbers.prefix?.trim() || prefixOf(values),
    suffix: numbers.suffix?.trim() ?? '',
    checkRule: numbers.checkRule || null,
    start: BigInt(serial[0]),
    end: BigInt(end[0]),
    next: BigInt(serial[0]),
  } as NumberSegment
  return segmentIssue(segment) === null ? numberAt(segment, segment.start) : null
}

const priced = (lines: readonly PriceLine[]) => lines.filter(({ upTo }) => upTo.trim() !== '')

function rowsOf(countries: readonly string[], prefixes: string): Record<string, unknown>[] {
  const begin = prefixes.split(/[\s,;，；]+/).filter(Boolean)
  return countries.flatMap((country) =>
    begin.length === 0
      ? [{ country, matchType: 'ALL' }]
      : begin.map((valueFrom) => ({ country, matchType: 'PREFIX', valueFrom })),
  )
}

/** The step a refused path of the body is entered in. */
export function stepOf(path: string): Step {
  const [head = '', field = ''] = path.split('.')
  if (head === 'zones' || head === 'prices' || head === 'numbers') return head
  if (head !== 'service') return 'basics'
  if (/^(thWeight|weightStep|rounding|wholeCm|volume|bubble)/.test(field)) return 'weight'
  return field.startsWith('label') ? 'label' : 'basics'
}

/** What a step lacks before the next one makes sense, as the body's paths. */
export function lacking(step: Step, values: NewService): string[] {
  const { service, zones, lines } = values
  const empty = (value: unknown) => value === null || String(value).trim() === ''
  switch (step) {
    case 'basics':
      return [
        ...['code', 'name', 'channelId']
          .filter((name) => empty(service[name]))
          .map((name) => `service.${name}`),
        ...(values.customerIds?.length === 0 ? ['customerIds'] : []),
      ]
    case 'zones':
      return zones.flatMap(({ code, countries }, at) => [
        ...(empty(code) ? [`zones.${at}.code`] : []),
        ...(countries.length === 0 ? [`zones.${at}.countries`] : []),
      ])
    case 'prices':
      return priced(lines).length === 0
        ? ['prices.rows.0.upTo']
        : priced(lines).flatMap(({ prices }, row) =>
            zones.flatMap((_, at) =>
              empty(prices[at] ?? '') ? [`prices.rows.${row}.prices.${at}`] : [],
            ),
          )
    default:
      return []
  }
}

/** A block of cells as spreadsheets copy it, put in from a cell on; new lines are added below. */
export function pasted(
  lines: readonly PriceLine[],
  zones: number,
  at: { row: number; column: number },
  text: string,
): PriceLine[] {
  const block = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  const result = lines.map((line) => ({ ...line, prices: [...line.prices] }))
  for (const [down, cells] of block.entries()) {
    const row = at.row + down
    while (result.length <= row) result.push({ upTo: '', prices: [] })
    for (const [across, cell] of cells.entries()) {
      const column = at.column + across
      if (column < 0) result[row]!.upTo = cell
      else if (column < zones) result[row]!.prices[column] = cell
    }
  }
  return result
}
