import { BarcodeFormat } from '@zxing/library'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { finishOpen } from '#server/features/orders/labels/sources/make-labels.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { open, scan } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, parcel, type MadeOrder } from '#test/orders.ts'
import { editAccountOf, openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
let account: { id: string }

beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  account = await openAccountFor(world(), staff, 'dhl')
})
beforeEach(() => editAccountOf(staff, account.id, { simulatorScript: 'usual', mustEncode: true }))

const confirmed = (change: Record<string, unknown> = {}) =>
  makeOrder(world(), staff, { confirm: true, change })
const print = ({ id }: MadeOrder, more: object = {}) =>
  staff.post('/erp/label/print', { ids: [id], ...more })
interface Label {
  id: string
  state: string
  voidState: string | null
  carrierNo: string | null
  handle: string | null
}
const labelsOf = async ({ parcels }: MadeOrder) =>
  (
    await world().db.pool.query<Label>(
      `select id, state, void_state as "voidState", carrier_no as "carrierNo", handle
        from carrier_shipment where parcel_id = any($1) order by id`,
      [parcels.map(({ id }) => id)],
    )
  ).rows
/** What the simulated carrier sold for these parcels: its side of the story. */
const sold = async ({ parcels }: MadeOrder) =>
  (
    await world().db.pool.query<{ number: string; cancelled: boolean }>(
      `select l.number, l.cancelled from simulator_label l join carrier_shipment c
          on c.tenant_id = l.tenant_id and c.reference = l.reference
        where c.parcel_id = any($1)`,
      [parcels.map(({ id }) => id)],
    )
  ).rows
const finish = ({ parcels }: MadeOrder) =>
  finishOpen(
    jobCtx(world().deps, world().tenantId),
    parcels.map(({ id }) => id),
    0,
  )

test('a printed order buys one label a parcel, with the carrier’s number in its bars', async () => {
  const order = await confirmed({ parcels: [parcel(), parcel()] })
  const answer = await print(order)
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  const pdf = await open(answer.bytes)
  expect(pdf.numPages).toBe(2)
  const labels = await labelsOf(order)
  expect(labels.map(({ state }) => state)).toEqual(['bought', 'bought'])
  expect(await scan(pdf, 1, 203, BarcodeFormat.CODE_128)).toContain(labels[0]!.carrierNo!)
  expect((await print(order, { reason: 'jam' })).status).toBe(200)
  expect(await sold(order)).toHaveLength(2)
  // Its papers are listed on its screen.
  const papers = await staff.get('/sys/file/list', {
    ownerKind: 'carrier_shipment',
    ownerId: labels[0]!.id,
    kind: 'attachment',
  })
  expect(papers.success, JSON.stringify(papers)).toBe(true)
  expect((papers.result as { files: object[] }).files.length).toBeGreaterThan(0)
  const numbers = await world().db.pool.query<{ courier: string }>(
    `select courier_code as courier from tracking_number where number = $1`,
    [labels[0]!.carrierNo],
  )
  expect(numbers.rows[0]?.courier).toBe('DHL')
})

test('twenty prints at once buy one label', async () => {
  const order = await confirmed()
  await Promise.all(Array.from({ length: 20 }, (_, at) => print(order, { reason: `copy ${at}` })))
  expect((await print(order, { reason: 'last' })).status).toBe(200)
  expect(await sold(order)).toHaveLength(1)
})

test('a label whose answer was lost is found by our reference and never bought twice', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'lostAnswer' })
  const order = await confirmed()
  expect((await print(order)).error).toBe('label.pending')
  expect((await labelsOf(order))[0]?.state).toBe('unknown')
  await finish(order)
  expect((await labelsOf(order))[0]).toMatchObject({ state: 'bought' })
  expect((await print(order)).status).toBe(200)
  expect(await sold(order)).toHaveLength(1)
})

test('what a process was asking for when it was lost is looked up, not asked for again', async () => {
  const order = await confirmed()
  expect((await print(order)).status).toBe(200)
  // As a process leaves it that dies after the carrier answered and before it noted anything.
  await world().db.pool.query(
    `update carrier_shipment set state = 'sent', carrier_no = null, handle = null,
        label_file_id = null, asked_at = now() - interval '5 minutes' where parcel_id = $1`,
    [order.parcels[0]!.id],
  )
  await world().db.pool.query(
    `update parcel_label set state = 'sent', number = null, file_id = null where parcel_id = $1`,
    [order.parcels[0]!.id],
  )
  await finish(order)
  expect((await labelsOf(order))[0]).toMatchObject({ state: 'bought' })
  expect(await sold(order)).toHaveLength(1)
})

