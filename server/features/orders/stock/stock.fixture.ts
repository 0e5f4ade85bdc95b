import { stockBalances } from '#contracts/orders/stock/stock-balances.ts'
import { stockNotices, type NoticeDetail } from '#contracts/orders/stock/stock-notices.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Client, World } from '#test/harness.ts'

let count = 0
const mark = () => `${process.pid.toString(36)}-${++count}`

type Added = { id: string }

/** A SKU of the suite's customer, made over HTTP. */
export async function makeSku(world: World, change: Record<string, unknown> = {}) {
  const staff = await world.as('manager')
  const sku = `SKU-${mark()}`
  const answer = await staff.post('/erp/stockSku/add', {
    customerId: world.customerId,
    sku,
    nameCn: '棉质T恤',
    nameEn: 'Cotton T-shirt',
    unitWeight: '0.18',
    hscodeCn: '6109100010',
    unitPrice: '8.90',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return { id: (answer.result as Added).id, sku: String(change.sku ?? sku) }
}

export async function makePlace(world: World, depot = 'FRA1', change: object = {}) {
  const staff = await world.as('manager')
  const code = `A-${mark()}`
  const answer = await staff.post('/erp/stockPlace/add', {
    depotId: await world.depotId(depot),
    code,
    kind: '2',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return { id: (answer.result as Added).id, code }
}

/** Puts pieces on a place as an opening balance; a new place where none is named. */
export async function putStock(
  world: World,
  skuId: string,
  quantity: number,
  at: { placeId?: string; lot?: string; expiryDate?: string; customerId?: string } = {},
): Promise<string> {
  const staff = await world.as('manager')
  const { balanceId } = await staff.call(stockBalances.addOpening, {
    customerId: world.customerId,
    depotId: await world.depotId('FRA1'),
    skuId,
    quantity,
    ...at,
    placeId: at.placeId ?? (await makePlace(world)).id,
  })
  return balanceId
}

export async function notice(
  world: World,
  client: Client,
  lines: { skuId: string; expected: number }[],
  change: Record<string, unknown> = {},
): Promise<NoticeDetail> {
  return client.call(stockNotices.add, {
    customerId: world.customerId,
    depotId: await world.depotId('FRA1'),
    expectedDate: '2026-12-01',
    lines,
    ...change,
  })
}

/** The transaction of a job in the suite's tenant: stock functions are called inside an order's. */
export const inStock = <R>(world: World, work: (tx: Tx) => Promise<R>): Promise<R> =>
  inTx(jobCtx(world.deps, world.tenantId), work)

export interface BalanceRow {
  id: string
  onHand: number
  reserved: number
  picked: number
  available: number
}
export async function balancesOf(world: World, skuId: string): Promise<BalanceRow[]> {
  const found = await world.db.pool.query<BalanceRow>(
    `select id, on_hand as "onHand", reserved, picked, available from stock_balance
      where tenant_id = $1 and sku_id = $2 order by id`,
    [world.tenantId, skuId],
  )
  return found.rows
}

/** Balances that differ from their entries or reservations; there must be none. */
export async function wrongBalances(world: World) {
  return (await (await world.as('manager')).call(stockBalances.check, {})).wrong
}
