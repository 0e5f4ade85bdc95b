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

  /** An amount that may differ from the computed one by less than one currency unit. */
  near(rule: string, path: string, is: bigint, must: bigint): void {
    const unit = 10n ** BigInt(minorUnits(this.#currency))
    const off = is - must
    if (off >= unit || -off >= unit)
      this.add(rule, path, 'einvoice.tax', { is: this.#amount(is), must: this.#amount(must) })
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

/** What of the breakdown a line or adjustment belongs to. */
export const vatKey = (of: VatOf): string => `${of.category} ${rateOf(of) ?? ''}`.trim()
