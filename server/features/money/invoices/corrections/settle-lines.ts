import { TAX_ITEM, type TaxCategory } from '#contracts/money/tax.ts'
import { taxRef, type Line } from '#server/features/money/ledger/index.ts'
import type { GroupedVat } from '../group-trades.ts'
import type { Invoice } from '../invoice-row.ts'
import { readVat } from '../wire.ts'

/** The fee item what is given up is booked under. */
export const ITEMS = { writeOff: 'writeOff', discount: 'cashDiscount' } as const
export type GivenUpAs = keyof typeof ITEMS

/**
 * The parts of an amount by the gross of tax rows. No part falls where the amount grows, and all of
 * it is all of each row: what is left is parted over the rows that are left.
 */
export function partsOf(
  vat: readonly Pick<GroupedVat, 'taxable' | 'tax'>[],
  minor: bigint,
): { net: bigint; tax: bigint }[] {
  let left = minor
  let of = vat.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)
  return vat.map(({ taxable, tax }) => {
    const own = taxable + tax
    const gross = of === 0n ? 0n : (left * own) / of
    left -= gross
    of -= own
    const share = own === 0n ? 0n : (2n * gross * tax + own) / (2n * own)
    return { net: gross - share, tax: share }
  })
}

/**
 * What is given up beyond what was before, by tax row: however many parts it comes in, their VAT is
 * that of one part of their sum.
 */
export function partsBeyond(
  vat: readonly Pick<GroupedVat, 'taxable' | 'tax'>[],
  before: bigint,
  minor: bigint,
): { net: bigint; tax: bigint }[] {
  const was = partsOf(vat, before)
  return partsOf(vat, before + minor).map(({ net, tax }, at) => ({
    net: net - was[at]!.net,
    tax: tax - was[at]!.tax,
  }))
}

/**
 * What is posted where `minor` more is given up of an invoice than `before`; below zero: less, which
 * takes back. What is given up in all has always the VAT of its sum.
 */
export function settleLines(
  row: Invoice,
  { before, minor, as }: { before: bigint; minor: bigint; as: GivenUpAs },
): Line[] {
  const { customerId, currency, number, side } = row
  const item = ITEMS[as]
  const vat = row.vat.map(readVat)
  return partsBeyond(vat, before, minor).flatMap(({ net, tax }, at): Line[] => {
    const { country, category, rate } = vat[at]!
    const facts =
      country === null || category === null || rate === null
        ? null
        : { country, category: category as TaxCategory, rate }
    const trade = { note: number!, ...(facts ? { tax: facts } : {}) }
    const account = { kind: side, customerId, currency } as const
    return [
      ...pair(
        { account, minor: net, trade: { ...trade, tradeItem: item } },
        {
          kind: 'adjustment',
          ref: item,
          currency,
        },
      ),
      ...(facts
        ? pair(
            { account, minor: tax, trade: { ...trade, tradeItem: TAX_ITEM } },
            {
              kind: 'tax',
              ref: taxRef(facts),
              customerId,
              currency,
            },
          )
        : []),
    ]
  })
}

const pair = (line: Line, other: Line['account']): Line[] =>
  line.minor === 0n ? [] : [line, { account: other, minor: -line.minor }]
