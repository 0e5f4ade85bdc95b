import { beforeAll, describe, expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { orderChanges } from '#contracts/orders/order-changes.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { Client, useWorld } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
let manager: Client
beforeAll(async () => {
  manager = await world().as('manager')
})
const query = async <T>(text: string, values: unknown[]) =>
  (await world().db.pool.query(text, values)).rows as T[]
const service = async (code: string) =>
  (
    await query<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  )[0]!.id
/** A service whose prices are in another currency from now on: 12.34 EUR read 1234 JPY. */
async function priceIn(code: string, currency: string): Promise<string> {
  await query(
    `update fee f set currency = $3 from delivery_service s
      where s.tenant_id = f.tenant_id and s.fee_id = f.id and s.tenant_id = $1 and s.code = $2`,
    [world().tenantId, code, currency],
  )
  return service(code)
}
const read = (id: string) => manager.call(shipments.queryById, { id })
const change = async (client: Client, input: object) =>
  (await client.put('/erp/shipment/changeService', input)).result as BulkResult
const keysOf = (rows: readonly { id: string; key: string | null }[]) =>
  Object.fromEntries(rows.flatMap(({ id, key }) => (key ? [[id, key]] : [])))
async function twoOrders(): Promise<[MadeOrder, MadeOrder]> {
  return [await makeOrder(world(), manager), await makeOrder(world(), manager, { confirm: true })]
}

describe('changing the service of orders', () => {
  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ] as const)(
    'shows the price in %s first, and charges what was shown',
    async (currency, scale) => {
      const to = await priceIn('EU-STD', currency)
      const [draft, confirmed] = await twoOrders()
      const ids = [draft.id, confirmed.id]
      const shown = await manager.call(orderChanges.previewService, { ids, serviceId: to })
      expect(shown.rows.map(({ code }) => code)).toEqual([null, null])
      for (const { before, after } of shown.rows) {
        expect(before).toEqual({ net: draft.amount, gross: draft.amount, currency: 'EUR' })
        expect(after!.currency).toBe(currency)
        expect(after!.gross).toMatch(
          scale === 0 ? /^\d+$/ : new RegExp(String.raw`^\d+\.\d{${scale}}$`),
        )
      }
      // One line a currency; what is taken from one is not set against another.
      const number = (text: string | null) => Number(text)
      for (const { before, after, difference } of shown.sums)
        for (const part of ['net', 'gross'] as const)
          expect(number(difference[part])).toBeCloseTo(
            number(after[part]) - number(before[part]),
            3,
          )
      expect(shown.sums.map((sum) => sum.currency).sort()).toEqual(
        [...new Set([currency, 'EUR'])].sort(),
      )
      const [old] = (await read(confirmed.id)).parcels
      const done = await change(manager, { ids, serviceId: to, keys: keysOf(shown.rows) })
      expect(done).toMatchObject({ done: 2, failed: 0 })
      for (const [at, id] of ids.entries())
        expect(await read(id)).toMatchObject({
          serviceId: to,
          amount: shown.rows[at]!.after!.gross,
          currency,
          quote: { total: shown.rows[at]!.after!.gross },
        })
      const [renumbered] = (await read(confirmed.id)).parcels
      expect(renumbered!.trackNo).toBeTruthy()
      expect(renumbered!.trackNo).not.toBe(old!.trackNo)
      expect((await read(draft.id)).parcels[0]!.trackNo).toBeNull()
      const numbers = await query<{ number: string }>(
        'select number from tracking_number where tenant_id = $1 and parcel_id = $2',
        [world().tenantId, old!.id],
      )
      expect(numbers.map(({ number }) => number)).toContain(renumbered!.trackNo)
      // A second press changes nothing more.
      const again = await change(manager, { ids, serviceId: to, keys: keysOf(shown.rows) })
      expect(again.rows.map(({ code }) => code)).toEqual(['service.same', 'service.same'])
    },
  )

  test('is refused where price or order changed since, and without a preview', async () => {
    const to = await priceIn('EU-STD', 'EUR')
    const [one, other] = await twoOrders()
    const ids = [one.id, other.id]
    const shown = await manager.call(orderChanges.previewService, { ids, serviceId: to })
    await manager.put('/erp/shipment/remark', { ids: [one.id], remark: 'x' })
    await query(
      `update fee_cell c set price = price + 1 from fee f, delivery_service s
        where f.tenant_id = c.tenant_id and f.id = c.fee_id and s.tenant_id = f.tenant_id
          and s.fee_id = f.id and s.tenant_id = $1 and s.code = 'EU-STD'`,
      [world().tenantId],
    )
    await query('update fee_version set version = version + 1 where tenant_id = $1', [
      world().tenantId,
    ])
    const done = await change(manager, { ids, serviceId: to, keys: keysOf(shown.rows) })
    expect(done.rows.map(({ code }) => code)).toEqual([
      'service.priceChanged',
      'service.priceChanged',
    ])
    expect((await read(one.id)).serviceId).not.toBe(to)
    expect((await change(manager, { ids, serviceId: to, keys: {} })).failed).toBe(2)
  })

  test('the service before comes back at its price, while nothing else was changed', async () => {
    const to = await priceIn('EU-STD', 'EUR')
    const [one, other] = await twoOrders()
    const ids = [one.id, other.id]
    const was = await read(other.id)
    const preview = (serviceId: string) =>
      manager.call(orderChanges.previewService, { ids, serviceId })
    expect((await preview('before')).rows.map(({ code }) => code)).toEqual([
      'service.noneBefore',
      'service.noneBefore',
    ])
    await change(manager, { ids, serviceId: to, keys: keysOf((await preview(to)).rows) })
    await manager.put('/erp/shipment/remark', { ids: [one.id], remark: 'x' })
    const shown = await preview('before')
    expect(shown.rows.map(({ code }) => code)).toEqual(['service.noneBefore', null])
    const done = await change(manager, { ids, serviceId: 'before', keys: keysOf(shown.rows) })
    expect(done).toMatchObject({ done: 1, failed: 1 })
    expect(await read(other.id)).toMatchObject({ serviceId: was.serviceId, amount: was.amount })
    expect((await read(one.id)).serviceId).toBe(to)
  })

  test('ten at once with one preview change an order once', async () => {
    const to = await priceIn('EU-STD', 'EUR')
    const { id } = await makeOrder(world(), manager, { confirm: true })
    const shown = await manager.call(orderChanges.previewService, { ids: [id], serviceId: to })
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        change(manager, { ids: [id], serviceId: to, keys: keysOf(shown.rows) }),
      ),
    )
    expect(all.reduce((sum, { done }) => sum + done, 0)).toBe(1)
  })

  test('a printed order, a limit of the service and another’s order give the reason', async () => {
    const to = await priceIn('EU-STD', 'EUR')
    const printed = await makeOrder(world(), manager, { confirm: true })
    await manager.post('/erp/label/print', { ids: [printed.id], format: 'pdf' })
    const shown = await manager.call(orderChanges.previewService, {
      ids: [printed.id],
      serviceId: to,
    })
    expect(shown.rows[0]).toMatchObject({ code: 'shipment.not.changeService', key: null })
    expect(shown.sums).toEqual([])
    const stranger = await world().as('otherCustomer')
    expect(
      (await stranger.post('/erp/shipment/previewService', { ids: [printed.id], serviceId: to }))
        .status,
    ).toBe(404)
  })

  test('what a sub-account has spent follows the new price once, and its cap holds', async () => {
    const to = await priceIn('EU-STD', 'EUR')
    const main = await world().as('customer')
    const name = `chg-${world().tenantId}`
    const made = await main.call(subAccounts.add, {
      username: name,
      realname: 'Change',
      password: 'Green-Lantern-77!',
      perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
      spendCap: '1000.00',
      spendCurrency: 'EUR',
      spendPeriod: 'all',
    })
    const answer = await world().anonymous.post('/sys/login', {
      username: name,
      password: 'Green-Lantern-77!',
    })
    const sub = new Client(world().base, (answer.result as { token: string }).token)
    const { id } = await makeOrder(world(), sub, { confirm: true })
    const used = async () =>
      (await main.call(subAccounts.queryById, { id: made.account.id })).spendUsed
    const shown = await sub.call(orderChanges.previewService, { ids: [id], serviceId: to })
    const [row] = shown.rows
    expect(await used()).toBe(row!.before!.gross)
    const cap = async (spendCap: string) => {
      const now = await main.call(subAccounts.queryById, { id: made.account.id })
      await main.call(subAccounts.edit, {
        id: now.id,
        version: now.version,
        realname: now.realname,
        spendCap,
        spendCurrency: 'EUR',
      })
    }
    // As much as both prices together would be too little if the old one counted as well.
    const most = Math.max(Number(row!.before!.gross), Number(row!.after!.gross))
    await cap((Number(row!.after!.gross) - 0.01).toFixed(2))
    const keys = keysOf(shown.rows)
    const refused = await change(sub, { ids: [id], serviceId: to, keys })
    expect(refused.rows[0]!.code).toBe('spendCap.over')
    await cap(most.toFixed(2))
    expect(await change(sub, { ids: [id], serviceId: to, keys })).toMatchObject({ done: 1 })
    expect(await used()).toBe(row!.after!.gross)
  })
})
