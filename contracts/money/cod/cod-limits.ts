import { isCurrency, parseMoney } from '../../kit/money.ts'

/** Most that is collected in a currency, minor units. */
export type CodLimits = ReadonlyMap<string, bigint>

/**
 * `EUR 3000, PLN 10000`: currencies a service collects in with the most it takes. Null where the
 * text is no such list; empty where nothing is collected.
 */
export function codLimitsOf(text: string | null | undefined): CodLimits | null {
  const limits = new Map<string, bigint>()
  for (const part of (text ?? '').split(/[,，;；\n]+/)) {
    const plain = part.trim()
    if (plain === '') continue
    const [, code = '', amount = ''] = /^([A-Za-z]{3})\s+(\d+(?:\.\d+)?)$/.exec(plain) ?? []
    const currency = code.toUpperCase()
    const money = isCurrency(currency) ? parseMoney(amount, currency, 'positive') : null
    if (!money || limits.has(currency)) return null
    limits.set(currency, money.minor)
  }
  return limits
}
