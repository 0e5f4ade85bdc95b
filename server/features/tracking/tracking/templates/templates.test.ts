import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { eventTemplates } from '#contracts/tracking/event-templates.ts'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { parcelRow, publicItem, sendParcel, setPolling } from '../tracking.fixture.ts'

const world = useWorld()
const HOUR = 3_600_000
const now = () => new Date(Date.now()).toISOString()
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const path = parcelEvents.addFromTemplate.path

let count = 0
async function template(change: Record<string, unknown> = {}) {
  const manager = await world().as('manager')
  return manager.call(eventTemplates.endpoints.add, {
    code: `T${++count}`,
    text: '清关中',
    textEn: 'Customs clearance',
    status: '45',
    sub: 'processing',
    place: 'Leipzig',
    country: 'DE',
    visibility: 'PUBLIC',
    ...change,
  })
}
const confirmedOrder = async (parcels = 1) =>
  makeOrder(world(), await world().as('customer'), {
    confirm: true,
    change: { parcels: Array.from({ length: parcels }, () => parcel()) },
  })

describe('a template', () => {
  test.each([
    [{ status: '45', sub: 'neighbour' }, 'sub', 'tracking.sub'],
    [{ status: '5', sub: null }, 'status', 'tracking.statusByProgram'],
    [{ status: '99', sub: null }, 'status', 'tracking.statusByProgram'],
    [{ status: '0', sub: null }, 'status', 'field.dict'],
  ])('%j is refused', async (change, field, code) => {
    const answer = await (
      await world().as('manager')
    ).post(eventTemplates.endpoints.add.path, {
      code: `X${++count}`,
      text: 'x',
      textEn: 'x',
      visibility: 'PUBLIC',
      ...change,
    })
    expect(answer).toMatchObject({ code: 400, result: { issues: [{ path: field, code }] } })
  })

  test('its code is unique in the tenant; customers read no templates', async () => {
    const made = await template()
    const again = await (
      await world().as('manager')
    ).post(eventTemplates.endpoints.add.path, { ...made, id: undefined, version: undefined })
    expect(again).toMatchObject({ success: false, result: { issues: [{ path: 'code' }] } })
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      expect((await client.get(eventTemplates.endpoints.list.path)).status).toBe(403)
      expect((await client.get(parcelEvents.templates.path)).status).toBe(403)
    }
    const off = await template({ enabled: false })
    const listed = await (await world().as('service')).call(parcelEvents.templates, {})
    expect(listed.map(({ id }) => id)).toContain(made.id)
    expect(listed.map(({ id }) => id)).not.toContain(off.id)
  })
})

