import { beforeAll, expect, test } from 'vitest'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'
import { openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
let staff: Client
let serviceId: string
beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  serviceId = (await openAccountFor(world(), staff, 'dhl')).serviceId
})
const serviceIs = (pushMethod: string, labelType: string) =>
  world().db.pool.query(
    `update delivery_service set push_method = $2, label_type = $3 where id = $1`,
    [serviceId, pushMethod, labelType],
  )
const confirmed = () => makeOrder(world(), staff, { confirm: true })
const states = async ({ id }: MadeOrder) =>
  (
    await world().db.pool.query<{ state: string; format: string }>(
      `select state, label_format as format from carrier_shipment where shipment_id = $1`,
      [id],
    )
  ).rows
const print = ({ id }: MadeOrder, more: object = {}) =>
  staff.post('/erp/label/print', { ids: [id], ...more })

test('pushed at confirm: the label is bought without a print', async () => {
  await serviceIs('1', '2')
  const order = await confirmed()
  await expect.poll(async () => (await states(order)).map(({ state }) => state)).toEqual(['bought'])
  expect((await print(order)).status).toBe(200)
  expect(await states(order)).toHaveLength(1)
})

test('pushed at confirm with a label of ours: the carrier’s is bought, ours is printed', async () => {
  await serviceIs('1', '1')
  const order = await confirmed()
  await expect.poll(async () => (await states(order)).length).toBe(1)
  const zpl = await print(order, { format: 'zpl' })
  expect(zpl.status).toBe(200)
  expect(zpl.bytes.toString('utf8')).not.toContain('SIMULATOR')
})

test('never pushed, or numbers entered by hand: nothing is bought, our label is printed', async () => {
  for (const method of ['0', '6']) {
    await serviceIs(method, '2')
    const order = await confirmed()
    expect((await print(order)).status).toBe(200)
    expect(await states(order)).toEqual([])
  }
})

test('a carrier’s ZPL is a kind of label, and one with our number on it another', async () => {
  await serviceIs('2', '3')
  const zebra = await confirmed()
  const printed = await print(zebra, { format: 'zpl' })
  expect(printed.bytes.toString('utf8')).toMatch(/^\^XA/)
  expect(await states(zebra)).toMatchObject([{ format: 'zpl' }])
  await serviceIs('2', '4')
  const stamped = await print(await confirmed())
  expect(stamped.status).toBe(200)
  expect(stamped.bytes.subarray(0, 4).toString('latin1')).toBe('%PDF')
})
