import { describe, expect, test } from 'vitest'
import { Refusal } from '#server/kit/http/errors.ts'
import { useWorld } from '#test/harness.ts'
import { pickStock, setPicking, shipStock } from './pick.ts'
import { allocateStock, releaseStock, reserveStock, takeInOrder } from './reserve.ts'
import {
  balancesOf,
  inStock,
  makePlace,
  makeSku,
  putStock,
  wrongBalances,
} from './stock.fixture.ts'

const world = useWorld()
let last = 1_000_000

const order = async (change: object = {}) => ({
  orderId: String(++last),
  orderNo: `PYT${last}`,
  customerId: world().customerId,
  depotId: await world().depotId('FRA1'),
  createBy: null,
  ...change,
})
async function reserve(
  lines: { skuId: string; quantity: number }[],
  { mayWait = false, change = {} }: { mayWait?: boolean; change?: object } = {},
) {
  const one = await order(change)
  const state = await inStock(world(), (tx) => reserveStock(tx, one, lines, mayWait))
  return { ...one, state }
}

test('pieces leave by expiry, then by the day they came; expired goods and blocked places stay', async () => {
  const sku = await makeSku(world())
  const old = await putStock(world(), sku.id, 2, { lot: 'OLD', expiryDate: '2020-01-01' })
  const late = await putStock(world(), sku.id, 5, { lot: 'B', expiryDate: '2031-01-01' })
  const soon = await putStock(world(), sku.id, 3, { lot: 'A', expiryDate: '2030-01-01' })
  const blocked = await putStock(world(), sku.id, 9, {
    placeId: (await makePlace(world(), 'FRA1', { blocked: true })).id,
  })
  await reserve([{ skuId: sku.id, quantity: 4 }])
  const rows = new Map((await balancesOf(world(), sku.id)).map((row) => [row.id, row.reserved]))
  expect([soon, late, old, blocked].map((id) => rows.get(id))).toEqual([3, 1, 0, 0])
})

test('a shortage is refused with SKU and quantity; an order that may wait gets what there is', async () => {
  const [some, none] = [await makeSku(world()), await makeSku(world())]
  await putStock(world(), some.id, 3)
  const lines = [
    { skuId: some.id, quantity: 5 },
    { skuId: none.id, quantity: 1 },
  ]
  const refused = await reserve(lines).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Refusal).data.list).toBe(`${some.sku} × 2, ${none.sku} × 1`)
  expect(await balancesOf(world(), some.id)).toMatchObject([{ reserved: 0 }])

  const waiting = await reserve(lines, { mayWait: true })
  expect(waiting.state).toBe('short')
  expect((await reserve([{ skuId: none.id, quantity: 1 }], { mayWait: true })).state).toBe(
    'backOrder',
  )
  const staff = await world().as('manager')
  expect(
    (await staff.get('/erp/stockShortage/list', { orderNo: waiting.orderNo })).result,
  ).toMatchObject({ total: 2 })
  await putStock(world(), some.id, 9)
  await putStock(world(), none.id, 9)
  expect(await inStock(world(), (tx) => allocateStock(tx, waiting.orderId))).toEqual([])
  expect(
    (await staff.get('/erp/stockShortage/list', { orderNo: waiting.orderNo })).result,
  ).toMatchObject({ total: 0 })
})

test('picked short the rest waits, shipped the pieces are out, withdrawn all is free', async () => {
  const sku = await makeSku(world())
  const balanceId = await putStock(world(), sku.id, 10)
  const one = await reserve([{ skuId: sku.id, quantity: 6 }])
  await inStock(world(), (tx) => setPicking(tx, [one.orderId], true))
  await expect(
    inStock(world(), (tx) => releaseStock(tx, one.orderId, 'release')),
  ).rejects.toMatchObject({ code: 'stock.inWave' })
  expect(
    await inStock(world(), (tx) => pickStock(tx, [one.orderId], [{ balanceId, picked: 4 }])),
  ).toEqual([balanceId])
  expect(await balancesOf(world(), sku.id)).toMatchObject([
    { onHand: 10, reserved: 0, picked: 4, available: 6 },
  ])
  await inStock(world(), (tx) => shipStock(tx, one.orderId, [{ sku: sku.sku, quantity: 6 }]))
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ onHand: 6, picked: 0 }])
  // It waits for what was not found; what is freed below would be given to it.
  await inStock(world(), (tx) => setPicking(tx, [one.orderId], false))
  await inStock(world(), (tx) => releaseStock(tx, one.orderId, 'release'))
  // The place is to be counted: others take from it no more.
  const elsewhere = await putStock(world(), sku.id, 6)
  const two = await reserve([{ skuId: sku.id, quantity: 6 }])
  expect(await balancesOf(world(), sku.id)).toMatchObject([
    { id: balanceId, available: 6 },
    { id: elsewhere, available: 0 },
  ])
  expect(await inStock(world(), (tx) => releaseStock(tx, two.orderId, 'end'))).toBe('none')
  expect(await balancesOf(world(), sku.id)).toMatchObject([{ available: 6 }, { available: 6 }])
  expect(await wrongBalances(world())).toEqual([])
})

