import { expect, test } from 'vitest'
import {
  goodsName,
  predictedReturnList,
  predictedReturns,
} from '#contracts/returns/predicted-returns.ts'
import { makeSku } from '#server/features/orders/stock/stock.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { freshNo } from '../returns.fixture.ts'
import { goodsLines } from './goods-lines.ts'

const world = useWorld()
const announce = async (client: Client, more: object) =>
  client.post(predictedReturnList.endpoints.add.path, {
    trackNo: freshNo(),
    depotId: await world().depotId('FRA1'),
    ...more,
  })

test('a customer chooses from its own order and stock, and what is neither is named', async () => {
  const customer = await world().as('customer')
  const stored = await makeSku(world())
  const order = await makeOrder(world(), customer, { confirm: true })
  await world().db.pool.query('update parcel set parcel_status = 70 where shipment_id = $1', [
    order.id,
  ])
  const { rows } = await world().db.pool.query<{ sku: string | null }>(
    `update parcel_product p set sku = 'OF-' || p.id from parcel b
      where b.id = p.parcel_id and b.shipment_id = $1 returning p.sku`,
    [order.id],
  )
  const ofOrder = rows[0]!.sku!
  const asked = {
    orderNo: order.serialNumber,
    goods: `${ofOrder}*1\n${stored.sku}\nXX-9\n"A lamp"`,
  }
  const mine = await customer.call(predictedReturns.goods, asked)
  expect(mine.unlisted).toEqual(['XX-9'])
  expect(mine.choices).toContainEqual(
    expect.objectContaining({ sku: ofOrder, left: expect.any(Number) }),
  )
  const found = await customer.call(predictedReturns.goods, { ...asked, keyword: stored.sku })
  expect(found.choices.map(({ sku }) => sku)).toEqual([stored.sku])
  // Another customer has neither, whatever customer it names.
  const other = await world().as('otherCustomer')
  const theirs = await other.call(predictedReturns.goods, {
    ...asked,
    customerId: world().customerId,
  })
  expect(theirs.unlisted).toEqual([ofOrder, stored.sku, 'XX-9'])
  expect(theirs.choices.filter(({ sku }) => sku === ofOrder || sku === stored.sku)).toEqual([])
  const stranger = await (
    await world().otherTenantUser()
  ).get(predictedReturns.goods.path, {
    ...asked,
    customerId: world().customerId,
  })
  expect(JSON.stringify(stranger.result)).not.toContain(`"sku":"${ofOrder}"`)
})

test('what is to be restocked is in the stock goods; other wishes take unknown goods and names', async () => {
  const customer = await world().as('customer')
  const { sku } = await makeSku(world())
  expect(await announce(customer, { wish: 'restock', goods: `${sku}*2` })).toMatchObject({
    success: true,
  })
  for (const goods of [`${sku}*2\nXX-9`, `"A lamp"*1`])
    expect(await announce(customer, { wish: 'restock', goods })).toMatchObject({
      success: false,
      result: { issues: [{ path: 'goods', code: 'returns.notInStock' }] },
    })
  const named = await announce(customer, { wish: 'destroy', goods: `XX-9*3\n"A blue lamp"*2` })
  const { rows } = await world().db.pool.query(
    'select sku, quantity from predicted_return_line where predicted_id = $1',
    [(named.result as { id: string }).id],
  )
  expect(rows).toEqual([{ sku: 'XX-9', quantity: 3 }])
})

test('an announcement is edited in other points though its goods are in stock no more', async () => {
  const customer = await world().as('customer')
  const added = await announce(customer, { wish: 'destroy', goods: 'XX-9' })
  const { id } = added.result as { id: string }
  await world().db.pool.query(`update predicted_return set wish = 'restock' where id = $1`, [id])
  const edit = async (more: object) => {
    const read = await customer.get('/rwms/predictedReturn/queryById', { id })
    return customer.put(predictedReturnList.endpoints.edit.path, {
      ...(read.result as object),
      ...more,
    })
  }
  expect(await edit({ trackNo: freshNo() })).toMatchObject({ success: true })
  expect(await edit({ goods: 'XX-9*2' })).toMatchObject({
    result: { issues: [{ path: 'goods', code: 'returns.notInStock' }] },
  })
})

test('goods that an announcement names are not offered again; a SKU none can write is a name', async () => {
  const customer = await world().as('customer')
  const { sku } = await makeSku(world(), { sku: `${freshNo()}[x]*2` })
  const order = await makeOrder(world(), customer, { confirm: true })
  await world().db.pool.query('update parcel set parcel_status = 70 where shipment_id = $1', [
    order.id,
  ])
  await world().db.pool.query(
    `update parcel_product p set sku = null, name_en = 'A "blue" lamp', quantity = 3 from parcel b
      where b.id = p.parcel_id and b.shipment_id = $1`,
    [order.id],
  )
  const orderNo = order.serialNumber
  const offered = async (keyword: string) =>
    (await customer.call(predictedReturns.goods, { orderNo, keyword })).choices
  const [lamp] = await offered('lamp')
  expect(lamp).toMatchObject({ sku: null, name: 'A "blue" lamp' })
  const goods = `"${goodsName(lamp!.name)}"*2`
  expect(await announce(customer, { orderNo, goods })).toMatchObject({ success: true })
  expect(await offered('lamp')).toEqual([{ ...lamp, left: lamp!.left! - 2 }])
  const [odd] = await offered(sku)
  expect(odd).toMatchObject({ sku: null, name: expect.stringContaining(sku) })
  expect(goodsLines(`"${goodsName(odd!.name)}"*1`)).toHaveLength(1)
})

test.each([
  ['"A blue lamp"*2', [{ sku: 'A blue lamp', named: true, quantity: 2, serials: [] }]],
  ['“蓝色台灯”', [{ sku: '蓝色台灯', named: true, quantity: 1, serials: [] }]],
  ['19"-RACK*2', [{ sku: '19"-RACK', named: false, quantity: 2, serials: [] }]],
  ['A blue lamp', null],
  ['"  "', null],
])('%s is read as goods', (text, lines) => expect(goodsLines(text)).toEqual(lines))