describe('events from a template', () => {
  test('a pasted list: each number by itself, in both languages, once', async () => {
    await setPolling(world(), false)
    const service = await world().as('service')
    const sent = await sendParcel(world(), 3, { daysAgo: 2 })
    const waiting = await confirmedOrder()
    const { id } = await template()
    const input = {
      templateId: String(id),
      at: ago(3),
      nos: [sent.trackNo, waiting.serialNumber, 'NOT-HERE'],
    }
    const first = await service.call(parcelEvents.addFromTemplate, input)
    expect(first).toMatchObject({ added: 1, known: 0, refused: 2 })
    expect(first.rows.map(({ no, ok, code }) => [no, ok, code])).toEqual([
      [sent.trackNo, true, null],
      // The order was made a minute ago.
      [waiting.serialNumber, false, 'tracking.beforeOrder'],
      ['NOT-HERE', false, 'tracking.noParcel'],
    ])
    const later = await service.call(parcelEvents.addFromTemplate, {
      ...input,
      at: now(),
      nos: [waiting.serialNumber],
    })
    expect(later.rows[0]).toMatchObject({ ok: false, code: 'tracking.question.notHandedOver' })
    expect(later.rows[0]?.message).toMatch(/depot|出库/)
    // The same time in another zone is the same event.
    const same = `${new Date(Date.parse(input.at) + 8 * HOUR).toISOString().slice(0, 23)}+08:00`
    expect(
      await service.call(parcelEvents.addFromTemplate, { ...input, at: same, nos: [sent.trackNo] }),
    ).toMatchObject({ added: 0, known: 1, refused: 0 })
    expect(await parcelRow(world(), sent.id)).toMatchObject({ tracking_status: 45 })
    const shown = await publicItem(world(), sent.trackNo)
    expect(shown.events.filter(({ status }) => status === 45)).toHaveLength(1)
    const words = async (lang: 'zh_CN' | 'en_US') =>
      (await world().anonymous.call(tracking.query, { nos: sent.trackNo, lang })).items[0]!
        .events[0]
    expect(await words('zh_CN')).toMatchObject({ text: '清关中', place: 'Leipzig', country: 'DE' })
    expect(await words('en_US')).toMatchObject({ text: 'Customs clearance' })
  })

  test('who sees it: customers not what is internal, the public not what is for customers', async () => {
    await setPolling(world(), false)
    const service = await world().as('service')
    const sent = await sendParcel(world(), 4, { daysAgo: 2 })
    for (const [visibility, hours] of [
      ['CUSTOMER', 5],
      ['STAFF', 4],
    ] as const) {
      const { id } = await template({ visibility, text: visibility, textEn: visibility })
      await service.call(parcelEvents.addFromTemplate, {
        templateId: String(id),
        at: ago(hours),
        parcelIds: [sent.id],
      })
    }
    const words = async (role: 'customer' | 'service') =>
      (await (await world().as(role)).call(tracking.events, { parcelId: sent.id })).flatMap(
        ({ rawText }) => rawText ?? [],
      )
    expect(await words('service')).toEqual(['STAFF', 'CUSTOMER'])
    expect(await words('customer')).toEqual(['CUSTOMER'])
    expect((await publicItem(world(), sent.trackNo)).events.map(({ text }) => text)).not.toContain(
      'CUSTOMER',
    )
  })

  test('nothing in the future, from a template out of use, or for others’ parcels', async () => {
    const service = await world().as('service')
    const sent = await sendParcel(world(), 5, { daysAgo: 1 })
    const [{ id }, off] = [await template(), await template({ enabled: false })]
    const body = { templateId: String(id), at: now(), parcelIds: [sent.id] }
    expect(
      await service.post(path, { ...body, at: new Date(Date.now() + HOUR).toISOString() }),
    ).toMatchObject({ code: 400, result: { issues: [{ path: 'at', code: 'tracking.future' }] } })
    expect(await service.post(path, { ...body, templateId: off.id })).toMatchObject({
      result: { issues: [{ path: 'templateId', code: 'tracking.templateOff' }] },
    })
    expect(await service.post(path, { ...body, nos: ['X'] })).toMatchObject({
      result: { issues: [{ path: 'parcelIds', code: 'tracking.oneTarget' }] },
    })
    for (const role of ['customer', 'sub', 'nobodySpecial'] as const)
      expect((await (await world().as(role)).post(path, body)).status).toBe(403)
    // Another tenant has neither the template nor the parcel.
    const stranger = await world().otherTenantUser()
    expect(await stranger.post(path, body)).toMatchObject({
      result: { issues: [{ path: 'templateId', code: 'field.ref' }] },
    })
    const theirs = await stranger.call(eventTemplates.endpoints.add, {
      code: 'OWN',
      text: 'x',
      textEn: 'x',
      status: '45',
      visibility: 'PUBLIC',
    })
    expect(
      await stranger.call(parcelEvents.addFromTemplate, { ...body, templateId: String(theirs.id) }),
    ).toMatchObject({ added: 0, refused: 1, rows: [{ code: 'tracking.noParcel' }] })
  })

  test('orders and a batch reach all their parcels; one key adds once, a hundred at once too', async () => {
    await setPolling(world(), false)
    const manager = await world().as('manager')
    const order = await confirmedOrder(3)
    const { id } = await template({ status: '10', sub: 'data_sent_to_carrier' })
    const body = { templateId: String(id), at: now(), shipmentIds: [order.id] }
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        manager.post(path, body, { 'idempotency-key': at < 50 ? key : randomUUID() }),
      ),
    )
    expect(answers.map(({ success }) => success)).not.toContain(false)
    const stored = await world().db.pool.query<{ count: number }>(
      `select count(*)::int from tracking_event e join parcel p on p.id = e.parcel_id
        where p.shipment_id = $1 and e.source = 'manual'`,
      [order.id],
    )
    expect(stored.rows).toEqual([{ count: 3 }])
  })

  test('a whole outbound batch, its clerk’s depot only', async () => {
    const manager = await world().as('manager')
    const sent = await sendParcel(world(), 6, { daysAgo: 1 })
    const batch = await manager.call(outBatches.add, {
      depotId: await world().depotId('FRA1'),
      channelIds: [
        (
          await world().db.pool.query<{ id: string }>(
            `select id from channel where tenant_id = $1 and code = 'DHL-DE'`,
            [world().tenantId],
          )
        ).rows[0]!.id,
      ],
    })
    const { id } = await template({ status: '25', sub: 'departed_airport' })
    const body = { id: batch.id, templateId: String(id), at: ago(2), place: 'Hongkong' }
    expect(await manager.post(outBatches.addEvents.path, body)).toMatchObject({
      success: false,
      error: 'tracking.noParcels',
    })
    await world().db.pool.query(
      `insert into out_batch_parcel (tenant_id, batch_id, parcel_id, open)
        values ($1, $2, $3, false)`,
      [world().tenantId, batch.id, sent.id],
    )
    expect(await manager.call(outBatches.addEvents, body)).toMatchObject({
      added: 1,
      rows: [{ no: sent.trackNo, ok: true }],
    })
    expect((await publicItem(world(), sent.trackNo)).events[0]).toMatchObject({ place: 'Hongkong' })
    expect(
      (await (await world().as('customer')).post(outBatches.addEvents.path, body)).status,
    ).toBe(403)
    expect(
      (await (await world().otherTenantUser()).post(outBatches.addEvents.path, body)).status,
    ).toBe(404)
  })

  test('a whole predicted batch; what its parcels may not have yet is refused one by one', async () => {
    const manager = await world().as('manager')
    const [sent, waiting] = [await sendParcel(world(), 9, { daysAgo: 1 }), await confirmedOrder()]
    const batch = await manager.call(predictedBatches.add, {
      customerId: world().customerId,
      depotId: await world().depotId('FRA1'),
    } as never)
    const { id } = await template()
    const body = { id: String(batch.id), templateId: String(id), at: now() }
    expect(await manager.post(predictedBatches.addEvents.path, body)).toMatchObject({
      success: false,
      error: 'tracking.noParcels',
    })
    await manager.call(predictedBatches.addParcels, {
      id: String(batch.id),
      nos: [waiting.parcels[0]!.serialNumber],
    })
    await world().db.pool.query(
      `insert into predicted_parcel (tenant_id, batch_id, parcel_id, no)
        values ($1, $2, $3, $4)`,
      [world().tenantId, batch.id, sent.id, sent.trackNo],
    )
    const done = await manager.call(predictedBatches.addEvents, body)
    expect(done).toMatchObject({ added: 1, refused: 1 })
    expect(done.rows.map(({ ok, code }) => [ok, code])).toEqual(
      expect.arrayContaining([
        [true, null],
        [false, 'tracking.question.notHandedOver'],
      ]),
    )
    for (const role of ['customer', 'sub'] as const)
      expect(
        (await (await world().as(role)).post(predictedBatches.addEvents.path, body)).status,
      ).toBe(403)
    expect(
      (await (await world().otherTenantUser()).post(predictedBatches.addEvents.path, body)).status,
    ).toBe(404)
  })

  test('a thousand numbers in one call, not one more', async () => {
    const service = await world().as('service')
    const { id } = await template()
    const nos = Array.from({ length: 1001 }, (_, at) => `NO-${at}`)
    const body = { templateId: String(id), at: now() }
    expect(
      await service.call(parcelEvents.addFromTemplate, { ...body, nos: nos.slice(1) }),
    ).toMatchObject({ added: 0, refused: 1000 })
    expect((await service.post(path, { ...body, nos })).code).toBe(400)
  })
})

