import { setMoment } from './demo-recharges.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { post, taxRef, type Line } from './features/money/ledger/index.ts'
import { splitTax, taxOf, taxTermsAs } from './features/money/tax/index.ts'
import type { Tx } from './kit/access/ctx.ts'

/** Customers with a contract in another currency: what each month's storage costs them. */
const CONTRACTS: Readonly<Record<string, { currency: string; minor: bigint; note: string }>> = {
  C1001: { currency: 'CNY', minor: 268_000n, note: '月度仓储费' },
  C1005: { currency: 'USD', minor: 41_500n, note: 'Storage of the month' },
  C1008: { currency: 'USD', minor: 27_250n, note: 'Storage of the month' },
}
const STORAGE = '11'

/** Charges the storage of a month by the contract of a customer; nothing where it has none. */
export async function chargeAbroad(
  tx: Tx,
  { customerId, code }: { customerId: string; code: string },
  at: number,
): Promise<void> {
  const contract = CONTRACTS[code]
  if (!contract) return
  const { currency, minor, note } = contract
  const terms = await taxTermsAs(tx, customerId, null)
  if (!terms) return
  const tax = taxOf(terms, STORAGE)
  const { taxes } = splitTax([{ minor, tax }], 'net')
  const pair = (tradeItem: string, amount: bigint): Line[] => [
    {
      account: { kind: 'receivable', customerId, currency },
      minor: -amount,
      trade: { tradeItem, tax, note },
    },
    {
      account:
        tradeItem === TAX_ITEM
          ? { kind: 'tax', ref: taxRef(tax), customerId, currency }
          : { kind: 'revenue', ref: tradeItem, customerId, currency },
      minor: amount,
    },
  ]
  await setMoment(tx, at)
  await post(tx, {
    key: `request:demo:${code}:abroad:${at}`,
    kind: 'charge',
    debit: 'workDone',
    lines: [...pair(STORAGE, minor), ...taxes.flatMap((one) => pair(TAX_ITEM, one.minor))],
  })
  await setMoment(tx, null)
}
