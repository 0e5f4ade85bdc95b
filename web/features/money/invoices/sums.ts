import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { formatNumber } from '../../../kit/text/formats.ts'

type Amounts = readonly { gross: string }[]

/** What amounts of one currency come to, with their tax. */
export const sumOf = (rows: Amounts, currency: string): string =>
  formatMoney({
    minor: rows.reduce(
      (sum, { gross }) => sum + (parseMoney(gross, currency, 'any')?.minor ?? 0n),
      0n,
    ),
    currency,
  })

/** The same by currency, in words: `1,200.00 EUR + 35.00 USD`. */
export const sumsOf = (rows: readonly (Amounts[number] & { currency: string })[]): string =>
  [...new Set(rows.map(({ currency }) => currency))]
    .map((one) => {
      const own = rows.filter(({ currency }) => currency === one)
      return `${formatNumber(sumOf(own, one))} ${one}`
    })
    .join(' + ')
