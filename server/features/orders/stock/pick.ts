import { sql } from 'kysely'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { post, setToCount, type Movement } from './ledger.ts'
import { lockLines, type OrderLine } from './order-lines.ts'
import { lockReservations, type Reservation } from './reservations.ts'

/** Marks the lines of locked orders as being picked, or as no longer so. */
export async function setPicking(
  tx: Tx,
  orderIds: readonly string[],
  picking: boolean,
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await lockLines(tx, orderIds)
  await sql`update stock_order_line as l set picking = ${picking}, version = l.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tenant.rows('stockOrderLine').where('l')}
      and l.order_id = any(${orderIds}::bigint[])`.execute(tx.db)
}

export interface PickedPieces {
  balanceId: string
  picked: number
}

/**
 * Books what was picked for locked orders in a wave: pieces found are given to the orders in the order of
 * their ids; an order whose pieces were not found waits for others. Balances that fell short give
 * nothing more until they were counted; they are the answer.
 */
export async function pickStock(
  tx: Tx,
  orderIds: readonly string[],
  found: readonly PickedPieces[],
): Promise<string[]> {
  const lines = new Map((await lockLines(tx, orderIds)).map((line) => [line.id, line]))
  const open = (await lockReservations(tx, orderIds))
    .filter((one) => one.picked < one.quantity && lines.get(one.lineId)?.picking)
    .toSorted((a, b) => Number(a.orderId) - Number(b.orderId) || Number(a.id) - Number(b.id))
  const left = new Map(found.map(({ balanceId, picked }) => [balanceId, picked]))
  const picks = open.map((one) => {
    const wanted = one.quantity - one.picked
    const there = left.get(one.balanceId) ?? wanted
    const quantity = Math.min(wanted, there)
    left.set(one.balanceId, there - quantity)
    return { ...one, wanted, now: quantity }
  })
  for (const [orderId, ofOrder] of Map.groupBy(picks, (one) => one.orderId))
    await post(
      tx,
      ofOrder.flatMap((one): Movement[] => [
        { balanceId: one.balanceId, kind: 'reserved', quantity: -one.wanted },
        { balanceId: one.balanceId, kind: 'picked', quantity: one.now },
      ]),
      { kind: 'order', id: orderId, no: lines.get(ofOrder[0]!.lineId)?.orderNo ?? null },
    )
  await storePicks(tx, picks)
  const short = [
    ...new Set(picks.filter((one) => one.now < one.wanted).map((one) => one.balanceId)),
  ]
  await setToCount(tx, short, true)
  return short
}

async function storePicks(
  tx: Tx,
  picks: readonly (Reservation & { wanted: number; now: number })[],
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const empty = picks.filter((one) => one.picked + one.now === 0).map((one) => one.id)
  const full = picks.filter((one) => one.picked + one.now > 0)
  await sql`delete from stock_reservation as r
    where ${tenant.rows('stockReservation').where('r')} and r.id = any(${empty}::bigint[])`.execute(
    tx.db,
  )
  await sql`update stock_reservation as r set quantity = x.picked, picked = x.picked
    from unnest(${full.map((one) => one.id)}::bigint[],
      ${full.map((one) => one.picked + one.now)}::int[]) as x(id, picked)
    where ${tenant.rows('stockReservation').where('r')} and r.id = x.id`.execute(tx.db)
  await addToLines(
    tx,
    picks.map((one) => ({
      lineId: one.lineId,
      reserved: -one.wanted,
      picked: one.now,
      shipped: 0,
    })),
  )
}

interface Step {
  lineId: string
  reserved: number
  picked: number
  shipped: number
}

/** Adds to what order lines have; the lines are locked. */
export async function addToLines(tx: Tx, steps: readonly Step[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`update stock_order_line as l set reserved = l.reserved + x.reserved,
      picked = l.picked + x.picked, shipped = l.shipped + x.shipped, version = l.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    from (select y.id, sum(y.reserved)::int as reserved, sum(y.picked)::int as picked,
        sum(y.shipped)::int as shipped
      from unnest(${steps.map((one) => one.lineId)}::bigint[],
        ${steps.map((one) => one.reserved)}::int[], ${steps.map((one) => one.picked)}::int[],
        ${steps.map((one) => one.shipped)}::int[]) as y(id, reserved, picked, shipped)
      group by y.id) as x
    where ${tenant.rows('stockOrderLine').where('l')} and l.id = x.id`.execute(tx.db)
}

/**
 * Books pieces of a locked order out: those picked first, then those reserved. What the order does
 * not have is not booked.
 */
export async function shipStock(
  tx: Tx,
  orderId: string,
  pieces: readonly { sku: string; quantity: number }[],
): Promise<void> {
  const lines = await lockLines(tx, [orderId])
  if (lines.length === 0) return
  const reservations = (await lockReservations(tx, [orderId])).toSorted(
    (a, b) => b.picked - a.picked || Number(a.id) - Number(b.id),
  )
  const taken = shippedFrom(lines, reservations, pieces)
  await post(
    tx,
    taken.flatMap((one): Movement[] => [
      { balanceId: one.balanceId, kind: 'picked', quantity: -one.ofPicked },
      { balanceId: one.balanceId, kind: 'reserved', quantity: -one.ofReserved },
      { balanceId: one.balanceId, kind: 'out', quantity: -(one.ofPicked + one.ofReserved) },
    ]),
    { kind: 'order', id: orderId, no: lines[0]!.orderNo },
  )
  const tenant = asSystem(tx, tx.principal.tenantId)
  const left = taken.map((one) => ({ ...one, rest: one.quantity - one.ofPicked - one.ofReserved }))
  await sql`delete from stock_reservation as r where ${tenant.rows('stockReservation').where('r')}
    and r.id = any(${left.filter((one) => one.rest === 0).map((one) => one.id)}::bigint[])`.execute(
    tx.db,
  )
  const partly = left.filter((one) => one.rest > 0)
  await sql`update stock_reservation as r set quantity = x.quantity, picked = x.picked
    from unnest(${partly.map((one) => one.id)}::bigint[], ${partly.map((one) => one.rest)}::int[],
      ${partly.map((one) => one.picked - one.ofPicked)}::int[]) as x(id, quantity, picked)
    where ${tenant.rows('stockReservation').where('r')} and r.id = x.id`.execute(tx.db)
  await addToLines(
    tx,
    taken.map((one) => ({
      lineId: one.lineId,
      reserved: -one.ofReserved,
      picked: -one.ofPicked,
      shipped: one.ofPicked + one.ofReserved,
    })),
  )
}

function shippedFrom(
  lines: readonly OrderLine[],
  reservations: readonly Reservation[],
  pieces: readonly { sku: string; quantity: number }[],
): (Reservation & { ofPicked: number; ofReserved: number })[] {
  const taken = new Map<string, Reservation & { ofPicked: number; ofReserved: number }>()
  for (const { sku, quantity } of pieces) {
    const line = lines.find((one) => one.sku === sku)
    let wanted = quantity
    for (const one of reservations.filter(({ lineId }) => lineId === line?.id)) {
      const before = taken.get(one.id) ?? { ...one, ofPicked: 0, ofReserved: 0 }
      const ofPicked = Math.min(wanted, one.picked - before.ofPicked)
      const ofReserved = Math.min(wanted - ofPicked, one.quantity - one.picked - before.ofReserved)
      wanted -= ofPicked + ofReserved
      if (ofPicked + ofReserved > 0)
        taken.set(one.id, {
          ...one,
          ofPicked: before.ofPicked + ofPicked,
          ofReserved: before.ofReserved + ofReserved,
        })
    }
  }
  return [...taken.values()]
}
