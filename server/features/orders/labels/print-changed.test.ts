import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'
import { blockedBy, idle, pidOf } from '#test/concurrency/gate.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'

const world = useWorld()
const printOf = async (order: MadeOrder) =>
  (await world().as('manager')).post('/erp/label/print', { ids: [order.id] })
const confirmed = async () => {
  const order = await makeOrder(world(), await world().as('manager'), {
    confirm: true,
    change: { parcels: [parcel(), parcel()] },
  })
  await idle(world())
  return order
}
const recorded = async (order: MadeOrder) =>
  (
    await world().db.pool.query<{ copies: number; status: number; prints: number }>(
      `select label_copies as copies, parcel_status as status,
          (select count(*)::int from label_print l
            where l.tenant_id = p.tenant_id and p.id = any(l.parcel_ids)) as prints
       from parcel p where shipment_id = $1 order by seq`,
      [order.id],
    )
  ).rows
const PRINTED = { copies: 1, status: PARCEL.LABELLED, prints: 1 }
const UNPRINTED = { copies: 0, status: PARCEL.CONFIRMED, prints: 0 }

/** The order's row locked by another transaction; `release` changes its consignee and lets go. */
async function locked(order: MadeOrder) {
  const client = await world().db.pool.connect()
  await client.query('begin')
  const pid = await pidOf(client)
  const lockedRow = client.query('select 1 from shipment where id = $1 for update', [order.id])
  return {
    pid,
    held: lockedRow,
    release: async (consignee: string | null) => {
      await lockedRow
      if (consignee !== null)
        await client.query('update shipment set consignee_name = $2 where id = $1', [
          order.id,
          consignee,
        ])
      await client.query('commit')
      client.release()
    },
  }
}
/** Until so many wait behind that lock. */
async function waiting(count: number, clerk: { pid: number }): Promise<void> {
  while ((await blockedBy(world(), clerk.pid)) < count) await pause(5)
}

test('what changes between drawing and recording is drawn again, and printed once', async () => {
  const order = await confirmed()
  const clerk = await locked(order)
  await clerk.held
  const printing = printOf(order)
  await waiting(1, clerk)
  expect(await recorded(order)).toEqual([UNPRINTED, UNPRINTED])
  await clerk.release('Anna Changed')
  const answer = await printing
  expect(answer.status).toBe(200)
  const words = await textOf(await open(answer.bytes), 1)
  expect(words).toContain('Anna Changed')
  expect(words).not.toContain('Marie-Luise')
  expect(await recorded(order)).toEqual([PRINTED, PRINTED])
})

test('what changes without touching the label is not drawn again, and what closes the order is noticed', async () => {
  const order = await confirmed()
  const clerk = await locked(order)
  await clerk.held
  const printing = printOf(order)
  await waiting(1, clerk)
  const cancelling = (await world().as('manager')).put('/erp/shipment/cancel', { ids: [order.id] })
  await waiting(2, clerk)
  await clerk.release(null)
  const [printed, cancelled] = await Promise.all([printing, cancelling])
  expect(printed.status).toBe(200)
  expect(cancelled).toMatchObject({ success: true, result: { done: 1 } })

  const other = await confirmed()
  const second = await locked(other)
  await second.held
  const cancelFirst = (await world().as('manager')).put('/erp/shipment/cancel', { ids: [other.id] })
  await waiting(1, second)
  const late = printOf(other)
  await waiting(2, second)
  await second.release(null)
  expect(await cancelFirst).toMatchObject({ success: true, result: { done: 1 } })
  expect(await late).toMatchObject({ success: false, error: 'label.notOpen' })
  expect((await recorded(other)).map(({ copies, prints }) => [copies, prints])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('what never stops changing is not printed at all', async () => {
  const order = await confirmed()
  let clerk = await locked(order)
  await clerk.held
  let answered = false
  const printing = printOf(order).finally(() => {
    answered = true
  })
  // By attempts, not by rounds: after a change either of the two that wait may come first.
  for (let round = 1; !answered; round++) {
    while (!answered && (await blockedBy(world(), clerk.pid)) < 1) await pause(5)
    const next = await locked(order)
    while (!answered && (await blockedBy(world(), clerk.pid)) < 2) await pause(5)
    await clerk.release(`Anna ${round}`)
    await next.held
    clerk = next
  }
  await clerk.release(null)
  const answer = await printing
  expect(answer).toMatchObject({ success: false, error: 'label.changed' })
  expect(await recorded(order)).toEqual([UNPRINTED, UNPRINTED])
})

test('what cannot be drawn is not recorded', async () => {
  const [order, whole] = [await confirmed(), await confirmed()]
  await world().db.pool.query(`update tracking_number set segment_id = null where parcel_id = $1`, [
    order.parcels[1]!.id,
  ])
  await world().db.pool.query(`update parcel set track_no = 'ÄÖÜ' where id = $1`, [
    order.parcels[1]!.id,
  ])
  const answer = await (
    await world().as('manager')
  ).post('/erp/label/print', { ids: [whole.id, order.id] })
  expect(answer).toMatchObject({ success: false, error: 'label.numberInvalid' })
  for (const one of [order, whole]) expect(await recorded(one)).toEqual([UNPRINTED, UNPRINTED])
})
