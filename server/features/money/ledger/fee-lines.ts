import { TAX_ITEM } from '#contracts/money/tax.ts'
import {
  splitTax,
  taxOf,
  taxTermsAs,
  type SplitTax,
  type TaxTerms,
} from '#server/features/money/tax/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { taxRef, type Line } from './lines.ts'

interface Fee {
  customerId: string
  tradeItem: string
  minor: bigint
  currency: string
  /** What the charge is for, as customers read it. */
  note: string
}

/** A fee and the tax on it; all of it where nothing is taxed. */
export function splitFee(
  terms: TaxTerms | null,
  tradeItem: string,
  minor: bigint,
): { net: bigint; taxes: SplitTax['taxes'] } {
  if (!terms) return { net: minor, taxes: [] }
  const { nets, taxes } = splitTax([{ minor, tax: taxOf(terms, tradeItem) }], terms.prices)
  return { net: nets[0]!, taxes }
}

/** The lines of a fee a customer is charged, with the tax on it by the customer's terms. */
export async function feeLines(
  tx: Tx,
  { customerId, tradeItem, minor, currency, note }: Fee,
): Promise<Line[]> {
  const terms = await taxTermsAs(tx, customerId, null)
  const tax = terms ? taxOf(terms, tradeItem) : null
  const { net, taxes } = splitFee(terms, tradeItem, minor)
  const customer = { kind: 'customer', customerId, currency } as const
  return [
    {
      account: customer,
      minor: -net,
      trade: { tradeItem, ...(tax ? { tax } : {}), note },
    },
    { account: { kind: 'revenue', ref: tradeItem, customerId, currency }, minor: net },
    ...taxes.flatMap((one): Line[] => [
      { account: customer, minor: -one.minor, trade: { tradeItem: TAX_ITEM, tax: one.tax, note } },
      {
        account: { kind: 'tax', ref: taxRef(one.tax), customerId, currency },
        minor: one.minor,
      },
    ]),
  ]
}
