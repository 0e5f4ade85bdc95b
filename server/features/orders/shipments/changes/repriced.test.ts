import { beforeAll, expect, test } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useOwnWorld()
let staff: Client
let feeId: string

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await world().db.pool.query<{ fee_id: string }>(
    `select fee_id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  feeId = found.rows[0]!.fee_id
})

async function raise(factor: number) {
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { current, zones, rows } = await staff.call(feePrices.sheet, { feeId, versionId: id })
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: rows.map((row) => ({
      ...row,
      prices: row.prices.map((price) => price && (Number(price) * factor).toFixed(2)),
    })),
  })
  await staff.call(feePrices.activate, { id, version })
}
const detail = (id: string) => staff.call(shipments.queryById, { id })
const made = async () => (await makeOrder(world(), staff)).id
async function confirm(id: string): Promise<string[] | undefined> {
  const { rows } = await staff.call(shipments.confirm, { ids: [id] })
  return rows[0]?.warnings?.map(({ message }) => message)
}

test('confirming by newer prices names both amounts', async () => {
  const id = await made()
  const before = await detail(id)
  await raise(1.03)
  const [warning] = (await confirm(id)) ?? []
  const after = await detail(id)
  expect(Number(after.amount)).toBeGreaterThan(Number(before.amount))
  expect(warning).toContain(`${before.amount} EUR`)
  expect(warning).toContain(`${after.amount} EUR`)
})

test('confirming by the prices it was quoted by brings no warning', async () => {
  expect(await confirm(await made())).toBeUndefined()
})

test('a dated surcharge that began in between counts, too', async () => {
  const id = await made()
  const { amount } = await detail(id)
  // As if the order had been quoted before the surcharge's first day.
  await world().db.pool.query(
    `update shipment set amount = amount - 100 where tenant_id = $1 and id = $2`,
    [world().tenantId, id],
  )
  expect((await confirm(id))?.[0]).toContain(`${amount} EUR`)
  expect((await detail(id)).amount).toBe(amount)
})
