import { expect, test } from 'vitest'
import { predictedReturnList, predictedReturns } from '#contracts/returns/predicted-returns.ts'
import { returnConfigList } from '#contracts/returns/return-configs.ts'
import { PAGE_OPEN_MAX, returnPage } from '#contracts/returns/return-page.ts'
import { confirmed } from '#server/features/depot/inbound/depot.fixture.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { scanIn } from '../returns.fixture.ts'

const world = useWorld()
interface Sold {
  page: string
  orderNo: string
  postcode: string
  id: string
}
let key: string | null = null

/** A page of the suite's customer, and an order of it that has left. */
async function sold(): Promise<Sold> {
  if (key === null) {
    const boss = await world().as('manager')
    const made = await boss.call(returnConfigList.endpoints.add, {
      customerId: world().customerId,
      depotId: await world().depotId('FRA1'),
      addressCode: 'DE9001',
      currency: 'EUR',
      pageOpen: true,
    })
    key = String(made.pageKey)
  }
  const order = await confirmed(world())
  const { rows } = await world().db.pool.query<{ reference: string; postal_code: string }>(
    `update shipment set shipment_status = 90 where tenant_id = $1 and id = $2
      returning reference, postal_code`,
    [world().tenantId, order.id],
  )
  await world().db.pool.query(
    'update parcel set parcel_status = 90 where tenant_id = $1 and shipment_id = $2',
    [world().tenantId, order.id],
  )
  return {
    page: key,
    orderNo: rows[0]!.reference,
    postcode: rows[0]!.postal_code,
    id: String(order.id),
  }
}
const ask = async (path: string, body: object) => world().anonymous.post(path, body)

test('a buyer announces what was bought, once, gets its label, and sees it come', async () => {
  const { id: _, ...of } = await sold()
  const shown = await world().anonymous.call(returnPage.order, of)
  expect(shown).toMatchObject({ orderNo: of.orderNo, returns: [] })
  const [first] = shown.lines
  expect(first!.left).toBe(first!.quantity)
  const wish = {
    ...of,
    lines: [{ sku: first!.sku, quantity: first!.quantity }],
    reason: 'size' as const,
    remark: 'Too small',
  }
  const both = await Promise.all([
    ask(returnPage.announce.path, wish),
    ask(returnPage.announce.path, wish),
  ])
  // The same again is the same announcement; more of it there is not.
  const { no } = both[0]!.result as { no: string }
  expect(no).toMatch(/^RP/)
  expect(both[1]!.result).toEqual({ no })
  const more = { ...wish, lines: [{ sku: first!.sku, quantity: first!.quantity + 1 }] }
  expect(await ask(returnPage.announce.path, more)).toMatchObject({
    result: { issues: [{ code: 'returns.pageLeft' }] },
  })
  const label = await ask(returnPage.label.path, { ...of, no })
  // With number and postcode neither name nor street is learnt by it.
  const printed = await textOf(await open(label.bytes), 1)
  expect(printed).toContain(no)
  expect(printed).not.toMatch(/Müller|Hauptstr/)
  // Europe’s carriers read Latin letters.
  expect(printed).toContain('Frankfurt')
  expect(printed).not.toMatch(/\p{Script=Han}/u)
  const mine = await (
    await world().as('customer')
  ).call(predictedReturnList.endpoints.list, { orderNo: of.orderNo })
  expect(mine.records).toMatchObject([{ no, reason: 'size', state: '0' }])
  expect(mine.records[0]!.remark).toMatch(/Too small$/)
  const waiting = await world().anonymous.call(returnPage.order, of)
  expect(waiting.returns).toMatchObject([{ no, status: 'announced' }])
  expect(waiting.returns[0]!.qr.length).toBeGreaterThan(20)
  expect(waiting.lines[0]).toMatchObject({ left: 0 })
  // The number of our own label leads to its owner.
  expect(await scanIn(world(), no)).toMatchObject({ code: 200, result: { state: 30 } })
  const came = await world().anonymous.call(returnPage.order, of)
  expect(came.returns).toMatchObject([{ no, status: 'arrived', qr: [] }])
  expect((await ask(returnPage.label.path, { ...of, no })).success).toBe(false)
})

