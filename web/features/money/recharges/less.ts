import { formatMoney, parseMoney } from '#contracts/kit/money.ts'

/** An amount less another one of the same currency; never below zero. */
export function less(amount: string, taken: string, currency: string): string {
  const of = (text: string) => parseMoney(text, currency, 'nonNegative')?.minor ?? 0n
  const minor = of(amount) - of(taken)
  return formatMoney({ minor: minor > 0n ? minor : 0n, currency })
}
