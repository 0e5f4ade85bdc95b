import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { rerates } from '#contracts/money/rerates.ts'
import { PASSWORD, useWorld } from '#test/harness.ts'
import { inCharging, minorOf } from '../charging.fixture.ts'

const world = useWorld()
const { charges, confirm, customer, detail, drift, order, print, query } = inCharging(world)
const { service, standing, switchOn, trades } = inCharging(world)

beforeAll(() => switchOn())
beforeEach(async () => void (await service('ECO-PARCEL', '1')))

/** Another version of the service's prices, in force from now on. */
async function raise(factor: number) {
  const staff = await world().as('manager')
  const [{ fee_id: feeId }] = (await query<{ fee_id: string }>(
    `select fee_id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )) as [{ fee_id: string }]
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
const charged = async (who: string, count = 1) => {
  const made = []
  for (let at = 0; at < count; at++) {
    const one = await order(who)
    expect(await confirm([one.id])).toMatchObject([{ ok: true }])
    expect((await print([one.id])).status).toBe(200)
    made.push(one)
  }
  return made
}
const preview = async (input: Record<string, unknown>) =>
  (await world().as('finance')).call(rerates.preview, { by: 'today', ...input })
const apply = async (shown: Awaited<ReturnType<typeof preview>>, key: string = randomUUID()) => {
  const open = shown.rows.filter((row) => row.key !== null)
  return (await world().as('finance')).post(
    '/erp/trade/rerate',
    {
      by: 'today',
      ids: open.map(({ id }) => id),
      keys: Object.fromEntries(open.map((row) => [row.id, row.key])),
    },
    { 'Idempotency-Key': key },
  )
}
const posted = async (one: { id: string }) =>
  (await trades(one)).reduce((sum, { money }) => sum - BigInt(money), 0n)

test('trades are previewed by their orders, priced by what is in force, and the difference is charged', async () => {
  const who = await customer(1_000_000n)
  const orders = await charged(who, 2)
  const untouched = await order(who)
  const ids = (
    await query<{ id: string }>(`select id from trade where customer_id = $1`, [who])
  ).map(({ id }) => id)
  const same = await preview({ ids })
  expect(same.rows.map(({ code }) => code)).toEqual(['rerate.same', 'rerate.same'])
  expect(same.without).toBe(1)
  expect((await preview({ orderIds: [untouched.id] })).rows).toMatchObject([
    { code: 'rerate.notCharged', key: null },
  ])
  await raise(1.5)
  // Their day had other prices.
  expect((await preview({ ids, by: 'day' })).rows[0]).toMatchObject({ code: 'rerate.same' })
  const shown = await preview({ ids })
  expect(shown.rows).toHaveLength(2)
  const [row] = shown.rows
  expect(minorOf(row!.after)).toBeGreaterThan(minorOf(row!.before))
  expect(row).toMatchObject({ versionNo: expect.any(Number), priceName: expect.any(String) })
  expect(minorOf(shown.sums[0]!.difference)).toBe(2n * (minorOf(row!.after) - minorOf(row!.before)))
  // The same twice at once, under keys of their own, charges it once.
  const answers = await Promise.all([apply(shown), apply(shown)])
  const done = answers.map(({ result }) => (result as BulkResult).done)
  expect(done[0]! + done[1]!).toBe(2)
  for (const one of orders) {
    expect(await posted(one)).toBe(minorOf(row!.after))
    expect(await charges(one)).toMatchObject([{ adjustments: [{ reason: 'rerate' }] }])
  }
  // Back again: refunds, each of its own charge.
  await raise(0.5)
  const back = await preview({ orderIds: orders.map(({ id }) => id) })
  const key = randomUUID()
  expect((await apply(back, key)).result).toMatchObject({ done: 2, failed: 0 })
  expect((await apply(back, key)).result).toMatchObject({ done: 2, failed: 0 })
  for (const one of orders) {
    expect(await posted(one)).toBe(minorOf((await detail(one)).amount))
    expect((await trades(one)).at(-1)).toMatchObject({ trade_type: 'refund' })
  }
  const { balance } = await standing(who)
  expect(balance).toBe(1_000_000n - (await posted(orders[0]!)) - (await posted(orders[1]!)))
  expect(await drift()).toEqual({ drift: [], same: true })
})

test('is for finance, asks for the password above an amount, and reaches own orders only', async () => {
  const [one] = await charged(await customer(10_000_000n))
  for (const role of ['customer', 'warehouse', 'sub'] as const)
    expect(
      (await (await world().as(role)).post('/erp/trade/reratePreview', { orderIds: [one!.id] }))
        .status,
    ).toBe(403)
  const stranger = await world().otherTenantUser()
  expect(await stranger.call(rerates.preview, { orderIds: [one!.id] })).toMatchObject({ rows: [] })
  await query('update shipment set amount = amount + 200000 where id = $1', [one!.id])
  await query(
    `update sys_session set proved_at = now() - interval '20 minutes'
      where token_hash = sha256($1::bytea)`,
    [Buffer.from((await world().as('finance')).token!)],
  )
  const shown = await preview({ orderIds: [one!.id] })
  expect(await apply(shown)).toMatchObject({ success: false, error: 'session.stepUp' })
  await (await world().as('finance')).post('/sys/stepUp', { password: PASSWORD })
  expect((await apply(shown)).result).toMatchObject({ done: 1, failed: 0 })
})
