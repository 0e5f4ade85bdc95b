import { beforeAll, expect, test } from 'vitest'
import { shipments } from '#contracts/orders/shipments.ts'
import { recordFiles, type RecordFile } from '#contracts/platform/operations/files.ts'
import type { OrderStep } from '#contracts/orders/order-history.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { kindDraft, makeOrder, type MadeOrder } from '#test/orders.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'

const world = useWorld()
let service: Client
let customer: Client
let order: MadeOrder
beforeAll(async () => {
  service = await world().as('service')
  customer = await world().as('customer')
  order = await makeOrder(world(), customer)
})

const text = Buffer.from('%PDF-1.4\n%file of an order\n%%EOF\n')
const send = (client: Client, id: string, kind = 'attachment', name = 'a.pdf') =>
  client.upload(
    `${recordFiles.upload.path}?ownerKind=shipment&ownerId=${id}&kind=${kind}`,
    name,
    text,
  )
const list = async (client: Client, id: string, kind = 'attachment') =>
  client.get(recordFiles.list.path, { ownerKind: 'shipment', ownerId: id, kind })
const names = (answer: { result: unknown }) =>
  (answer.result as { files: RecordFile[] }).files.map(({ fileName }) => fileName)
const steps = async (client: Client, id: string) =>
  (await client.get(shipments.history.path, { id })).result as OrderStep[]

test('files of an order are read by its customer and by us, and named in its history', async () => {
  const mine = await send(customer, order.id, 'attachment', '合同.pdf')
  expect(mine.code).toBe(200)
  expect((await send(service, order.id, 'document', 'invoice.pdf')).code).toBe(200)
  expect(names(await list(service, order.id))).toEqual(['合同.pdf'])
  expect(names(await list(customer, order.id, 'document'))).toEqual(['invoice.pdf'])
  const { id } = mine.result as RecordFile
  expect((await customer.delete(recordFiles.delete.path, { id })).code).toBe(200)
  expect(names(await list(service, order.id))).toEqual([])
  expect(await steps(customer, order.id)).toMatchObject([
    { action: 'fileAdd', name: '合同.pdf' },
    { action: 'fileAdd', name: 'invoice.pdf' },
    { action: 'fileDelete', name: '合同.pdf' },
  ])
})

test('other customers, other tenants and sub-accounts without the order do not reach them', async () => {
  const others = [
    await world().as('otherCustomer'),
    await world().as('sub'),
    await world().otherTenantUser(),
  ]
  for (const other of others) {
    expect((await list(other, order.id)).code).toBe(404)
    expect((await send(other, order.id)).code).toBe(404)
    expect((await other.get(shipments.history.path, { id: order.id })).code).toBe(404)
  }
})

test('a cancelled order keeps its files as they are; a proof comes from us once it left', async () => {
  expect((await send(service, order.id, 'pod')).code).toBe(403)
  const gone = await makeOrder(world(), customer)
  const mine = (await send(customer, gone.id)).result as RecordFile
  await customer.put(shipments.cancel.path, { ids: gone.id, reason: 'x' })
  for (const client of [customer, service]) {
    expect((await list(client, gone.id)).result).toMatchObject({ mayChange: false })
    expect((await send(client, gone.id)).code).toBe(403)
    expect((await client.delete(recordFiles.delete.path, { id: mine.id })).code).toBe(403)
  }
  await world().db.pool.query('update parcel set parcel_status = 70 where shipment_id = $1', [
    order.id,
  ])
  await world().db.pool.query('update shipment set shipment_status = 70 where id = $1', [order.id])
  expect((await send(service, order.id, 'pod')).code).toBe(200)
  expect((await send(customer, order.id, 'pod')).code).toBe(403)
  expect((await list(customer, order.id, 'pod')).result).toMatchObject({ mayChange: false })
})

test.each(KINDS.map(({ code }) => code))('%s orders take files', async (kind) => {
  const made = await makeOrder(world(), service, { change: await kindDraft(world(), kind) })
  expect((await send(service, made.id)).code).toBe(200)
})

test('a conversion and a change of service are named with from and to', async () => {
  const made = await makeOrder(world(), service, { change: await kindDraft(world(), 'GENERIC') })
  const whole = (await service.get(shipments.queryById.path, { id: made.id })).result as object
  const edited = await service.put(shipments.edit.path, { ...whole, shipmentResource: 'B2C' })
  expect(edited.code).toBe(200)
  const [step] = await steps(service, made.id)
  expect(step).toMatchObject({ action: 'convert', to: expect.stringContaining('B2C') })
})