describe('an event added by hand', () => {
  test('is corrected or withdrawn with a reason; delivered by mistake, the parcel goes on', async () => {
    await setPolling(world(), false)
    const service = await world().as('service')
    const sent = await sendParcel(world(), 7, { daysAgo: 2 })
    const { id } = await template({ status: '70', sub: 'signed', text: '已签收', textEn: 'Signed' })
    await service.call(parcelEvents.addFromTemplate, {
      templateId: String(id),
      at: ago(6),
      parcelIds: [sent.id],
    })
    expect(await parcelRow(world(), sent.id)).toMatchObject({
      tracking_status: 70,
      parcel_status: PARCEL.DELIVERED,
    })
    // What has ended takes no further step of the way.
    const transit = await template({ status: '40', sub: 'arrived' })
    const move = { templateId: String(transit.id), at: ago(4), parcelIds: [sent.id] }
    expect(await service.call(parcelEvents.addFromTemplate, move)).toMatchObject({
      refused: 1,
      rows: [{ code: 'tracking.final' }],
    })
    const event = (await service.call(tracking.events, { parcelId: sent.id })).find(
      ({ source }) => source === 'manual',
    )!
    const eventId = event.id
    expect(await service.put(parcelEvents.withdraw.path, { eventId, reason: ' ' })).toMatchObject({
      code: 400,
    })
    const corrected = await service.call(trackResults.correct, {
      eventId,
      status: event.status!,
      sub: event.sub,
      at: ago(5),
      place: 'Köln',
      text: '本人签收',
      textEn: 'Signed by the consignee',
      visibility: 'PUBLIC',
      reason: 'Wrong town',
    })
    expect(
      corrected
        .filter(({ source }) => source === 'manual')
        .map(({ cancelled, cancelReason, place }) => [cancelled, cancelReason, place]),
    ).toEqual([
      [false, null, 'Köln'],
      [true, 'Wrong town', 'Leipzig'],
    ])
    const put = corrected.find(({ source, cancelled }) => source === 'manual' && !cancelled)!.id
    expect(
      await service.put(parcelEvents.withdraw.path, { eventId, reason: 'again' }),
    ).toMatchObject({ success: false, error: 'tracking.alreadyWithdrawn' })
    await service.call(parcelEvents.withdraw, {
      eventId: put,
      reason: 'Other parcel',
    })
    expect(await parcelRow(world(), sent.id)).toMatchObject({
      tracking_status: 25,
      delivered_at: null,
    })
    expect(
      (await publicItem(world(), sent.trackNo)).events.map(({ status }) => status),
    ).not.toContain(70)
    expect(
      (await (await world().as('customer')).call(tracking.events, { parcelId: sent.id })).map(
        ({ cancelReason }) => cancelReason,
      ),
    ).not.toContain('Other parcel')
    const log = await world().db.pool.query<{ diff: object }>(
      `select diff from data_log where tenant_id = $1 and table_name = 'tracking_event'
        and row_id = any($2) order by id`,
      [world().tenantId, [eventId, put]],
    )
    expect(JSON.stringify(log.rows)).toMatch(/Wrong town.*Other parcel/)
    // Added again, it stands again.
    await service.call(parcelEvents.addFromTemplate, {
      templateId: String(id),
      at: event.at!,
      parcelIds: [sent.id],
    })
    expect(await parcelRow(world(), sent.id)).toMatchObject({ tracking_status: 70 })
  })

  test('only those; a scan and others’ events are out of reach', async () => {
    const service = await world().as('service')
    const sent = await sendParcel(world(), 8, { daysAgo: 1 })
    const [scan] = await service.call(tracking.events, { parcelId: sent.id })
    const body = { eventId: scan!.id, reason: 'wrong' }
    expect(await service.put(parcelEvents.withdraw.path, body)).toMatchObject({
      error: 'tracking.notByHand',
    })
    expect(
      (await (await world().otherTenantUser()).put(parcelEvents.withdraw.path, body)).status,
    ).toBe(404)
    for (const role of ['customer', 'sub'] as const)
      expect((await (await world().as(role)).put(parcelEvents.withdraw.path, body)).status).toBe(
        403,
      )
  })
})
