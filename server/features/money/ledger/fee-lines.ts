import { TAX_ITEM } from '#contracts/money/tax.ts'
import { splitTax, taxOf, taxTermsAs } from '#server/features/money/tax/index.ts'
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

/** The lines of a fee a customer is charged, with the tax on it by the customer's terms. */
export async function feeLines(
  tx: Tx,
  { customerId, tradeItem, minor, currency, note }: Fee,
): Promise<Line[]> {
  const terms = await taxTermsAs(tx, customerId, null)
  const tax = terms ? taxOf(terms, tradeItem) : null
  const { nets, taxes } =
    terms && tax
      ? splitTax([{ minor, tax }], terms.prices)
      : { nets: [minor], taxes: [] as { tax: NonNullable<typeof tax>; minor: bigint }[] }
  const customer = { kind: 'customer', customerId, currency } as const
  return [
    {
      account: customer,
      minor: -nets[0]!,
      trade: { tradeItem, ...(tax ? { tax } : {}), note },
    },
    { account: { kind: 'revenue', ref: tradeItem, customerId, currency }, minor: nets[0]! },
    ...taxes.flatMap((one): Line[] => [
      { account: customer, minor: -one.minor, trade: { tradeItem: TAX_ITEM, tax: one.tax, note } },
      {
        account: { kind: 'tax', ref: taxRef(one.tax), customerId, currency },
        minor: one.minor,
      },
    ]),
  ]
}
