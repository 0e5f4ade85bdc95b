import type { SheetRow } from '#contracts/commercial/fee-versions.ts'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { kgToGrams } from '#contracts/kit/units.ts'
import { checkFeeTable, type FeeCell } from '#server/features/commercial/rating/index.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode, translateError } from '#server/kit/http/texts.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { sheetIssue } from '#contracts/commercial/fee-versions.ts'
import type { z } from 'zod'
import type { PriceTable } from './price-tables.ts'
import { rowsOf, type Zone } from './price-cells.ts'

export type SheetIssue = z.infer<typeof sheetIssue>
export interface CheckedSheet {
  cells: FeeCell[]
  refused: RawIssue[]
  issues: SheetIssue[]
}
/** What the database holds of grams. */
const MAX_GRAMS = 2_000_000_000

const filled = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== ''

/** A row without any price has no effect, whatever its weight. */
const isEmpty = ({ prices, seconds }: SheetRow) => !prices.some(filled) && !seconds.some(filled)

/**
 * The cells a sheet means. `refused`: what cannot be kept, at its place (`rows.3.prices.0`);
 * `issues`: what is kept and should be looked at, and zones without any price.
 */
export function checkSheet(
  lang: Lang,
  table: PriceTable,
  zones: readonly Zone[],
  rows: readonly SheetRow[],
): CheckedSheet {
  const refused: RawIssue[] = []
  const cells: FeeCell[] = []
  const weight = (text: string | null, path: string): number | null => {
    if (!filled(text)) return null
    const grams = kgToGrams(text.trim())
    if (grams === null) refused.push({ path, code: 'field.decimal', data: { scale: 3 } })
    else if (grams <= 0 || grams > MAX_GRAMS) refused.push({ path, code: 'rate.cell.bracket' })
    else return grams
    return null
  }
  const amount = (text: string | null | undefined, path: string): bigint | null => {
    if (!filled(text)) return null
    const issue = moneyIssue(text.trim(), table.currency, 'nonNegative')
    if (issue)
      refused.push({ path, code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } })
    return issue ? null : (parseMoney(text.trim(), table.currency, 'nonNegative')?.minor ?? null)
  }
  const seen = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    if (isEmpty(row)) continue
    const upTo = weight(row.upTo, `rows.${at}.upTo`)
    const step = table.stepMode === 'B' ? weight(row.step, `rows.${at}.step`) : null
    const line = `${upTo}/${step}`
    if (seen.has(line)) refused.push({ path: `rows.${at}.upTo`, code: 'rate.cell.twice' })
    seen.set(line, at)
    for (const [col, zone] of zones.entries()) {
      const price = amount(row.prices[col], `rows.${at}.prices.${col}`)
      const second =
        table.stepMode === 'A' ? null : amount(row.seconds[col], `rows.${at}.seconds.${col}`)
      if (price === null) {
        if (second !== null)
          refused.push({ path: `rows.${at}.prices.${col}`, code: 'field.required' })
        continue
      }
      cells.push({
        id: `${at}:${col}`,
        partitionId: zone.id,
        upTo,
        price,
        // A zone without continued weights ends with the first one.
        step: second === null ? null : step,
        stepPrice: table.stepMode === 'C' ? null : second,
        minPrice: table.stepMode === 'C' ? second : null,
      })
    }
  }
  if (refused.length > 0) return { cells, refused, issues: [] }
  const issues: SheetIssue[] = []
  for (const { code, params, ruleId = '' } of cells.length > 0
    ? checkFeeTable({ ...table, active: true, surcharges: [], cells })
    : []) {
    const [row = 0, zone = 0] = ruleId.split(':').map(Number)
    if (code === 'rate.cell.falls')
      issues.push({
        level: 'warning',
        row,
        zone,
        code,
        message: translateError(lang, code, params),
      })
    else
      refused.push({
        path: `rows.${row}.${placeOf(code)}.${zone}`,
        code: asErrorCode(code),
        data: params,
      })
  }
  const priced = new Set(cells.map(({ partitionId }) => partitionId))
  for (const [at, zone] of zones.entries())
    if (!priced.has(zone.id)) {
      const code = 'feeVersion.zoneMissing'
      const message = translateError(lang, code, { zone: zone.code })
      issues.push({ level: 'missing', row: null, zone: at, code, message })
    }
  return { cells, refused, issues }
}

const OF_SECONDS = ['rate.cell.step', 'rate.cell.perKg', 'rate.cell.gap']
const placeOf = (code: string): 'prices' | 'seconds' =>
  OF_SECONDS.includes(code) ? 'seconds' : 'prices'

/** What is there of a version, looked at as if it were saved now. */
export function issuesOfCells(
  lang: Lang,
  table: PriceTable,
  zones: readonly Zone[],
  cells: readonly FeeCell[],
): CheckedSheet {
  return checkSheet(lang, table, zones, rowsOf(table, cells, zones))
}
