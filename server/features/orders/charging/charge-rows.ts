import { sql } from 'kysely'
import { DEDUCT, type ChargeState } from '#contracts/orders/charging.ts'
import type { CustomerSide } from '#contracts/money/ledger.ts'
import { lockAccounts } from '#server/features/money/ledger/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import type { ChargeLine } from './share-lines.ts'

/** A parcel's charge that is not over, and what the ledger has to know of its order. */
export interface Charge {
  id: string
  shipmentId: string
  shipmentNo: string
  parcelId: string
  parcelNo: string
  customerId: string
  method: string
  state: ChargeState
  currency: string
  amount: string
  held: string
  lines: ChargeLine[]
  feeVersionId: string | null
  transactionId: string | null
  /** How many times another amount was held for it. */
  holdNo: number
  userId: string | null
  createBy: string | null
  received: boolean
  weighed: boolean
  /** What the order cost when the parcel's part was taken. */
  orderAmount: string
  /** Whether the service advances money. */
  useCredit: boolean
}

/** By the month it is a receivable, else the customer's own money. */
export const sideOf = (method: string): CustomerSide =>
  method === DEDUCT.monthly ? 'receivable' : 'customer'

/** What a charge is held by in the ledger. */
export const holdKeyOf = ({ id, holdNo }: Pick<Charge, 'id' | 'holdNo'>): string =>
  holdNo === 0 ? `order:${id}` : `order:${id}:${holdNo}`

const tenantOf = (tx: Tx) => asSystem(tx, tx.principal.tenantId)

/**
 * The charges of parcels that are not over, locked, and with them their accounts in the order of
 * their ids. The parcels are locked and within the caller's reach.
 */
export async function lockCharges(tx: Tx, parcelIds: readonly string[]): Promise<Charge[]> {
  if (parcelIds.length === 0) return []
  await sql`select 1 from parcel_charge as c where ${tenantOf(tx).rows('parcelCharge').where('c')}
      and c.parcel_id = any((select ${parcelIds}::bigint[])::bigint[])
      and c.state in ('held', 'waiting', 'charged')
    order by c.id for update`.execute(tx.db)
  const rows = await readCharges(tx, parcelIds)
  if (rows.length > 0) await lockAccountsOf(tx, rows)
  return rows
}

/** The charges of parcels within the caller's reach that are not over, as they are now. */
export async function readCharges(ctx: Ctx, parcelIds: readonly string[]): Promise<Charge[]> {
  if (parcelIds.length === 0) return []
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Charge>`select c.id, c.shipment_id, s.serial_number as shipment_no,
      c.parcel_id, c.parcel_no, c.customer_id, c.method, c.state, c.currency, c.amount, c.held,
      c.lines, c.fee_version_id, c.transaction_id, c.hold_no, c.create_by, c.order_amount,
      v.iz_subsist as use_credit,
      (select u.id from ${tenant.rows('sysUser').as('u')}
        where u.username = c.create_by) as user_id,
      exists (select 1 from parcel p where p.tenant_id = c.tenant_id and p.id = c.parcel_id
        and p.received_at is not null) as received,
      exists (select 1 from parcel p where p.tenant_id = c.tenant_id and p.id = c.parcel_id
        and p.measured_weight is not null) as weighed
    from parcel_charge as c
      join shipment s on s.tenant_id = c.tenant_id and s.id = c.shipment_id
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
    where ${tenant.rows('parcelCharge').where('c')}
      and c.parcel_id = any((select ${parcelIds}::bigint[])::bigint[])
      and c.state in ('held', 'waiting', 'charged')
    order by c.id`.execute(ctx.db)
  return rows
}

/** Both accounts of the customers of charges, by id: what may be refused is asked of both. */
async function lockAccountsOf(
  tx: Tx,
  charges: readonly Pick<Charge, 'customerId' | 'currency'>[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct a.id
    from ${tenantOf(tx).rows('ledgerAccount').as('a')}
      join unnest(${charges.map(({ customerId }) => customerId)}::bigint[],
        ${charges.map(({ currency }) => currency)}::text[]) as x(customer_id, currency)
      on a.customer_id = x.customer_id and a.currency = x.currency`.execute(tx.db)
  await lockAccounts(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * Locks the accounts that several orders of one transaction are held or charged on, after their
 * orders and parcels and before number segments.
 */
export async function lockOrderAccounts(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct a.id
    from ${tenantOf(tx).rows('shipment').as('s')}
      join charging_setting c on c.tenant_id = s.tenant_id and c.charging_from <= now()
      join ledger_account a on a.tenant_id = s.tenant_id and a.customer_id = s.customer_id
        and a.currency = s.currency
    where s.id = any((select ${orderIds}::bigint[])::bigint[])`.execute(tx.db)
  if (rows.length === 0) return
  await lockAccounts(
    tx,
    rows.map(({ id }) => id),
  )
}

/** What becomes of charges: columns by the name of the row's field. */
export interface ChargeChange {
  id: string
  state: ChargeState
  held: bigint
  transactionId: string | null
  refunded?: bigint
  handlingFee?: bigint
}

/** Writes what became of locked charges, with their lines of the data log. */
export async function storeCharges(
  tx: Tx,
  charges: readonly Charge[],
  changes: readonly ChargeChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`update parcel_charge as c
    set state = x.state, held = x.held, transaction_id = x.transaction_id,
      refunded = x.refunded, handling_fee = x.fee, unpaid_at = null,
      charged_at = case when x.state = 'charged' then now() else c.charged_at end,
      ended_at = case when x.state in ('released', 'refunded') then now() end,
      version = c.version + 1, update_by = ${tx.principal.username}, update_time = now()
    from unnest(${changes.map(({ id }) => id)}::bigint[],
      ${changes.map(({ state }) => state)}::text[],
      ${changes.map(({ held }) => held.toString())}::bigint[],
      ${changes.map(({ transactionId }) => transactionId)}::bigint[],
      ${changes.map(({ refunded = 0n }) => refunded.toString())}::bigint[],
      ${changes.map(({ handlingFee = 0n }) => handlingFee.toString())}::bigint[])
      as x(id, state, held, transaction_id, refunded, fee)
    where ${tenantOf(tx).rows('parcelCharge').where('c')} and c.id = x.id`.execute(tx.db)
  const before = new Map(charges.map((one) => [one.id, one]))
  await tx.auditMany(
    'parcel_charge',
    'edit',
    changes.map(({ id, state, transactionId }) => {
      const was = before.get(id)!
      return {
        id,
        before: { state: was.state, transactionId: was.transactionId },
        after: { state, transactionId },
      }
    }),
  )
}