test('a hundred orders at once over the same SKUs in any order: no piece is given twice', async () => {
  const [a, b] = [await makeSku(world()), await makeSku(world())]
  for (const pieces of [7, 11, 13]) {
    await putStock(world(), a.id, pieces)
    await putStock(world(), b.id, pieces)
  }
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => {
      const lines = [
        { skuId: a.id, quantity: 1 + (n % 3) },
        { skuId: b.id, quantity: 1 + ((n + 1) % 3) },
      ]
      return reserve(n % 2 ? lines : lines.toReversed())
    }),
  )
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.filter((one) => !(one instanceof Refusal))).toEqual([])
  const given = results.flatMap((one, n) =>
    one.status === 'fulfilled' ? [[1 + (n % 3), 1 + ((n + 1) % 3)]] : [],
  )
  for (const [at, sku] of [a, b].entries()) {
    const rows = await balancesOf(world(), sku.id)
    expect(rows.reduce((sum, row) => sum + row.reserved, 0)).toBe(
      given.reduce((sum, one) => sum + one[at]!, 0),
    )
    expect(Math.min(...rows.map((row) => row.available))).toBeGreaterThanOrEqual(0)
  }
  expect(await wrongBalances(world())).toEqual([])
})

describe('whatever happens in whatever order', () => {
  /** Numbers of a fixed seed: a failing run is repeated by its number. */
  const random = (seed: number) => () =>
    (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

  test.each([1, 2, 3])('stock and reservations agree (%s)', async (seed) => {
    const next = random(seed)
    const skus = [await makeSku(world()), await makeSku(world())]
    for (const sku of skus) await putStock(world(), sku.id, 20)
    const open: string[] = []
    for (let step = 0; step < 30; step++) {
      const skuId = skus[Math.floor(next() * 2)]!.id
      const which = open[Math.floor(next() * open.length)]
      const what = next()
      if (what < 0.5 || !which) {
        const mayWait = next() < 0.5
        const made = await reserve([{ skuId, quantity: 1 + Math.floor(next() * 8) }], {
          mayWait,
        }).catch(() => null)
        if (made) open.push(made.orderId)
      } else if (what < 0.65) {
        await inStock(world(), (tx) => releaseStock(tx, which, 'end'))
        open.splice(open.indexOf(which), 1)
      } else if (what < 0.75)
        await inStock(world(), (tx) => releaseStock(tx, which, 'wait')).catch(() => null)
      else if (what < 0.85) await inStock(world(), (tx) => allocateStock(tx, which))
      else if (what < 0.95)
        await inStock(world(), async (tx) => {
          await setPicking(tx, [which], true)
          await pickStock(tx, [which], [])
          await setPicking(tx, [which], false)
        })
      else {
        await inStock(world(), (tx) =>
          shipStock(
            tx,
            which,
            skus.map((one) => ({ sku: one.sku, quantity: 9 })),
          ),
        )
        open.splice(open.indexOf(which), 1)
      }
    }
    expect(await wrongBalances(world())).toEqual([])
    const lines = await world().db.pool.query<{ reserved: number; picked: number }>(
      `select coalesce(sum(reserved), 0)::int as reserved, coalesce(sum(picked), 0)::int as picked
        from stock_order_line where tenant_id = $1 and sku_id = any($2::bigint[])`,
      [world().tenantId, skus.map((one) => one.id)],
    )
    const rows = (await Promise.all(skus.map((sku) => balancesOf(world(), sku.id)))).flat()
    expect(lines.rows[0]).toEqual({
      reserved: rows.reduce((sum, row) => sum + row.reserved, 0),
      picked: rows.reduce((sum, row) => sum + row.picked, 0),
    })
  })
})

test('what never expires leaves last', () => {
  const free = [
    { id: '1', skuId: 'a', available: 2, expiryDate: null, firstIn: '2026-01-01' },
    { id: '2', skuId: 'a', available: 2, expiryDate: '2030-01-01', firstIn: '2026-02-01' },
  ]
  expect(takeInOrder([{ id: 'l', skuId: 'a', missing: 3 }], free)).toEqual([
    { lineId: 'l', balanceId: '2', quantity: 2 },
    { lineId: 'l', balanceId: '1', quantity: 1 },
  ])
})
