import type { MatchType } from '#contracts/commercial/rating.ts'
import { MATCH_TYPES } from '#contracts/commercial/rating.ts'
import type { RoutingColumn, RoutingMapping } from '#contracts/commercial/zones/routing.ts'
import {
  BRITISH_OUTWARD,
  isBritish,
  normalisePostcode,
  partitionRowIssue,
  ruleKeys,
  type AreaRule,
  type RuleKeys,
} from '#server/features/commercial/rating/index.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'

/** A row as it is stored; `country` null for everywhere else. */
export interface RoutingRow {
  rowNo: number
  country: string | null
  matchType: MatchType
  valueFrom: string | null
  valueTo: string | null
  priority: number
  sortCode: string
  gate: string | null
  destDepot: string | null
  barcodeText: string | null
  keys: RuleKeys
}

const LENGTHS: Readonly<Partial<Record<RoutingColumn, number>>> = {
  sortCode: 24,
  gate: 24,
  destDepot: 24,
  barcodeText: 80,
  valueFrom: 200,
  valueTo: 200,
}

/** Digits of a whole postcode: what a spreadsheet made of 01067 gets its zero back. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...'AT AU BE BG CH CY DK HU LI LU NO NZ SI'.split(' ').map((code) => [code, 4] as const),
  ...'CZ DE EE ES FI FR GR HR IT KR LT MC MX MY PL RS SE SK SM TH TR UA US VN'
    .split(' ')
    .map((code) => [code, 5] as const),
  ...'CN IN RO SG'.split(' ').map((code) => [code, 6] as const),
])
/** 10115–10999 in one cell; a hyphen without blanks is part of a Polish code. */
const RANGE = /–|—|\.\.| - | bis | to /i
const ANY = new Set(['', '*', '%'])

/** What stands before and behind the first sign of a range; one value is both. */
function boundsOf(text: string): [low: string, high: string] {
  const sign = RANGE.exec(text)
  const low = text.slice(0, sign?.index ?? 0).trim()
  const high = text.slice((sign?.index ?? 0) + (sign?.[0].length ?? 0)).trim()
  return sign && low !== '' && high !== '' ? [low, high] : [text, '']
}

export interface RowReader {
  (cells: readonly string[], rowNo: number): { row: RoutingRow } | { issues: RawIssue[] }
}

/** Reads rows by a mapping; `isCountry` knows the countries there are. */
export function rowReader(
  { columns, country: fixed, whole }: RoutingMapping,
  isCountry: (code: string) => boolean,
): RowReader {
  return (cells, rowNo) => {
    const issues: RawIssue[] = []
    const text = (column: RoutingColumn): string => {
      const at = columns[column]
      const value = at === undefined ? '' : (cells[at] ?? '').trim()
      if (value.length > (LENGTHS[column] ?? 40))
        issues.push({ path: column, code: 'field.tooLong' })
      return value
    }
    const named = text('country').toUpperCase()
    const country = ANY.has(named) ? (fixed ?? '') : named
    if (country !== '' && !isCountry(country)) issues.push({ path: 'country', code: 'field.dict' })
    const area = areaOf(text('matchType').toUpperCase(), text('valueFrom'), text('valueTo'), {
      country,
      whole,
    })
    if (!area) issues.push({ path: 'matchType', code: 'field.dict' })
    else if (country === '' && area.matchType !== 'ALL')
      issues.push({ path: 'country', code: 'field.required' })
    const priority = text('priority')
    if (!/^-?\d{0,4}$/.test(priority)) issues.push({ path: 'priority', code: 'field.int' })
    const sortCode = text('sortCode')
    if (sortCode === '') issues.push({ path: 'sortCode', code: 'field.required' })
    const rule: AreaRule = {
      id: '0',
      country,
      matchType: area?.matchType ?? 'ALL',
      from: area?.from || null,
      to: area?.to || null,
      priority: Number(priority) || 0,
      validFrom: null,
      validTo: null,
    }
    const wrong = issues.length === 0 && country !== '' ? partitionRowIssue(rule) : null
    if (wrong) issues.push({ path: 'valueFrom', code: asErrorCode(wrong.code), data: wrong.params })
    if (issues.length > 0) return { issues }
    return {
      row: {
        rowNo,
        country: country || null,
        matchType: rule.matchType,
        valueFrom: rule.from,
        valueTo: rule.to,
        priority: rule.priority,
        sortCode,
        gate: text('gate') || null,
        destDepot: text('destDepot') || null,
        barcodeText: text('barcodeText') || null,
        keys: ruleKeys(rule),
      },
    }
  }
}

interface Area {
  matchType: MatchType
  from: string
  to: string
}

/** What is meant by one or two codes, where the file has no column for it. */
function areaOf(
  type: string,
  first: string,
  second: string,
  { country, whole }: { country: string; whole: boolean },
): Area | null {
  if (type !== '') {
    const known = MATCH_TYPES.find((one) => one === type)
    return known ? { matchType: known, from: first, to: second } : null
  }
  const [low, high] = second === '' ? boundsOf(first) : [first, second]
  if (ANY.has(low) && ANY.has(high)) return { matchType: 'ALL', from: '', to: '' }
  if (high !== '' && normalisePostcode(low) !== normalisePostcode(high))
    return { matchType: 'RANGE', from: low, to: high }
  const prefix = low.replace(/(?<![*%])[*%]+$/, '')
  if (prefix !== '' && prefix !== low) return { matchType: 'PREFIX', from: prefix, to: '' }
  if (isBritish(country) && BRITISH_OUTWARD.test(normalisePostcode(low)))
    return { matchType: 'RANGE', from: low, to: low }
  const digits = DIGITS.get(country) ?? 0
  return {
    matchType: 'PREFIX',
    from: whole && /^\d+$/.test(low) ? low.padStart(digits, '0') : low,
    to: '',
  }
}
