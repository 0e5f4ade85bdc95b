import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { isDueLeaving, type Debtor } from './charge-parcels.ts'
import { readCharges, type Charge } from './charge-rows.ts'
import { pricedNow } from './repriced-charges.ts'

interface Purse {
  key: string
  account: string
  available: string
  frozen: boolean
}

/**
 * Whose parcels could not be paid if they left now part by part, as `chargeLeaving` would find it:
 * in a part in the order of the charges, each from what those before it leave. Reads only: nothing
 * is locked or posted.
 */
export async function leavingDebtors(
  ctx: Ctx,
  parts: readonly (readonly string[])[],
): Promise<Debtor[]> {
  const due = (await readCharges(ctx, parts.flat())).filter(isDueLeaving)
  const partOf = new Map(parts.flatMap((ids, at) => ids.map((id) => [id, at] as const)))
  const charges = (await pricedNow(ctx, due))
    .filter(({ amount }) => BigInt(amount) > 0n)
    .toSorted((a, b) => (partOf.get(a.parcelId) ?? 0) - (partOf.get(b.parcelId) ?? 0))
  if (charges.length === 0) return []
  const purses = await pursesOf(ctx, charges)
  const spent = new Map<string, bigint>()
  const debtors: Debtor[] = []
  for (const charge of charges) {
    const { parcelId, currency } = charge
    const purse = purses.get(keyOf(charge))!
    const before = spent.get(purse.account) ?? 0n
    const free = BigInt(purse.available) - before
    const needed = BigInt(charge.amount)
    if (purse.frozen) debtors.push({ parcelId, code: 'ledger.frozen', data: {} })
    else if (free < needed) {
      const [available, wanted, missing] = [free, needed, needed - free].map((minor) =>
        formatMoney({ minor, currency }),
      )
      const data = { available, needed: wanted, missing, currency }
      debtors.push({ parcelId, code: 'ledger.insufficient', data })
    } else spent.set(purse.account, before + needed)
  }
  return debtors
}

const keyOf = ({ customerId, currency, useCredit }: Charge): string =>
  `${customerId} ${currency} ${useCredit}`

/** What each customer has in a currency, with its credit and without. */
async function pursesOf(ctx: Ctx, charges: readonly Charge[]): Promise<Map<string, Purse>> {
  const each = [...new Map(charges.map((charge) => [keyOf(charge), charge])).values()]
  const { rows } = await sql<Purse>`select x.key, x.customer_id || ' ' || x.currency as account,
      ledger_available(${ctx.principal.tenantId}::bigint, 'customer', x.customer_id, x.currency,
        x.use_credit) as available,
      exists (select 1 from ${asSystem(ctx, ctx.principal.tenantId).rows('ledgerAccount').as('a')}
        where a.kind = 'customer' and a.party_id = x.customer_id and a.ref = ''
          and a.currency = x.currency and a.status = 'frozen') as frozen
    from unnest(${each.map(keyOf)}::text[], ${each.map((one) => one.customerId)}::bigint[],
      ${each.map((one) => one.currency)}::text[], ${each.map((one) => one.useCredit)}::boolean[])
      as x(key, customer_id, currency, use_credit)`.execute(ctx.db)
  return new Map(rows.map((row) => [row.key, row]))
}
