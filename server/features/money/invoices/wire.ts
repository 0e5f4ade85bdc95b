import { formatMoney } from '#contracts/kit/money.ts'
import type { InvoiceLine, VatLine } from '#contracts/money/invoices.parts.ts'
import type { GroupedLine, GroupedVat } from './group-trades.ts'

/** Minor units as answers carry them. */
export const wire = (minor: bigint | string, currency: string): string =>
  formatMoney({ minor: BigInt(minor), currency })

export const wireLine = ({ net, ...line }: GroupedLine, currency: string): InvoiceLine => ({
  ...line,
  net: wire(net, currency),
})
export const wireVat = ({ taxable, tax, ...vat }: GroupedVat, currency: string): VatLine => ({
  ...vat,
  taxable: wire(taxable, currency),
  tax: wire(tax, currency),
})

/** VAT as an invoice keeps it: amounts as text. */
export interface StoredVat {
  country: string | null
  category: string | null
  rate: number | null
  taxable: string
  tax: string
}
export const storedVat = ({ taxable, tax, ...vat }: GroupedVat): StoredVat => ({
  ...vat,
  taxable: taxable.toString(),
  tax: tax.toString(),
})
export const readVat = ({ taxable, tax, ...vat }: StoredVat): GroupedVat => ({
  ...vat,
  taxable: BigInt(taxable),
  tax: BigInt(tax),
})
