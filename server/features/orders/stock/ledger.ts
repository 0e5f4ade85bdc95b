import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'

export type EntryKind = 'in' | 'reserved' | 'picked' | 'out' | 'adjusted' | 'returned'
/** What an entry was for. */
export interface StockRef {
  kind: 'opening' | 'notice' | 'count' | 'order' | 'return'
  id: string | null
  no: string | null
}
export interface Movement {
  balanceId: string
  kind: EntryKind
  quantity: number
}
export interface BalanceKey {
  customerId: string
  depotId: string
  skuId: string
  lot: string | null
  expiryDate: string | null
  placeId: string
}
export interface LockedBalance {
  id: string
  skuId: string
  onHand: number
  reserved: number
  picked: number
  available: number
  toCount: boolean
}

/*
 * The order in which everything that moves stock locks its rows: the order, notice, count or wave
 * it is about, then order lines by id, then balances by id. Balances that are not there yet are
 * added before, sorted by their key.
 */

/** Locks balances by id and answers them as they are once locked. The caller's reach was asked. */
export async function lockBalances(tx: Tx, ids: readonly string[]): Promise<LockedBalance[]> {
  if (ids.length === 0) return []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await sql<LockedBalance>`select b.id, b.sku_id, b.on_hand, b.reserved, b.picked,
      b.available, b.to_count
    from stock_balance as b
    where ${tenant.rows('stockBalance').where('b')} and b.id = any(${ids}::bigint[])
    order by b.id for update`.execute(tx.db)
  return found.rows
}

/** The balances of these keys, added where there are none; ids in the order of the keys. */
export async function ensureBalances(tx: Tx, keys: readonly BalanceKey[]): Promise<string[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const textOf = (key: BalanceKey) =>
    JSON.stringify([key.customerId, key.depotId, key.skuId, key.lot, key.expiryDate, key.placeId])
  const sorted = [...new Map(keys.map((key) => [textOf(key), key]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const column = (of: (key: BalanceKey) => string | null) => sorted.map(([, key]) => of(key))
  const wanted = sql`unnest(${column((key) => key.customerId)}::bigint[],
      ${column((key) => key.depotId)}::bigint[], ${column((key) => key.skuId)}::bigint[],
      ${column((key) => key.lot)}::text[], ${column((key) => key.expiryDate)}::date[],
      ${column((key) => key.placeId)}::bigint[]) with ordinality
      as x(customer_id, depot_id, sku_id, lot, expiry_date, place_id, seq)`
  await sql`insert into stock_balance (tenant_id, customer_id, depot_id, sku_id, lot, expiry_date,
      place_id, create_by)
    select ${tx.principal.tenantId}::bigint, x.customer_id, x.depot_id, x.sku_id, x.lot,
      x.expiry_date, x.place_id, ${tx.principal.username}
    from ${wanted} order by x.seq on conflict do nothing`.execute(tx.db)
  const found = await sql<{ id: string }>`select b.id
    from ${wanted} join ${tenant.rows('stockBalance').as('b')} on b.customer_id = x.customer_id
      and b.depot_id = x.depot_id and b.sku_id = x.sku_id and b.place_id = x.place_id
      and b.lot is not distinct from x.lot and b.expiry_date is not distinct from x.expiry_date
    order by x.seq`.execute(tx.db)
  const ids = new Map(sorted.map(([text], at) => [text, found.rows[at]!.id]))
  return keys.map((key) => ids.get(textOf(key))!)
}

const ON_HAND: readonly EntryKind[] = ['in', 'out', 'adjusted', 'returned']

/**
 * Writes entries and moves their balances with them, in one statement; the balances are locked.
 * What a movement would make negative the table refuses.
 */
export async function post(
  tx: Tx,
  movements: readonly Movement[],
  ref: StockRef,
  reason: string | null = null,
): Promise<void> {
  const moved = movements.filter(({ quantity }) => quantity !== 0)
  if (moved.length === 0) return
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`with moved as (
      select * from unnest(${moved.map((one) => one.balanceId)}::bigint[],
        ${moved.map((one) => one.kind)}::text[], ${moved.map((one) => one.quantity)}::int[])
        with ordinality as x(balance_id, kind, quantity, seq)),
    sums as (select balance_id,
        coalesce(sum(quantity) filter (where kind = any(${ON_HAND}::text[])), 0)::int as on_hand,
        coalesce(sum(quantity) filter (where kind = 'reserved'), 0)::int as reserved,
        coalesce(sum(quantity) filter (where kind = 'picked'), 0)::int as picked
      from moved group by balance_id),
    changed as (update stock_balance as b set on_hand = b.on_hand + s.on_hand,
        reserved = b.reserved + s.reserved, picked = b.picked + s.picked,
        first_in = case when b.on_hand = 0 and s.on_hand > 0 then now() else b.first_in end,
        -- What comes to an empty place was counted when it came.
        to_count = b.to_count and not (b.on_hand = 0 and s.on_hand > 0),
        version = b.version + 1, update_by = ${tx.principal.username}, update_time = now()
      from sums as s
      where ${tenant.rows('stockBalance').where('b')} and b.id = s.balance_id returning b.id)
    insert into stock_entry (tenant_id, balance_id, customer_id, depot_id, sku_id, lot, expiry_date,
      place_id, kind, quantity, reason, ref_kind, ref_id, ref_no, create_by)
    select b.tenant_id, b.id, b.customer_id, b.depot_id, b.sku_id, b.lot, b.expiry_date, b.place_id,
      m.kind, m.quantity, ${reason}, ${ref.kind}, ${ref.id}::bigint, ${ref.no},
      ${tx.principal.username}
    from moved as m join ${tenant.rows('stockBalance').as('b')} on b.id = m.balance_id
    order by m.seq`.execute(tx.db)
}

/** Marks locked balances as to be counted, or as counted. */
export async function setToCount(
  tx: Tx,
  balanceIds: readonly string[],
  toCount: boolean,
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`update stock_balance as b set to_count = ${toCount}, version = b.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tenant.rows('stockBalance').where('b')} and b.id = any(${balanceIds}::bigint[])
      and b.to_count <> ${toCount}`.execute(tx.db)
}