test('one that was taken and never sent is bought once', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'error500' })
  const order = await confirmed()
  expect((await print(order)).error).toBe('label.pending')
  expect((await labelsOf(order))[0]?.state).toBe('unknown')
  expect(await sold(order)).toHaveLength(0)
  await editAccountOf(staff, account.id, { simulatorScript: 'usual' })
  await finish(order)
  expect(await sold(order)).toHaveLength(1)
  expect((await labelsOf(order))[0]).toMatchObject({ state: 'bought' })
})

test('a label that came broken was bought, and its file is fetched again', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'cutLabel' })
  const order = await confirmed()
  expect((await print(order)).error).toBe('label.pending')
  const [label] = await labelsOf(order)
  expect(label).toMatchObject({ state: 'bought' })
  const { result } = await staff.get('/erp/carrierShipment/detail', { id: label!.id })
  expect((result as { messages: { advice: string }[] }).messages[0]?.advice).toBe('brokenLabel')
  await finish(order)
  expect((await print(order)).status).toBe(200)
  expect(await sold(order)).toHaveLength(1)
})

test('an address that cannot be encoded is refused in our words, with the field of the order form', async () => {
  const order = await confirmed()
  await world().db.pool.query(`update shipment set postal_code = '00000' where id = $1`, [order.id])
  const answer = await print(order)
  expect(answer.error).toBe('label.refused')
  expect(answer.message).toContain('Postcode and city do not belong together')
  const [label] = await labelsOf(order)
  const { result } = await staff.get('/erp/carrierShipment/detail', { id: label!.id })
  expect(result).toMatchObject({
    messages: [{ advice: 'addressNotEncodable', field: 'consignee.postalCode' }],
  })
  // Without the check the carrier sells it, with a warning.
  await editAccountOf(staff, account.id, { mustEncode: false })
  expect((await print(order)).status).toBe(200)
})

test('a product without its own billing number is refused before the carrier is asked', async () => {
  await editAccountOf(staff, account.id, { billing: {} })
  const order = await confirmed()
  const answer = await print(order)
  expect(answer.message).toContain('billing number')
  expect(await sold(order)).toHaveLength(0)
  await editAccountOf(staff, account.id, { billing: { V01PAK: '33333333330101' } })
})

test('a login that is no longer accepted stops the account with one notice', async () => {
  await editAccountOf(staff, account.id, { simulatorScript: 'denied' })
  const order = await confirmed({ parcels: [parcel(), parcel(), parcel()] })
  expect((await print(order)).error).toBe('label.pending')
  await print(await confirmed())
  expect((await labelsOf(order)).every(({ state }) => state === 'wanted')).toBe(true)
  const notices = async () =>
    (
      await world().db.pool.query(
        `select 1 from sys_announcement where tenant_id = $1 and bus_type = 'carrierStopped'`,
        [world().tenantId],
      )
    ).rows.length
  await expect.poll(notices).toBe(1)
  const stopped = await staff.get('/erp/carrierAccount/queryById', { id: account.id })
  expect((stopped.result as { stoppedAt: string | null }).stoppedAt).not.toBeNull()
  await editAccountOf(staff, account.id, { simulatorScript: 'usual' })
  const tested = await staff.post('/erp/carrierAccount/test', { id: account.id })
  expect(tested.result).toMatchObject({ ok: true })
  await finish(order)
  expect((await print(order)).status).toBe(200)
  expect(await sold(order)).toHaveLength(3)
})

test('a label is cancelled with its account, and bought again afterwards', async () => {
  const order = await confirmed()
  expect((await print(order)).status).toBe(200)
  const [label] = await labelsOf(order)
  const done = await staff.put('/erp/carrierShipment/cancel', { ids: [label!.id] })
  expect(done.result).toMatchObject({ done: 1, failed: 0 })
  expect((await labelsOf(order))[0]?.voidState).toBe('void')
  expect((await sold(order)).map(({ cancelled }) => cancelled)).toEqual([true])
  const again = await staff.put('/erp/carrierShipment/cancel', { ids: [label!.id] })
  expect(again.result).toMatchObject({ done: 0, failed: 1 })
  expect((await print(order, { reason: 'new label' })).status).toBe(200)
  expect(await labelsOf(order)).toHaveLength(2)
})

test('another format is printed from our store, and from the carrier the first time', async () => {
  const order = await confirmed()
  await print(order)
  const [label] = await labelsOf(order)
  const zpl = await staff.get('/erp/carrierShipment/label', { id: label!.id, format: 'zpl' })
  expect(zpl.bytes.toString('utf8')).toMatch(/^\^XA/)
  await editAccountOf(staff, account.id, { simulatorScript: 'denied' })
  const again = await staff.get('/erp/carrierShipment/label', { id: label!.id, format: 'zpl' })
  expect(again.bytes.equals(zpl.bytes)).toBe(true)
})
