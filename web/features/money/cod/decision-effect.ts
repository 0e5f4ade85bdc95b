import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { isUnclear, type CodDecision } from '#contracts/money/cod/cod.states.ts'
import type { ItemRow, LineRow } from './rows.ts'

/** Sums of chosen lines in one currency, minor units; an order with several lines counts once. */
interface DifferenceSums {
  currency: string
  orders: number
  customers: string[]
  expected: bigint
  collected: bigint
  /** What is missing of orders, and what came in addition. */
  short: bigint
  over: bigint
  /** Of no order: what came, and what the carrier took back. */
  unclear: bigint
  takenBack: bigint
  unclearLines: number
}

const NONE = {
  orders: 0,
  expected: 0n,
  collected: 0n,
  short: 0n,
  over: 0n,
  unclear: 0n,
  takenBack: 0n,
  unclearLines: 0,
}

export function differenceSums(
  rows: readonly LineRow[],
  items: readonly ItemRow[],
): DifferenceSums[] {
  const sums = new Map<string, DifferenceSums>()
  const at = (currency: string): DifferenceSums => {
    const made = { ...NONE, currency, customers: [] }
    const found = sums.get(currency) ?? made
    sums.set(currency, found)
    return found
  }
  const orders = new Set(
    rows.flatMap(({ kind, itemId }) => (itemId && !isUnclear(kind ?? '') ? [itemId] : [])),
  )
  for (const { id, currency, expected, collected, customerId_dictText } of items) {
    if (!orders.has(id) || currency === null) continue
    const of = at(currency)
    const [wanted, came] = [minor(expected, currency), minor(collected, currency)]
    of.orders += 1
    of.expected += wanted
    of.collected += came
    if (came < wanted) of.short += wanted - came
    else of.over += came - wanted
    const name = customerId_dictText ?? ''
    if (!of.customers.includes(name)) of.customers.push(name)
  }
  for (const { kind, currency, amount } of rows) {
    if (!isUnclear(kind ?? '') || currency === null) continue
    const of = at(currency)
    const came = minor(amount, currency)
    of.unclearLines += 1
    if (came < 0n) of.takenBack -= came
    else of.unclear += came
  }
  return [...sums.values()]
}

/** What a decision books of them: keys of texts below `decide.effect` with their amounts. */
export function effectsOf(
  decision: CodDecision,
  of: DifferenceSums,
): { key: string; amount: string }[] {
  const { expected, collected, short, over, unclear, takenBack } = of
  const parts: [string, bigint][] =
    decision === 'claim'
      ? [
          ['claimed', short],
          ['open', over + unclear + takenBack],
        ]
      : decision === 'accept'
        ? [
            ['gets', expected],
            ['companyBears', short],
            ['companyKeeps', over],
            ['unclearKept', unclear],
            ['unclearBorne', takenBack],
          ]
        : [
            ['gets', collected],
            ['customerBears', short],
            ['customerKeeps', over],
          ]
  return parts
    .filter(([, sum]) => sum > 0n)
    .map(([key, sum]) => ({ key, amount: formatMoney({ minor: sum, currency: of.currency }) }))
}

const minor = (text: string | null, currency: string): bigint =>
  parseMoney(text ?? '', currency, 'any')?.minor ?? 0n
