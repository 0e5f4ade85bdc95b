import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, expect, test } from 'vitest'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { attachmentList } from '#contracts/returns/attachments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { confirmed, inboundScan, trackNo } from './depot.fixture.ts'

const world = useWorld()
let warehouse: Client
beforeAll(async () => {
  warehouse = await world().as('warehouse')
})
const picture = () => createCanvas(400, 300).toBuffer('image/png')
const put = (client: Client, ownerKind: string, ownerId: string, bytes = picture()) =>
  client.upload('/sys/file/upload', 'box.png', bytes, { ownerKind, ownerId, kind: 'photo' })
const list = (client: Client, ownerKind: string, ownerId: string) =>
  client.get('/sys/file/list', { ownerKind, ownerId, kind: 'photo' })

test('a photo of a parcel is taken at the depot and seen by who sees the order', async () => {
  const order = await confirmed(world())
  const { id } = order.parcels[0]!
  await inboundScan(warehouse, trackNo(order))
  expect(await put(warehouse, 'parcel', id)).toMatchObject({ success: true })
  const customer = await world().as('customer')
  expect((await list(customer, 'parcel', id)).result).toMatchObject({
    files: [{ fileName: 'box.png', kind: 'photo' }],
    mayChange: false,
  })
  expect((await put(customer, 'parcel', id)).status).toBe(403)
  for (const stranger of [await world().as('otherCustomer'), await world().otherTenantUser()]) {
    expect((await list(stranger, 'parcel', id)).status).toBe(404)
    expect((await put(stranger, 'parcel', id)).status).toBe(404)
  }
  const boss = await world().as('manager')
  const found = await boss.call(attachmentList.endpoints.list, { recordNo: trackNo(order) })
  expect(found.records.map(({ ownerKind }) => ownerKind)).toEqual(['parcel'])
})

test('a photo is larger than other pictures may be, and only a picture', async () => {
  const { parcels } = await confirmed(world())
  const { id } = parcels[0]!
  expect(await put(warehouse, 'parcel', id, Buffer.from('%PDF-1.7\n%x\n'))).toMatchObject({
    success: false,
    error: 'file.mismatch',
  })
  const large = Buffer.concat([picture(), Buffer.alloc(6 * 1024 * 1024)])
  expect(await put(warehouse, 'parcel', id, large)).toMatchObject({ success: true })
  expect(
    await warehouse.upload('/sys/file/upload', 'a.png', picture(), {
      ownerKind: 'parcel',
      ownerId: id,
      kind: 'document',
    }),
  ).toMatchObject({ success: false, code: 400 })
})

test('an unknown parcel has photos until it is released', async () => {
  const made = await warehouse.call(intercepts.add, {
    no: 'UNKNOWN-PHOTO-1',
    here: true,
    depotId: await world().depotId('FRA1'),
  })
  expect(await put(warehouse, 'intercept', made.id)).toMatchObject({ success: true })
  const customer = await world().as('customer')
  expect((await list(customer, 'intercept', made.id)).status).toBe(404)
  expect((await list(await world().otherTenantUser(), 'intercept', made.id)).status).toBe(404)
  const boss = await world().as('manager')
  await boss.call(intercepts.release, { id: made.id, version: made.version, note: 'ours' })
  expect((await put(warehouse, 'intercept', made.id)).status).toBe(403)
  expect((await list(boss, 'intercept', made.id)).result).toMatchObject({
    files: [{ fileName: 'box.png' }],
    mayChange: false,
  })
})
