import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { balancesOf, makePlace, makeSku, putStock, wrongBalances } from './stock.fixture.ts'

const world = useWorld()
const HEADER = ['客户代码*', '仓库代码*', 'SKU*', '库位*', '批次号', '有效期', '数量*']

const sheet = (rows: (string | number | null)[][]) =>
  writeSheet({ columns: HEADER.map((title) => ({ title })), rows }, 'xlsx')

test('a sheet opens balances once: tried out it leaves nothing, sent twice it adds nothing', async () => {
  const staff = await world().as('manager')
  const [plain, dated] = [
    await makeSku(world()),
    await makeSku(world(), { lotTracked: true, expiryTracked: true }),
  ]
  const place = await makePlace(world())
  const bytes = await sheet([
    ['C001', 'FRA1', plain.sku, place.code, null, null, 12],
    ['C001', 'FRA1', dated.sku, place.code, 'L7', '2027-01-31', 5],
    ['C001', 'FRA1', dated.sku, place.code, null, null, 5],
    ['C002', 'FRA1', plain.sku, place.code, null, null, 1],
    ['C001', 'FRA1', plain.sku, 'NOWHERE', null, null, 'many'],
    ['C001', 'FRA1', plain.sku, place.code, 'X', null, '-3'],
  ])
  const send = (fields: Record<string, string> = {}) =>
    staff.upload('/erp/stock/opening/importExcel', 'opening.xlsx', bytes, fields)
  const tried = await send({ dryRun: 'true' })
  expect(tried.result).toMatchObject({ totalCount: 6, successCount: 2, errorCount: 4 })
  expect(await balancesOf(world(), plain.id)).toEqual([])
  const errors = (tried.result as { errors: { row: number; column: string; code: string }[] })
    .errors
  expect(errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [4, 'Lot', 'field.required'],
    [4, 'Expiry', 'field.required'],
    [5, 'SKU', 'field.ref'],
    [6, 'Place', 'field.ref'],
    [7, 'Quantity', 'field.int'],
  ])
  expect((await send()).result).toMatchObject({ successCount: 2, errorCount: 4 })
  expect(await balancesOf(world(), plain.id)).toMatchObject([{ onHand: 12 }])
  const again = await send()
  expect(again.result).toMatchObject({ successCount: 0, errorCount: 6 })
  expect((again.result as { errors: { code: string }[] }).errors[0]).toMatchObject({
    code: 'stock.opened',
  })
  expect(await balancesOf(world(), plain.id)).toMatchObject([{ onHand: 12 }])
  expect(await wrongBalances(world())).toEqual([])
})

test('of a hundred openings of one balance at once, one is booked', async () => {
  const staff = await world().as('manager')
  const sku = await makeSku(world())
  const place = await makePlace(world())
  const body = {
    customerId: world().customerId,
    depotId: await world().depotId('FRA1'),
    skuId: sku.id,
    placeId: place.id,
    quantity: 7,
  }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => staff.post('/erp/stock/opening/add', body)),
  )
  expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 7 }])
})

test('a customer sees the own stock and its entries, no other user does; entries never change', async () => {
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 9, { lot: 'LOT-9' })
  const list = async (role: 'customer' | 'sub' | 'otherCustomer', path: string) =>
    (
      (await (await world().as(role)).get(path, { lot: 'LOT-9', skuId: sku.id })).result as {
        total: number
      }
    ).total
  // Entries name orders: a sub-account sees those its own caused.
  for (const [path, bySub] of [
    ['/erp/stock/list', 1],
    ['/erp/stockEntry/list', 0],
  ] as const) {
    expect([await list('customer', path), await list('sub', path)]).toEqual([1, bySub])
    expect(await list('otherCustomer', path)).toBe(0)
  }
  expect((await (await world().as('customer')).post('/erp/stock/opening/add', {})).status).toBe(403)
  await expect(
    world().db.pool.query('update stock_entry set quantity = 1 where balance_id = $1', [balanceId]),
  ).rejects.toThrow('never changed')
  await expect(
    world().db.pool.query('delete from stock_entry where balance_id = $1', [balanceId]),
  ).rejects.toThrow('never changed')
  await expect(
    world().db.pool.query('update stock_balance set reserved = 10 where id = $1', [balanceId]),
  ).rejects.toThrow('check')
})

test('a balance that was changed past its entries is found', async () => {
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 9)
  await world().db.pool.query('update stock_balance set on_hand = 8 where id = $1', [balanceId])
  expect(await wrongBalances(world())).toMatchObject([{ balanceId, sku: sku.sku }])
  await world().db.pool.query('update stock_balance set on_hand = 9 where id = $1', [balanceId])
})

test('a SKU is found by a part of it, a word and a whole barcode; one barcode leads to one SKU', async () => {
  const customer = await world().as('customer')
  const sku = await makeSku(world(), { barcodes: '4009999000017； 4006381333948', nameEn: 'Nail' })
  await putStock(world(), sku.id, 3)
  await putStock(world(), sku.id, 4, {
    placeId: (await makePlace(world(), 'FRA1', { blocked: true })).id,
  })
  const find = async (keyword: string, role: 'customer' | 'otherCustomer' = 'customer') =>
    (await (await world().as(role)).get('/erp/stockSku/find', { keyword })).result as object[]
  for (const word of [sku.sku, sku.sku.slice(5).toLowerCase(), 'nail', '4006381333948'])
    expect(await find(word), word).toMatchObject([
      { id: sku.id, available: 3, unitWeightKg: '0.18' },
    ])
  expect(await find('400638133394')).toEqual([])
  expect(await find(sku.sku, 'otherCustomer')).toEqual([])
  const edit = async (id: string, more: object) => {
    const { result } = await customer.get('/erp/stockSku/queryById', { id })
    return customer.put('/erp/stockSku/edit', { ...(result as object), ...more })
  }
  expect(await edit(sku.id, { nameEn: 'Nail, long' })).toMatchObject({ success: true })
  const taken = { issues: [{ path: 'barcodes', code: 'stock.barcodeOf' }] }
  const other = await makeSku(world())
  expect((await edit(other.id, { barcodes: '4009999000017' })).result).toMatchObject(taken)
  expect(
    (
      await customer.post('/erp/stockSku/add', {
        sku: `${sku.sku}-2`,
        unitWeight: '1',
        barcodes: '4009999000017',
      })
    ).result,
  ).toMatchObject(taken)
})

test('a balance is found by any part of its SKU, its name or its barcode; a customer finds its own', async () => {
  const other = await makeSku(world(), { customerId: world().otherCustomerId })
  const code = `40${Date.now()}`
  const mine = await makeSku(world(), { nameCn: '行车记录仪', barcodes: code })
  await putStock(world(), other.id, 2, { customerId: world().otherCustomerId })
  await putStock(world(), mine.id, 3)
  const customer = await world().as('customer')
  const found = async (goods: string) => {
    const { result } = await customer.get('/erp/stock/list', { goods, pageSize: 100 })
    return (result as { records: { skuId: string }[] }).records.map(({ skuId }) => skuId)
  }
  for (const goods of [mine.sku, mine.sku.slice(4).toLowerCase(), '记录', code])
    expect(await found(goods), goods).toContain(mine.id)
  expect(await found(other.sku)).toEqual([])
  expect(await found('%')).toEqual([])
})
