import { describe, expect, test } from 'vitest'
import { carriers } from '#contracts/carriers/carriers.ts'
import { couriers } from '#contracts/carriers/couriers.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { openWorld, useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { eventually, parcelRow, publicItem, sendParcel, setPolling } from '../tracking.fixture.ts'

const world = useWorld()
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

describe('search', () => {
  test('any kind of number finds the parcel; what is missing is marked, in the order asked', async () => {
    const manager = await world().as('manager')
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const [parcel] = order.parcels
    await world().db.pool.query(`update parcel set fba_code = 'FBA15DK3QX' where id = $1`, [
      parcel!.id,
    ])
    const nos = [
      'NOT-HERE-1',
      ` ${parcel!.trackNo!.toLowerCase()}`,
      parcel!.serialNumber,
      order.serialNumber,
      order.reference,
      'FBA15DK3QX',
    ]
    const found = await manager.call(tracking.search, { nos })
    expect(found.map((row) => [row.asked, row.parcelId])).toEqual(
      nos.map((no, at) => [no.trim(), at === 0 ? null : parcel!.id]),
    )
    expect(found[1]).toMatchObject({
      found: true,
      orderNo: order.serialNumber,
      reference: order.reference,
      country: 'DE',
      city: 'Zenting',
      public: true,
      parcelStatus: 20,
      parcelStatus_dictText: expect.stringMatching(/./),
    })
  })

  test('one number in several spellings is answered once, as it was asked first', async () => {
    const manager = await world().as('manager')
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const no = order.parcels[0]!.serialNumber
    const nos = [no.toLowerCase(), no, `${no[0]!.toLowerCase()}${no.slice(1)}`]
    expect(
      (await manager.call(tracking.search, { nos })).map(({ asked, found }) => [asked, found]),
    ).toEqual([[nos[0], true]])
  })

  test('five hundred at once, not one more', async () => {
    const manager = await world().as('manager')
    const nos = Array.from({ length: 501 }, (_, at) => `NO-${at}`)
    expect(await manager.call(tracking.search, { nos: nos.slice(1) })).toHaveLength(500)
    expect((await manager.post(tracking.search.path, { nos })).code).toBe(400)
  })

  test('no user sees another’s rows', async () => {
    const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
    const [parcel] = order.parcels
    const nos = [parcel!.trackNo!, parcel!.serialNumber, order.serialNumber, order.reference]
    for (const client of [await world().otherTenantUser(), await world().as('otherCustomer')]) {
      expect((await client.call(tracking.search, { nos })).map(({ found }) => found)).toEqual([
        false,
        false,
        false,
        false,
      ])
      expect((await client.get(tracking.events.path, { parcelId: parcel!.id })).status).toBe(404)
    }
    expect(
      (await (await world().as('customer')).call(tracking.search, { nos })).map(
        ({ found }) => found,
      ),
    ).toEqual([true, true, true, true])
    expect(
      (await (await world().as('nobodySpecial')).post(tracking.search.path, { nos })).status,
    ).toBe(403)
    expect(
      (
        await (
          await world().otherTenantUser()
        ).post(tracking.addEvent.path, { parcelId: parcel!.id, status: 80, at: ago(1) })
      ).status,
    ).toBe(404)
  })
})

describe('events by hand', () => {
  test('what a clerk adds counts like a scan, is public unless hidden, and logged', async () => {
    await setPolling(world(), false)
    const service = await world().as('service')
    const parcel = await sendParcel(world(), 0, { daysAgo: 3 })
    const added = await service.call(tracking.addEvent, {
      parcelId: parcel.id,
      status: 45,
      sub: 'docs_required',
      at: ago(5),
      place: 'Leipzig',
      country: 'de',
      text: 'Invoice asked for',
    })
    expect(added.find(({ cancelled }) => !cancelled)).toMatchObject({
      source: 'manual',
      courier: 'own',
      status: 45,
      place: 'Leipzig',
      country: 'DE',
      actionRequired: true,
      blame: 'shipper',
    })
    expect((await publicItem(world(), parcel.trackNo)).events[0]).toMatchObject({
      status: 45,
      sub: 'docs_required',
      text: 'Invoice asked for',
      offset: '+00:00',
    })
    await service.call(tracking.addEvent, {
      parcelId: parcel.id,
      status: 80,
      sub: 'lost',
      at: ago(2),
      visible: false,
    })
    expect(await parcelRow(world(), parcel.id)).toMatchObject({
      tracking_status: 80,
      parcel_status: 82,
    })
    expect(await publicItem(world(), parcel.trackNo)).toMatchObject({ status: 45 })
    const seen = await (await world().as('customer')).call(tracking.events, { parcelId: parcel.id })
    expect(seen.map(({ status }) => status)).toEqual([45, 25, 20, 10])
    const log = await world().db.pool.query(
      `select actor from data_log
        where table_name = 'tracking_event' and tenant_id = $1 and row_id = $2`,
      [world().tenantId, parcel.id],
    )
    expect(log.rows).toEqual([
      { actor: world().username('service') },
      { actor: world().username('service') },
    ])
  })

  test.each([
    [{ status: 45, sub: 'neighbour' }, 'sub'],
    [{ status: 46 }, 'status'],
    [{ status: 45, at: new Date(Date.now() + HOUR).toISOString() }, 'at'],
    [{ status: 45, at: 'yesterday' }, 'at'],
  ])('%j is refused', async (draft, path) => {
    const parcel = (await makeOrder(world(), await world().as('customer'), { confirm: true }))
      .parcels[0]!
    const answer = await (
      await world().as('service')
    ).post(tracking.addEvent.path, { parcelId: parcel.id, at: ago(1), ...draft })
    expect(answer).toMatchObject({ code: 400, result: { issues: [{ path }] } })
  })

  test('a customer and a warehouse clerk add nothing', async () => {
    for (const role of ['customer', 'sub', 'nobodySpecial'] as const)
      expect(
        (
          await (
            await world().as(role)
          ).post(tracking.addEvent.path, { parcelId: '1', status: 45, at: ago(1) })
        ).status,
      ).toBe(403)
  })
})

