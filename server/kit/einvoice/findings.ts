import type { ErrorCode, RawIssue } from '#server/kit/http/errors.ts'
import { parseDecimal } from '#contracts/kit/units.ts'
import { formatMoney, minorUnits } from '#contracts/kit/money.ts'
import type { EInvoice, VatOf } from './model.ts'

/** A broken rule: `rule` is its number in EN 16931 or XRechnung, `path` the field of `EInvoice`. */
export interface EInvoiceFinding extends RawIssue {
  readonly rule: string
}

/** What the checks write into. */
export class Findings {
  readonly all: EInvoiceFinding[] = []
  readonly #currency: string

  constructor(invoice: Pick<EInvoice, 'currency'>) {
    this.#currency = invoice.currency
  }

  add(rule: string, path: string, code: ErrorCode, data: Record<string, unknown> = {}): void {
    this.all.push({ rule, path, code, data: { rule, ...data } })
  }

  required(rule: string, path: string, value: string | undefined): void {
    if (!value?.trim()) this.add(rule, path, 'einvoice.required')
  }

  /** An amount that others determine. */
  sum(rule: string, path: string, is: bigint, must: bigint): void {
    if (is !== must)
      this.add(rule, path, 'einvoice.sum', { is: this.#amount(is), must: this.#amount(must) })
  }

  /**
   * Tax may differ from the computed amount by less than one currency unit. The standard computes
   * with two decimals in every currency.
   */
  tax(rule: string, path: string, is: bigint, taxable: bigint, rate: bigint): void {
    const scale = minorUnits(this.#currency)
    const up = 10n ** BigInt(Math.max(2 - scale, 0))
    const unit = 10n ** BigInt(Math.max(scale, 2))
    const off = is * up - taxOn(taxable * up, rate)
    if (off >= unit || -off >= unit) {
      const must = this.#amount(taxOn(taxable, rate))
      this.add(rule, path, 'einvoice.tax', { is: this.#amount(is), must })
    }
  }

  #amount(minor: bigint): string {
    return `${formatMoney({ minor, currency: this.#currency })} ${this.#currency}`
  }
}

/** Rates have four decimals at most. */
const RATE_SCALE = 4

/** A rate in ten-thousandths of a per cent; null for none or no number. */
export const rateOf = ({ rate }: VatOf): bigint | null =>
  rate === null ? null : parseDecimal(rate, RATE_SCALE)

/** Tax on an amount, commercially rounded to the currency's minor unit. */
export function taxOn(taxable: bigint, rate: bigint): bigint {
  const whole = 100n * 10n ** BigInt(RATE_SCALE)
  const product = (taxable < 0n ? -taxable : taxable) * rate
  const rounded = (product + whole / 2n) / whole
  return taxable < 0n ? -rounded : rounded
}

/** What of the breakdown a line or adjustment belongs to: only S has several rates. */
export const vatKey = (of: VatOf): string =>
  of.category === 'S' ? `S ${rateOf(of) ?? ''}` : of.category

/** The same for a reader: `S 19 %`. */
export const vatLabel = ({ category, rate }: VatOf): string =>
  rate === null ? category : `${category} ${rate} %`