test('what was called off may be announced again', async () => {
  const { id: _, ...of } = await sold()
  const { lines } = await world().anonymous.call(returnPage.order, of)
  const wanted = [{ sku: lines[0]!.sku, quantity: 1 }]
  const { no } = await world().anonymous.call(returnPage.announce, {
    ...of,
    lines: wanted,
    reason: 'other',
  })
  const customer = await world().as('customer')
  const found = await customer.call(predictedReturnList.endpoints.list, { no })
  await customer.call(predictedReturns.cancel, { ids: [String(found.records[0]!.id)] })
  const after = await world().anonymous.call(returnPage.order, of)
  expect(after.lines[0]!.left).toBe(lines[0]!.left)
  expect(after.returns).toMatchObject([{ status: 'cancelled' }])
})

test('what fits no order of an open page is answered alike', async () => {
  const { id, ...of } = await sold()
  const words = async (body: object) => {
    const { success, code, error, message, result } = await ask(returnPage.order.path, body)
    return { success, code, error, message, result }
  }
  const unknown = await words({ ...of, orderNo: 'NOWHERE-1' })
  expect(unknown).toMatchObject({ success: false, error: 'returns.pageUnknown' })
  expect(await words({ ...of, postcode: '00000' })).toEqual(unknown)
  expect(await words({ ...of, page: '0'.repeat(32) })).toEqual(unknown)
  await world().db.pool.query(
    'update shipment set shipment_status = 20 where tenant_id = $1 and id = $2',
    [world().tenantId, id],
  )
  expect(await words(of)).toEqual(unknown)
  await world().db.pool.query(
    'update shipment set shipment_status = 90 where tenant_id = $1 and id = $2',
    [world().tenantId, id],
  )
  expect((await ask(returnPage.order.path, of)).success).toBe(true)
  // Our own numbers follow one another: they open nothing where the shop has one.
  const ours = await world().db.pool.query<{ no: string }>(
    'select serial_number as no from shipment where tenant_id = $1 and id = $2',
    [world().tenantId, id],
  )
  expect(await words({ ...of, orderNo: ours.rows[0]!.no })).toEqual(unknown)
  const freeze = (status: number) =>
    world().db.pool.query('update customer set status = $3 where tenant_id = $1 and id = $2', [
      world().tenantId,
      world().customerId,
      status,
    ])
  await freeze(2)
  expect(await words(of)).toEqual(unknown)
  await freeze(1)
  await world().db.pool.query(
    'update return_config set page_open = false where tenant_id = $1 and page_key = $2',
    [world().tenantId, of.page],
  )
  expect(await words(of)).toEqual(unknown)
  await world().db.pool.query('update return_config set page_open = true where page_key = $1', [
    of.page,
  ])
})

test('a page needs its customer and its depot', async () => {
  const boss = await world().as('manager')
  const answer = await boss.post(returnConfigList.endpoints.add.path, {
    currency: 'EUR',
    pageOpen: true,
  })
  expect(answer).toMatchObject({
    success: false,
    result: { issues: [{ path: 'customerId' }, { path: 'depotId' }] },
  })
})

test('wrong postcodes add up for an order, from whatever address they come', async () => {
  const { id, ...of } = await sold()
  const wrong = (n: number) => ask(returnPage.order.path, { ...of, postcode: `0000${n}X` })
  for (let n = 0; n < 19; n++) expect((await wrong(n)).success).toBe(false)
  expect((await ask(returnPage.order.path, of)).success).toBe(true)
  await Promise.all([wrong(20), wrong(21)])
  const answer = await ask(returnPage.order.path, of)
  expect(answer).toMatchObject({ success: false, error: 'returns.pageUnknown' })
  const { rows } = await world().db.pool.query(
    'select misses from return_page_miss where tenant_id = $1 and shipment_id = $2',
    [world().tenantId, id],
  )
  expect(rows).toEqual([{ misses: 20 }])
})

test('so many announcements of an order wait, and no more', async () => {
  const { id, ...of } = await sold()
  await world().db.pool.query(
    `update parcel_product set quantity = 50 where tenant_id = $1 and parcel_id in
      (select p.id from parcel p where p.tenant_id = $1 and p.shipment_id = $2)`,
    [world().tenantId, id],
  )
  const [first] = (await world().anonymous.call(returnPage.order, of)).lines
  const wish = (quantity: number) => ({
    ...of,
    lines: [{ sku: first!.sku, quantity }],
    reason: 'size' as const,
  })
  for (let n = 1; n <= PAGE_OPEN_MAX; n++)
    expect((await ask(returnPage.announce.path, wish(n))).success).toBe(true)
  expect(await ask(returnPage.announce.path, wish(6))).toMatchObject({
    success: false,
    error: 'returns.pageMany',
  })
  expect((await ask(returnPage.announce.path, wish(PAGE_OPEN_MAX))).success).toBe(true)
})
