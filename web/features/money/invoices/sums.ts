import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { formatNumber } from '../../../kit/text/formats.ts'

type Amounts = readonly { gross: string }[]
const minorOf = (amount: string | null, currency: string): bigint =>
  parseMoney(amount ?? '0', currency, 'any')?.minor ?? 0n

/** What amounts of one currency come to, with their tax. */
export const sumOf = (rows: Amounts, currency: string): string =>
  formatMoney({
    minor: rows.reduce((sum, { gross }) => sum + minorOf(gross, currency), 0n),
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

/** What of an invoice was not credited. */
export const leftOf = (
  { gross, credited }: { gross: string | null; credited: string | null },
  currency: string,
): string =>
  formatMoney({ minor: minorOf(gross, currency) - minorOf(credited, currency), currency })
