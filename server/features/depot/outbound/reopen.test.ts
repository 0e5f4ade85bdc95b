import { beforeAll, expect, test, vi } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { openOutBatch, outBatches, outboundScan } from '../inbound/depot.fixture.ts'
import { inCharging, minorOf } from '#server/features/orders/charging/charging.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const {
  charges,
  confirm,
  credit,
  customer,
  detail,
  drift,
  order,
  print,
  query,
  service,
  standing,
  switchOn,
} = inCharging(world)
let staff: Client

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  staff = await world().as('manager')
})

const START = 100_000n

/** Orders of a customer in a batch, ready to leave. */
async function bagged(customerId: string, count = 1) {
  const made = []
  for (let at = 0; at < count; at++) made.push(await order(customerId))
  expect((await confirm(made.map(({ id }) => id))).every(({ ok }) => ok)).toBe(true)
  await print(made.map(({ id }) => id))
  const warehouse = await world().as('warehouse')
  const { id } = await openOutBatch(world())
  for (const one of made)
    for (const { trackNo } of (await detail(one)).parcels) {
      await warehouse.post('/erp/intoParcel/scan', { no: trackNo, weightKg: '4.5' })
      expect(await outboundScan(staff, id, trackNo!)).toMatchObject({ code: 200 })
    }
  return { id, made }
}
const ship = (id: string) => staff.put(outBatches.close.path, { id })
const reopen = (id: string, client = staff, reason = 'wrong truck') =>
  client.put(outBatches.reopen.path, { id, reason })
const statesOf = async (made: { id: string }[]) =>
  (await Promise.all(made.map(detail))).map(({ parcels }) => parcels[0]!.parcelStatus)

test('what was charged at outbound comes back, finance learns, and it is charged again', async () => {
  await service('ECO-PARCEL', '3')
  const who = await customer(START)
  const { id, made } = await bagged(who, 2)
  await ship(id)
  const paid = START - (await standing(who)).balance
  expect(paid).toBeGreaterThan(0n)
  expect((await reopen(id)).result).toMatchObject({
    status: '0',
    closedAt: null,
    pieces: 2,
    actions: { close: null, reopen: 'outBatch.not.reopen' },
  })
  expect(await standing(who)).toEqual({ balance: START, held: 0n })
  expect(await statesOf(made)).toEqual([PARCEL.BAGGED, PARCEL.BAGGED])
  expect((await charges(made[0]!)).map(({ state }) => state)).toEqual(['waiting', 'refunded'])
  expect(await reopen(id)).toMatchObject({ code: 409, error: 'outBatch.not.reopen' })
  await vi.waitUntil(
    async () =>
      (
        await query(
          `select 1 from sys_announcement where tenant_id = $1 and bus_type = 'batchReopened'`,
          [world().tenantId],
        )
      ).length > 0,
    { timeout: 90_000 },
  )
  // One is taken out; the other leaves again and is charged, once.
  const stays = (await detail(made[1]!)).parcels[0]!.id
  await staff.call(outBatches.remove, { batchId: id, parcelId: stays })
  await ship(id)
  const price = minorOf((await detail(made[0]!)).amount)
  expect(await standing(who)).toEqual({ balance: START - price, held: 0n })
  expect(await statesOf(made)).toEqual([PARCEL.OUTBOUND, PARCEL.RECEIVED])
  const logged = await query<{ diff: { reopenReason?: unknown } }>(
    `select diff from data_log where tenant_id = $1 and table_name = 'out_batch' and row_id = $2`,
    [world().tenantId, id],
  )
  expect(logged.some(({ diff }) => diff.reopenReason !== undefined)).toBe(true)
})

test('what is paid by the month is held again, what the label charged stays', async () => {
  await service('ECO-PARCEL', '4')
  const monthly = await customer()
  await credit(monthly, START)
  const first = await bagged(monthly)
  await ship(first.id)
  const owed = -(await standing(monthly, 'receivable')).balance
  await reopen(first.id)
  expect(await standing(monthly, 'receivable')).toEqual({ balance: 0n, held: owed })
  await ship(first.id)
  expect(await standing(monthly, 'receivable')).toEqual({ balance: -owed, held: 0n })

  await service('ECO-PARCEL', '1')
  const prepaid = await customer(START)
  const second = await bagged(prepaid)
  await ship(second.id)
  const { balance } = await standing(prepaid)
  expect((await reopen(second.id)).success).toBe(true)
  expect(await standing(prepaid)).toEqual({ balance, held: 0n })
  await ship(second.id)
  expect(await standing(prepaid)).toEqual({ balance, held: 0n })
})

test('twice at once it happens once; against shipping it comes before or after', async () => {
  await service('ECO-PARCEL', '3')
  const who = await customer(START)
  const { id, made } = await bagged(who)
  await ship(id)
  const paid = START - (await standing(who)).balance
  const both = await Promise.all([reopen(id), reopen(id)])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect((await standing(who)).balance).toBe(START)

  const [, opened] = await Promise.all([ship(id), reopen(id)])
  expect([true, false]).toContain(opened.success)
  const [state] = await statesOf(made)
  expect(state).toBe(opened.success ? PARCEL.BAGGED : PARCEL.OUTBOUND)
  expect((await standing(who)).balance).toBe(opened.success ? START : START - paid)
})

test('after its month is closed the money comes back in the first open one', async () => {
  await service('ECO-PARCEL', '3')
  const who = await customer(START)
  const { id } = await bagged(who)
  await ship(id)
  const month = new Date().toISOString().slice(0, 7)
  await query(
    `insert into ledger_month (tenant_id, month, status, closed_by, closed_at, create_by)
      values ($1, $2, 'closed', 'finance', now(), 'finance')`,
    [world().tenantId, `${month}-01`],
  )
  expect((await reopen(id)).success).toBe(true)
  expect(await standing(who)).toEqual({ balance: START, held: 0n })
  const [back] = await query<{ late: boolean }>(
    `select late_for is not null as late from ledger_transaction
      where tenant_id = $1 and kind = 'refund' order by id desc limit 1`,
    [world().tenantId],
  )
  expect(back).toEqual({ late: true })
  await query(`update ledger_month set status = 'open' where tenant_id = $1`, [world().tenantId])
})

test('is refused once a carrier has a parcel, to who may not, and without a reason', async () => {
  const who = await customer(START)
  const { id, made } = await bagged(who)
  await ship(id)
  expect((await reopen(id, await world().as('warehouse'))).status).toBe(403)
  expect((await reopen(id, await world().as('customer'))).status).toBe(403)
  expect((await reopen(id, await world().otherTenantUser())).status).toBe(404)
  expect((await reopen(id, staff, ' ')).result).toMatchObject({ issues: [{ path: 'reason' }] })
  const { balance } = await standing(who)
  await query(`update parcel set parcel_status = $2 where shipment_id = $1`, [
    made[0]!.id,
    PARCEL.IN_TRANSIT,
  ])
  expect(await reopen(id)).toMatchObject({ error: 'outBatch.handedOver' })
  expect(await standing(who)).toEqual({ balance, held: 0n })
})

test('all accounts agree with their entries, and holds with what is held for parcels', async () => {
  expect(await drift()).toEqual({ drift: [], same: true })
})
