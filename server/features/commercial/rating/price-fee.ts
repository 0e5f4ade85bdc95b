import type { Explanation } from '#contracts/commercial/rating.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { compareIds, isValidOn, shareOf } from './tariff.ts'
import type { FeeCell, FeeTable, RatingIssue } from './tariff.ts'

export type PricedCell = Explanation & { cell: FeeCell; amount: bigint }
export type PriceResult = { ok: true; price: PricedCell } | { ok: false; issue: RatingIssue }

const END = Number.MAX_SAFE_INTEGER
const byBracket = (a: FeeCell, b: FeeCell) =>
  (a.upTo ?? END) - (b.upTo ?? END) || compareIds(a.id, b.id)

/** The version of a day: active, valid, and of several the one that started last. */
export function feeOn(fees: readonly FeeTable[], date: string): FeeTable | null {
  const valid = fees.filter((fee) => fee.active && isValidOn(fee, date))
  if (valid.length < 2) return valid[0] ?? null
  return (
    valid.toSorted(
      (a, b) => (b.validFrom ?? '').localeCompare(a.validFrom ?? '') || compareIds(a.id, b.id),
    )[0] ?? null
  )
}

const zones = new WeakMap<readonly FeeCell[], ReadonlyMap<string, readonly FeeCell[]>>()
/** The cells of a zone, lightest first; a table's are sorted once. */
function cellsIn(cells: readonly FeeCell[], partitionId: string): readonly FeeCell[] {
  let byZone = zones.get(cells)
  if (!byZone) {
    byZone = new Map(
      [...Map.groupBy(cells, (cell) => cell.partitionId)].map(([id, group]) => [
        id,
        group.toSorted(byBracket),
      ]),
    )
    zones.set(cells, byZone)
  }
  return byZone.get(partitionId) ?? []
}

/** Freight of `grams` in a zone. B counts started steps; C and D round half up. */
export function priceFreight(
  fee: FeeTable,
  partition: { id: string; code: string },
  grams: number,
): PriceResult {
  const cells = cellsIn(fee.cells, partition.id)
  const refuse = (code: string, params: Record<string, string>, ruleId?: string): PriceResult => ({
    ok: false,
    issue: { code: `rate.${code}`, params, ...(ruleId === undefined ? {} : { ruleId }) },
  })
  const last = cells.at(-1)
  if (!last) return refuse('noCell', { zone: partition.code })
  const cell =
    fee.stepMode === 'B'
      ? firstWeightCell(cells, grams)
      : cells.find((c) => c.upTo === null || grams <= c.upTo)
  if (!cell)
    return refuse('tooHeavy', {
      kg: gramsToKg(grams),
      limit: gramsToKg(last.upTo ?? 0),
      zone: partition.code,
    })
  if (cellIssue(fee, cell)) return refuse('badCell', { zone: partition.code }, cell.id)

  const money = (amount: bigint) => formatMoney({ minor: amount, currency: fee.currency })
  const priced = (amount: bigint, code: string, params: Record<string, string>): PriceResult => ({
    ok: true,
    price: {
      cell,
      amount,
      code: `freight.${code}`,
      params: { kg: gramsToKg(grams), currency: fee.currency, ...params },
    },
  })
  const weight = BigInt(grams)
  switch (fee.stepMode) {
    case 'A':
      return cell.upTo === null
        ? priced(cell.price, 'flat', { price: money(cell.price) })
        : priced(cell.price, 'bracket', { limit: gramsToKg(cell.upTo), price: money(cell.price) })
    case 'B': {
      const first = cell.upTo ?? 0
      const params = { first: gramsToKg(first), price: money(cell.price) }
      if (grams <= first) return priced(cell.price, 'first', params)
      if (cell.step === null || cell.stepPrice === null)
        return refuse('tooHeavy', {
          kg: gramsToKg(grams),
          limit: gramsToKg(first),
          zone: partition.code,
        })
      const steps = BigInt(Math.ceil((grams - first) / cell.step))
      return priced(cell.price + steps * cell.stepPrice, 'continued', {
        ...params,
        steps: steps.toString(),
        step: gramsToKg(cell.step),
        stepPrice: money(cell.stepPrice),
      })
    }
    case 'C': {
      const amount = shareOf(cell.price, weight, 1000n)
      const minimum = cell.minPrice ?? 0n
      return amount < minimum
        ? priced(minimum, 'perKgMinimum', { price: money(cell.price), minimum: money(minimum) })
        : priced(amount, 'perKg', { price: money(cell.price) })
    }
    case 'D': {
      const perKg = cell.stepPrice ?? 0n
      return priced(cell.price + shareOf(perKg, weight, 1000n), 'fixedPerKg', {
        fixed: money(cell.price),
        price: money(perKg),
      })
    }
  }
}