describe('asking again', () => {
  test('the carrier is asked, whatever the plan; a parcel without a carrier to ask is passed over', async () => {
    await setPolling(world(), true)
    const manager = await world().as('manager')
    const parcel = await sendParcel(world(), 0, { daysAgo: 5 })
    const draft = (await makeOrder(world(), await world().as('customer'))).parcels[0]!
    expect(await manager.call(tracking.refresh, { parcelIds: [parcel.id, draft.id] })).toEqual({
      queued: 1,
      skipped: 1,
    })
    await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status === 70)
  })

  test('a watch that ended in silence begins again', async () => {
    const parcel = await sendParcel(world(), 9, { daysAgo: 1 })
    await world().db.pool.query(
      `insert into tracking_event (tenant_id, parcel_id, event_key, status, sub, at, offset_min,
          courier, source, received_at)
      values ($1, $2, 'expired', 99, 'no_update_30d', now() - interval '1 hour', 0, 'own', 'poll',
        now() - interval '1 hour')`,
      [world().tenantId, parcel.id],
    )
    await world().db.pool.query(
      'update parcel set tracking_status = 99, next_poll_at = null where id = $1',
      [parcel.id],
    )
    await (await world().as('manager')).call(tracking.refresh, { parcelIds: [parcel.id] })
    await eventually(async () => (await parcelRow(world(), parcel.id)).tracking_status !== 99)
    expect((await parcelRow(world(), parcel.id)).next_poll_at).not.toBeNull()
  })
})

describe('keys of a courier', () => {
  test('go in, and only their last four come out: not in the row, the log, nor the database', async () => {
    const manager = await world().as('manager')
    const apiKey = 'dhl-key-PLANTED-9876',
      hookToken = 'hook-token-PLANTED-5432'
    const [row] = (await manager.call(couriers.endpoints.list, { code: 'DHL' })).records
    const set = await manager.call(carriers.setSecret, { id: String(row!.id), apiKey, hookToken })
    expect(set).toMatchObject({
      simulated: false,
      apiKey: { set: true, last4: '9876' },
      hookToken: { set: true, last4: '5432' },
      hookHeader: 'x-hook-token',
    })
    const shown = [
      await manager.get('/erp/courier/list', {}),
      await manager.get('/erp/courier/queryById', { id: row!.id }),
      await manager.get(carriers.secrets.path, { id: row!.id }),
    ]
      .map(({ bytes }) => bytes.toString())
      .join()
    const { rows } = await world().db.pool.query(
      `select (select jsonb_agg(l.diff) from data_log l where l.tenant_id = $1) as log,
          (select jsonb_agg(c) from courier c where c.tenant_id = $1) as stored,
          (select jsonb_agg(o) from op_log o where o.tenant_id = $1) as ops`,
      [world().tenantId],
    )
    expect(shown + JSON.stringify(rows)).not.toMatch(/PLANTED/)
    expect(JSON.stringify(rows[0].log)).toContain('***')
    expect(
      await manager.call(carriers.setSecret, { id: String(row!.id), apiKey: null }),
    ).toMatchObject({ apiKey: { set: false, last4: '' }, hookToken: { set: true } })
  })

  test('only who may edit couriers sets them, in their own tenant', async () => {
    const { id } = (
      await world().db.pool.query<{ id: string }>(
        `select id from courier where tenant_id = $1 and code = 'DHL'`,
        [world().tenantId],
      )
    ).rows[0]!
    expect(
      (await (await world().as('service')).put(carriers.setSecret.path, { id, apiKey: 'x' }))
        .status,
    ).toBe(403)
    expect(
      (await (await world().otherTenantUser()).put(carriers.setSecret.path, { id, apiKey: 'x' }))
        .status,
    ).toBe(404)
    expect(
      (await (await world().as('manager')).put(carriers.setSecret.path, { id, hookToken: 'short' }))
        .code,
    ).toBe(400)
  })

  test('an account names no address but its carrier’s', async () => {
    const manager = await world().as('manager')
    const [row] = (await manager.call(couriers.endpoints.list, { code: 'DHL' })).records
    const save = (apiBase: string) => manager.put('/erp/courier/edit', { ...row, apiBase })
    for (const bad of [
      'http://api-eu.dhl.com',
      'https://169.254.169.254/',
      'https://localhost',
      'https://api-eu.dhl.com.evil.example',
      'https://api-eu.dhl.com:444',
      'https://u:p@api-eu.dhl.com',
      'x',
    ]) {
      expect(await save(bad)).toMatchObject({
        success: false,
        code: 400,
        result: { issues: [{ path: 'apiBase' }] },
      })
    }
    const good = await save('https://api-eu.dhl.com')
    expect(good.success).toBe(true)
    await manager.put('/erp/courier/edit', { ...(good.result as object), apiBase: '' })
  })
})

test('visitors are held to twenty questions a minute', async () => {
  const limited = await openWorld({ rateLimits: true })
  try {
    const answers = []
    for (let at = 0; at < 22; at++)
      answers.push(await limited.anonymous.get('/track/query', { nos: 'YT1234567890' }))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      429,
      429,
    ])
    expect(Number(answers[20]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[20]).toMatchObject({ success: false, error: 'request.tooMany' })
  } finally {
    await limited.close()
  }
})
