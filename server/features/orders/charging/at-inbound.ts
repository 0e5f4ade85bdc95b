import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { availableOn } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import { chargeIfPaid, type Debtor } from './charge-parcels.ts'
import { lockCharges, storeCharges } from './charge-rows.ts'
import { refundCharges } from './end-charges.ts'
import { undecided } from './uncharge-left.ts'
import { seesMoney } from './payer/missing-money.ts'

/** As many parcels as one run of the job tries. */
const AT_ONCE = 1000

/**
 * Charges locked parcels that were weighed and whose services charge by that, each once. Answers
 * those their customers cannot pay: they wait, and since when is kept with the charge.
 */
export async function chargeWeighed(tx: Tx, parcelIds: readonly string[]): Promise<Debtor[]> {
  const due = (await lockCharges(tx, parcelIds)).filter(
    ({ state, method, weighed }) => state === 'waiting' && method === DEDUCT.inbound && weighed,
  )
  const debtors = await chargeIfPaid(tx, due)
  const unpaid = due.filter(({ parcelId }) => debtors.some((one) => one.parcelId === parcelId))
  if (unpaid.length === 0) return []
  const { rows } = await sql<{ id: string; unpaidAt: string }>`update parcel_charge as c
    set unpaid_at = now(), version = c.version + 1, update_by = ${tx.principal.username},
      update_time = now()
    where ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').where('c')}
      and c.id = any(${unpaid.map(({ id }) => id)}::bigint[]) and c.unpaid_at is null
    returning c.id, c.unpaid_at`.execute(tx.db)
  await tx.auditMany(
    'parcel_charge',
    'edit',
    rows.map(({ id, unpaidAt }) => ({ id, before: { unpaidAt: null }, after: { unpaidAt } })),
  )
  return debtors
}

/**
 * Takes back what was charged for weighing locked parcels, since the scan is undone: all of it, and
 * it is to be charged again when they are weighed again.
 */
export async function unchargeWeighed(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  const charges = (await lockCharges(tx, parcelIds)).filter(
    ({ method, state }) => method === DEDUCT.inbound && state !== 'held',
  )
  if (charges.length === 0) return
  const charged = await undecided(
    tx,
    charges.filter(({ state }) => state === 'charged'),
  )
  await refundCharges(tx, charged, { handlingFee: false })
  const again = await sql<{ id: string; parcelNo: string }>`insert into parcel_charge (tenant_id,
      shipment_id, parcel_id, parcel_no, customer_id, depot_id, method, state, currency, amount,
      lines, fee_version_id, order_amount, create_by)
    select c.tenant_id, c.shipment_id, c.parcel_id, c.parcel_no, c.customer_id, c.depot_id,
      c.method, 'waiting', c.currency, c.amount, c.lines, c.fee_version_id, c.order_amount,
      c.create_by
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').as('c')}
    where c.id = any(${charged.map(({ id }) => id)}::bigint[]) order by c.id
    returning id, parcel_no`.execute(tx.db)
  await tx.auditMany(
    'parcel_charge',
    'add',
    again.rows.map(({ id, parcelNo }) => ({
      id,
      before: null,
      after: { parcelNo, method: DEDUCT.inbound, state: 'waiting' },
    })),
  )
  const waiting = charges.filter(({ state }) => state === 'waiting')
  await storeCharges(
    tx,
    waiting,
    waiting.map(({ id }) => ({ id, state: 'waiting', held: 0n, transactionId: null })),
  )
}

/**
 * Whether the account would do for an order that is charged at inbound or outbound, with what other
 * such parcels on their way will cost. Nothing is kept for it: too little is a warning, with what is
 * available.
 */
export async function warnShort(
  tx: Tx,
  method: typeof DEDUCT.inbound | typeof DEDUCT.outbound,
  { customerId, currency, useCredit }: { customerId: string; currency: string; useCredit: boolean },
): Promise<RawIssue[]> {
  const { rows } = await sql<{ needed: string }>`select coalesce(sum(c.amount), 0) as needed
    from ${asSystem(tx, tx.principal.tenantId).rows('parcelCharge').as('c')}
    where c.customer_id = ${customerId} and c.currency = ${currency}
      and c.state = 'waiting' and c.method = ${method}`.execute(tx.db)
  const needed = BigInt(rows[0]!.needed)
  const available = await availableOn(tx, { kind: 'customer', customerId, currency }, useCredit)
  if (available >= needed) return []
  const [code, hidden] =
    method === DEDUCT.inbound
      ? (['charge.short', 'charge.shortHidden'] as const)
      : (['charge.shortOutbound', 'charge.shortOutboundHidden'] as const)
  if (!seesMoney(tx)) return [{ path: 'amount', code: hidden }]
  const text = (minor: bigint) => formatMoney({ minor, currency })
  const missing = text(needed - available)
  const data = { available: text(available), needed: text(needed), missing, currency }
  return [{ path: 'amount', code, data }]
}

/** What a parcel lacks to be charged; null where it waits for no money or amounts are not seen. */
export async function missingFor(
  ctx: Ctx,
  parcelId: string,
): Promise<{ missing: string; currency: string } | null> {
  if (!seesMoney(ctx)) return null
  const { rows } = await sql<{ missing: string; currency: string }>`select c.currency,
      c.amount - ledger_available(c.tenant_id, 'customer', c.customer_id, c.currency,
        v.iz_subsist) as missing
    from ${ctx.rows('parcelCharge').as('c')}
      join shipment s on s.tenant_id = c.tenant_id and s.id = c.shipment_id
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    where c.parcel_id = ${parcelId} and c.unpaid_at is not null`.execute(ctx.db)
  const row = rows[0]
  if (!row || BigInt(row.missing) <= 0n) return null
  const { currency } = row
  return { currency, missing: formatMoney({ minor: BigInt(row.missing), currency }) }
}

/**
 * Parcels that wait for money their accounts have by now, the longest waiting first and together no
 * more than there is: of one account or of all.
 */
export async function payableParcels(
  ctx: Ctx,
  of: { customerId: string; currency: string } | null,
): Promise<string[]> {
  const { rows } = await sql<{ parcelId: string }>`with waiting as (
      select c.id, c.parcel_id, c.customer_id, c.currency, c.amount, c.unpaid_at,
        ledger_available(c.tenant_id, 'customer', c.customer_id, c.currency, v.iz_subsist)
          as available
      from ${ctx.rows('parcelCharge').as('c')}
        join shipment s on s.tenant_id = c.tenant_id and s.id = c.shipment_id
        join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
        left join ledger_account a on a.tenant_id = c.tenant_id and a.kind = 'customer'
          and a.party_id = c.customer_id and a.ref = '' and a.currency = c.currency
      where c.unpaid_at is not null and a.status is distinct from 'frozen'
        and (${of?.customerId ?? null}::bigint is null
          or c.customer_id = ${of?.customerId ?? null}::bigint
            and c.currency = ${of?.currency ?? ''})),
    payable as (
      select w.*, sum(w.amount) over (partition by w.customer_id, w.currency
        order by w.unpaid_at, w.id) as so_far
      from waiting w where w.amount <= w.available)
    select p.parcel_id from payable p
    where p.so_far <= greatest(p.available, p.amount)
    order by p.unpaid_at, p.id limit ${AT_ONCE}`.execute(ctx.db)
  return rows.map(({ parcelId }) => parcelId)
}