/**
 * Several first weights of a zone continue one another: the highest that is passed, or the lowest.
 */
function firstWeightCell(cells: readonly FeeCell[], grams: number): FeeCell | undefined {
  return cells.findLast((cell) => (cell.upTo ?? END) < grams) ?? cells[0]
}

/** A price beyond it could come to more than an amount holds, for the heaviest parcel there is. */
export const MAX_PRICE = 10_000_000_000n

function cellIssue(fee: Pick<FeeTable, 'stepMode'>, cell: FeeCell): string | null {
  if (cell.price < 0n || (cell.stepPrice ?? 0n) < 0n || (cell.minPrice ?? 0n) < 0n)
    return 'negative'
  if ([cell.price, cell.stepPrice ?? 0n, cell.minPrice ?? 0n].some((one) => one > MAX_PRICE))
    return 'overflow'
  if (cell.upTo !== null && cell.upTo <= 0) return 'bracket'
  if (fee.stepMode === 'B' && cell.upTo === null) return 'firstWeight'
  if (fee.stepMode === 'B' && (cell.step === null) !== (cell.stepPrice === null)) return 'step'
  if (fee.stepMode === 'B' && cell.step !== null && cell.step <= 0) return 'step'
  return fee.stepMode === 'D' && cell.stepPrice === null ? 'perKg' : null
}

/**
 * What is wrong with a fee table, for the grid editor and for activation: broken cells, two of one
 * bracket, weights in between without a price, and (`rate.cell.falls`, a warning) a heavier parcel
 * that would cost less.
 */
export function checkFeeTable(fee: FeeTable): RatingIssue[] {
  const issues: RatingIssue[] = fee.cells.flatMap((cell) => {
    const problem = cellIssue(fee, cell)
    return problem ? [{ code: `rate.cell.${problem}`, params: {}, ruleId: cell.id }] : []
  })
  if (!fee.cells.length) issues.push({ code: 'rate.cell.none', params: {} })
  if (issues.length) return issues
  for (const [partitionId, group] of Map.groupBy(fee.cells, (cell) => cell.partitionId)) {
    const cells = group.toSorted(byBracket)
    const alone = { ...fee, cells }
    const priceAt = (grams: number) => {
      const result = priceFreight(alone, { id: partitionId, code: '' }, grams)
      return result.ok ? result.price.amount : null
    }
    for (const [i, cell] of cells.entries()) {
      const before = cells[i - 1]
      if (!before) continue
      if (before.upTo === cell.upTo) {
        issues.push({ code: 'rate.cell.twice', params: {}, ruleId: cell.id })
        continue
      }
      if (fee.stepMode === 'B' && before.step === null) {
        const params = { from: gramsToKg(before.upTo ?? 0), to: gramsToKg(cell.upTo ?? 0) }
        issues.push({ code: 'rate.cell.gap', params, ruleId: before.id })
      }
      // Prices can only fall where one cell hands over to the next: just before and just behind.
      const edge = fee.stepMode === 'B' ? cell.upTo : before.upTo
      const [under, over] = edge === null ? [null, null] : [priceAt(edge), priceAt(edge + 1)]
      if (under !== null && over !== null && over < under)
        issues.push({
          code: 'rate.cell.falls',
          params: { kg: gramsToKg(edge ?? 0) },
          ruleId: cell.id,
        })
    }
  }
  return issues
}
