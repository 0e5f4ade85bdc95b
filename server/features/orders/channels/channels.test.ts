import { afterEach, beforeAll, expect, test } from 'vitest'
import { channelDesk } from '#contracts/commercial/channel-desk.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { channelHealth } from '#contracts/orders/channel-health.ts'
import { labelSources } from '#server/features/orders/label-sources/index.ts'
import { openTestSource } from '#server/features/orders/labels/sources/test-source.fixture.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()
let admin: Client
let channelId = ''
let sources: { close: () => void }[] = []
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  const found = await world().db.pool.query<{ id: string }>(
    `select channel_id as id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  channelId = found.rows[0]!.id
})
afterEach(async () => {
  for (const one of sources) one.close()
  sources = []
  const cleared = ['adapter', 'maxWeight', 'maxSide', 'maxGirth', 'countries', 'dailyOrders']
  await edit({ ...Object.fromEntries(cleared.map((key) => [key, null])), enabled: true })
})

interface Row extends Record<string, unknown> {
  id: string
  version: number
}
const row = async () => (await admin.get('/erp/channel/queryById', { id: channelId })).result as Row
const edit = async (change: object) =>
  admin.put('/erp/channel/edit', { ...(await row()), ...change })
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const priced = (weightKg: string, country = 'DE') =>
  admin.call(simulator.simulate, {
    serviceCode: 'ECO-PARCEL',
    country,
    postalCode: country === 'DE' ? '10115' : '75001',
    parcels: [{ weightKg, lengthCm: '50', widthCm: '10', heightCm: '10' }],
  } as never)

test('limits of a channel hold for its services: weight, side, countries', async () => {
  expect((await priced('3')).limits.every(({ ok }) => ok)).toBe(true)
  expect((await edit({ maxWeight: '2.5', maxSide: '40', countries: 'de; fr，FR' })).success).toBe(
    true,
  )
  expect((await row()).countries).toBe('DE, FR')
  const failed = (await priced('3')).limits.filter(({ ok }) => !ok)
  expect(failed.map(({ validType, max }) => [validType, max])).toEqual([
    ['1', '2.5'],
    ['2', '40'],
  ])
  await edit({ maxWeight: null, maxSide: null, countries: 'FR' })
  const refused = await admin.post(simulator.simulate.path, {
    serviceCode: 'ECO-PARCEL',
    country: 'DE',
    postalCode: '10115',
    parcels: [{ weightKg: '1' }],
  })
  expect(refused).toMatchObject({ success: false, error: 'rate.channelCountry' })
  expect(refused.message).toMatch(new RegExp(`${String((await row()).code)}.*DE`))
  expect(issues(await edit({ countries: 'XX' }))).toEqual(['countries:country.unknown'])
  expect(issues(await edit({ adapter: 'no-such' }))).toEqual(['adapter:field.dict'])
})

test('of orders at once no more are confirmed than the channel takes on a day', async () => {
  const staff = await world().as('manager')
  const orders = await Promise.all([1, 2, 3, 4].map(() => makeOrder(world(), staff)))
  const taken = await world().db.pool.query<{ n: number }>(
    `select count(*)::int as n from shipment s join delivery_service v on v.tenant_id = s.tenant_id
       and v.id = s.service_id
     where s.tenant_id = $1 and v.channel_id = $2 and s.confirm_time::date = current_date`,
    [world().tenantId, channelId],
  )
  await edit({ dailyOrders: taken.rows[0]!.n + 2 })
  const done = await Promise.all(
    orders.map(({ id }) => staff.put('/erp/shipment/confirm', { ids: [id] })),
  )
  const rows = done.flatMap(
    ({ result }) => (result as { rows: { ok: boolean; code: string | null }[] }).rows,
  )
  expect(rows.filter(({ ok }) => ok)).toHaveLength(2)
  expect(rows.filter(({ ok }) => !ok).map(({ code }) => code)).toEqual([
    'channel.dayFull',
    'channel.dayFull',
  ])
})

test('the source a channel names makes its labels; tests ask it, and are listed with their answer', async () => {
  const first = await admin.call(channelHealth.test, { id: channelId })
  expect(first).toMatchObject({ ok: true, source: 'own' })
  expect(Buffer.from(first.label!, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  const auto = await openTestSource(world(), 'chan-a')
  const named = await openTestSource(world(), 'chan-b')
  sources = [auto, named]
  expect((await admin.call(channelHealth.adapters, {})).map(({ code }) => code)).toEqual([
    'own',
    'dhl',
    'gls',
    'chan-a',
    'chan-b',
  ])
  expect((await edit({ adapter: 'chan-b' })).success).toBe(true)
  expect(await admin.call(channelHealth.test, { id: channelId })).toMatchObject({
    ok: true,
    source: 'chan-b',
    label: null,
  })
  expect(named.calls).toMatchObject({ make: 0, find: 1 })
  const staff = await world().as('manager')
  const order = await makeOrder(world(), staff, { confirm: true })
  expect((await staff.post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
  expect([auto.calls.make, named.calls.make]).toEqual([0, 1])
  named.behaviour.make = 'refused'
  const other = await makeOrder(world(), staff, { confirm: true })
  await staff.post('/erp/label/print', { ids: [other.id] })
  const health = await admin.call(channelHealth.health, { id: channelId })
  expect(health.day).toMatchObject({ made: 1, refused: 1, unknown: 0 })
  expect(health.week).toEqual(health.day)
  expect(health.lastError).toMatchObject({ reason: 'postcode not served' })
  expect(health.tests.map(({ source, ok }) => [source, ok])).toEqual([
    ['chan-b', true],
    ['own', true],
  ])
})

test('a source that is late, silent or broken fails its test with the reason', async () => {
  const { called } = labelSources.of(world().deps)
  const source = await openTestSource(world(), 'chan-c')
  sources = [source]
  await edit({ adapter: 'chan-c' })
  const at = called.findIndex(({ code }) => code === 'chan-c')
  const behave = async (find: (typeof called)[number]['find']) => {
    called[at] = { ...called[at]!, find }
    const { ok, answer } = await admin.call(channelHealth.test, { id: channelId })
    return { ok, answer }
  }
  expect(await behave(() => new Promise(() => {}))).toEqual({
    ok: false,
    answer: 'No answer within 300 ms',
  })
  expect(await behave(() => Promise.resolve(new Map()))).toMatchObject({ ok: false })
  expect(await behave(() => Promise.reject(new Error('socket hang up')))).toEqual({
    ok: false,
    answer: 'The call failed: socket hang up',
  })
  called.splice(at, 1)
})

test('a copy takes all along and is off; a channel services use is not deleted', async () => {
  await edit({ maxWeight: '20', countries: 'DE', priority: 7 })
  const copy = { id: channelId, code: 'COPY-1', name: 'Copy' }
  const { id } = await admin.call(channelDesk.copy, copy)
  expect((await admin.get('/erp/channel/queryById', { id })).result).toMatchObject({
    code: 'COPY-1',
    maxWeight: '20',
    countries: 'DE',
    priority: 7,
    enabled: false,
    version: 1,
  })
  expect(issues(await admin.post(channelDesk.copy.path, copy))).toEqual(['code:field.duplicate'])
  const uses = await admin.call(channelDesk.uses, { id: channelId })
  expect(uses.services.map(({ code }) => code)).toContain('ECO-PARCEL')
  const gone = await admin.delete('/erp/channel/deleteBatch', { ids: `${channelId},${id}` })
  expect(gone.result).toMatchObject({ done: 1, failed: 1, rows: [{ code: 'channel.inUse' }, {}] })
  await edit({ priority: 0 })
})

test('one that services go by is not taken out of use by the way, and not past a service unseen', async () => {
  const refusal = { success: false, error: 'channel.stillUsed' }
  expect(await edit({ enabled: false })).toMatchObject(refusal)
  const { version } = await row()
  const off = { id: channelId, version }
  const refused = await admin.put(channelDesk.switchOff.path, { ...off, seen: [] })
  expect(refused).toMatchObject(refusal)
  expect(refused.message).toContain('ECO-PARCEL')
  const { services } = await admin.call(channelDesk.uses, { id: channelId })
  const seen = services.map(({ id }) => id)
  const stale = await admin.put(channelDesk.switchOff.path, { ...off, version: 0, seen })
  expect(stale.success).toBe(false)
  await admin.call(channelDesk.switchOff, { ...off, seen })
  expect(await row()).toMatchObject({ enabled: false, version: version + 1 })
  // Out of use already: other fields are edited as before.
  expect((await edit({ priority: 3 })).success).toBe(true)
})

test('customers, sub-accounts and another tenant reach nothing; of two edits one is refused', async () => {
  const calls = async (client: Client) => [
    await client.get(channelDesk.uses.path, { id: channelId }),
    await client.post(channelDesk.copy.path, { id: channelId, code: 'X', name: 'X' }),
    await client.put(channelDesk.switchOff.path, { id: channelId, version: 1, seen: [] }),
    await client.get(channelHealth.health.path, { id: channelId }),
    await client.post(channelHealth.test.path, { id: channelId }),
  ]
  for (const role of ['customer', 'sub'] as const)
    for (const { status } of await calls(await world().as(role))) expect(status).toBe(403)
  for (const { status } of await calls(await world().otherTenantUser())) expect(status).toBe(404)
  const now = await row()
  const both = await Promise.all(
    [1, 2].map((priority) => admin.put('/erp/channel/edit', { ...now, priority })),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  await edit({ priority: 0 })
})
