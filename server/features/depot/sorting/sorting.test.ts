import { BarcodeFormat } from '@zxing/library'
import { expect, test } from 'vitest'
import { gateBarcode, sorting, sortingResult } from '#contracts/depot/sorting.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { open, scan as readBars, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  intoParcel,
  parcelRow,
  pieces,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const clerk = () => world().as('warehouse')
const scan = (client: Client, no: string, more: Record<string, unknown> = {}) =>
  client.post(sorting.scan.path, { no, ...more })
const depot = () => world().depotId('FRA1')

/** Gates of FRA1 by their codes; made where they are missing. */
async function gate(code: string, direction = '1', sortCodes: string | null = null) {
  const { rows } = await world().db.pool.query<{ id: string; version: number }>(
    `insert into depot_gate (tenant_id, depot_id, code, direction, sort_codes)
      values ($1, $2, $3, $4, $5)
      on conflict (tenant_id, depot_id, code) do update set sort_codes = excluded.sort_codes
      returning id, version`,
    [world().tenantId, await depot(), code, direction, sortCodes],
  )
  return { ...rows[0]!, code, barcode: gateBarcode(rows[0]!.id) }
}
/** Routing of ECO-PARCEL to one gate by the beginning of the postcode. */
async function route(prefix: string, sortCode: string, gateCode: string | null) {
  const pool = world().db.pool
  const { rows } = await pool.query<{ supplier_id: string; service: string }>(
    `select h.supplier_id, v.id as service from delivery_service v
      join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
      where v.tenant_id = $1 and v.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const { supplier_id: supplierId, service } = rows[0]!
  const table = await pool.query<{ id: string }>(
    `insert into routing_table (tenant_id, supplier_id, service_id, name, valid_from)
      select $1, $2, $3, 'Test', current_date - 10
      where not exists (select 1 from routing_table where tenant_id = $1 and service_id = $3)
      returning id`,
    [world().tenantId, supplierId, service],
  )
  const id =
    table.rows[0]?.id ??
    (
      await pool.query<{ id: string }>(
        'select id from routing_table where tenant_id = $1 and service_id = $2',
        [world().tenantId, service],
      )
    ).rows[0]!.id
  await pool.query(
    `insert into routing_code (tenant_id, table_id, country, match_type, value_from, sort_code,
        gate, match_key) values ($1, $2, 'DE', 'PREFIX', $3, $4, $5, $6)`,
    [world().tenantId, id, prefix, sortCode, gateCode, `DE P${prefix}`],
  )
}
const consignee = (postalCode: string) => ({
  consignee: {
    name: 'Marie-Luise Müller',
    country: 'DE',
    city: 'Zenting',
    postalCode,
    street: 'Hauptstraße',
    house: '57',
    phone: '+49 177 7655194',
  },
})
async function stocked(change: Record<string, unknown> = {}) {
  const order = await confirmed(world(), change)
  for (const one of order.parcels) await inboundScan(await clerk(), one.trackNo!)
  return order
}
const status = async (id: string) => (await parcelRow(world(), id)).parcel_status

test('a scan answers the gate of the routing, a second one there sorts, and undo takes it back', async () => {
  const [g1, g2] = [await gate('S01'), await gate('S02')]
  await route('94', 'Z94', 'S01')
  const staff = await clerk()
  const order = await stocked(consignee('94579'))
  const parcelId = order.parcels[0]!.id
  const first = await scan(staff, trackNo(order), { depotId: await depot() })
  expect(first).toMatchObject({
    code: 200,
    message: 'Gate S01',
    result: { gate: 'S01', sortCode: 'Z94', why: expect.stringContaining('Z94'), confirmed: false },
  })
  sortingResult.parse(first.result)
  expect(await status(parcelId)).toBe(PARCEL.RECEIVED)
  expect(await scan(staff, trackNo(order), { gate: g2.barcode })).toMatchObject({
    code: 1031,
    error: 'scan.misSort',
    message: 'Wrong gate S02: it goes to gate S01',
  })
  expect(await status(parcelId)).toBe(PARCEL.RECEIVED)
  const done = await scan(staff, trackNo(order), { gate: g1.barcode })
  expect(done).toMatchObject({
    code: 200,
    result: { confirmed: true, parcel: { parcelStatus: 50 } },
  })
  expect(await scan(staff, trackNo(order), { gate: 's01' })).toMatchObject({ code: 1032 })
  expect(await scan(staff, trackNo(order))).toMatchObject({
    code: 1032,
    message: expect.stringContaining('S01'),
  })
  const { gates } = await staff.call(sorting.gates, {})
  expect(gates.find(({ code }) => code === 'S01')).toMatchObject({ sent: 0, inside: 1, today: 1 })
  expect(gates.find(({ code }) => code === 'S02')).toMatchObject({ wrong: 1, inside: 0 })

  const { scanId } = done.result as { scanId: string }
  await staff.call(sorting.undo, { scanId })
  expect(await status(parcelId)).toBe(PARCEL.RECEIVED)
  const after = await staff.call(sorting.gates, {})
  expect(after.gates.find(({ code }) => code === 'S01')).toMatchObject({
    sent: 1,
    inside: 0,
    today: 0,
  })
  expect((await staff.post(sorting.undo.path, { scanId })).error).toBe('scan.alreadyUndone')
  const recent = await staff.call(sorting.recent, {})
  expect(recent.find(({ id }) => id === scanId)?.undoneAt).not.toBeNull()
})

test('without a rule the service decides, else it is an exception with its reason', async () => {
  await gate('X01', '3')
  const own = await gate('S09')
  const staff = await clerk()
  const order = await stocked(consignee('10115'))
  const shown = await scan(staff, trackNo(order))
  expect(shown).toMatchObject({
    code: 1030,
    result: { sortCode: null, why: expect.stringContaining('10115') },
  })
  const listed = await staff.call(sorting.unroutable, {})
  expect(listed).toMatchObject([{ parcelId: order.parcels[0]!.id, why: expect.any(String) }])
  const exception = (shown.result as { gate: string }).gate
  expect(await scan(staff, trackNo(order), { gate: exception })).toMatchObject({
    code: 1030,
    error: 'scan.atException',
  })
  expect(await status(order.parcels[0]!.id)).toBe(PARCEL.RECEIVED)

  const services = await staff.call(sorting.services, {})
  const eco = services.find(({ code }) => code === 'ECO-PARCEL')!
  await staff.call(sorting.saveServices, { id: own.id, serviceIds: [eco.id] })
  expect(await scan(staff, trackNo(order))).toMatchObject({
    code: 200,
    result: { gate: 'S09', why: expect.stringContaining(eco.name) },
  })
  expect(await staff.call(sorting.unroutable, {})).toEqual([])
  await staff.call(sorting.saveServices, { id: own.id, serviceIds: [] })
})

test('a closed gate sends on to another, and two people do not switch it against one another', async () => {
  const [a, b] = [await gate('C01'), await gate('C02')]
  await route('50', 'K50', 'C01')
  const staff = await clerk()
  const order = await stocked(consignee('50667'))
  const close = (rerouteId: string | null, version: number) =>
    staff.put(sorting.switchGate.path, { id: a.id, version, open: false, rerouteId })
  const both = await Promise.all([close(b.id, a.version), close(null, a.version)])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  const version = both.find(({ success }) => success)!.result as { version: number }
  expect((await close(b.id, version.version)).success).toBe(true)
  expect(await scan(staff, trackNo(order))).toMatchObject({
    code: 200,
    result: { gate: 'C02', why: expect.stringContaining('C01') },
  })
  expect(await scan(staff, trackNo(order), { gate: a.barcode })).toMatchObject({ code: 1031 })
  // In a circle there is no open gate.
  const { gates } = await staff.call(sorting.gates, {})
  const second = gates.find(({ code }) => code === 'C02')!
  await staff.call(sorting.switchGate, {
    id: second.id,
    version: second.version,
    open: false,
    rerouteId: a.id,
  })
  expect(await scan(staff, trackNo(order))).toMatchObject({
    code: 1030,
    result: { why: expect.stringContaining('closed') },
  })
  expect(
    await staff.put(sorting.switchGate.path, {
      id: second.id,
      version: second.version + 1,
      open: false,
      rerouteId: second.id,
    }),
  ).toMatchObject({ code: 400, result: { issues: [{ path: 'rerouteId' }] } })
})

test('what cannot be sorted is answered in words and changes nothing', async () => {
  const staff = await clerk()
  const manager = await world().as('manager')
  const order = await confirmed(world(), pieces(2))
  const g = await gate('S01')
  expect(await scan(staff, trackNo(order))).toMatchObject({ code: 1021 })
  expect(await scan(staff, 'NOBODY-KNOWS')).toMatchObject({ code: 1010, result: { parcel: null } })
  expect(await scan(staff, g.barcode)).toMatchObject({ code: 3001, error: 'scan.parcelFirst' })
  const here = { depotId: await world().depotId('FRA1') }
  for (const gateText of [g.barcode, 's01'])
    expect(await scan(staff, gateText, here)).toMatchObject({
      code: 3001,
      error: 'scan.gateFirst',
      message: 'That is gate S01: scan a parcel first',
    })
  await inboundScan(staff, trackNo(order))
  expect(await scan(staff, trackNo(order), { gate: 'GT999999' })).toMatchObject({
    code: 3001,
    error: 'scan.noSuchGate',
  })
  await manager.call(intoParcel.hold, { parcelId: order.parcels[0]!.id, reason: 'wet' })
  expect(await scan(staff, trackNo(order))).toMatchObject({ code: 1003, message: 'Held: wet' })
  expect(
    (await staff.post(sorting.scan.path, { no: 'X', depotId: await world().depotId('SZX1') }))
      .success,
  ).toBe(false)
  const szx = await confirmed(world(), { depotId: await world().depotId('SZX1') })
  expect(await scan(staff, trackNo(szx))).toMatchObject({ code: 1000, error: 'scan.wrongDepot' })
  expect((await scan(await world().as('customer'), trackNo(order))).status).toBe(403)
})

test('a repeated scan with its id gets the first answer, and two people confirm one parcel once', async () => {
  const g = await gate('S01')
  await route('95', 'Z95', 'S01')
  const order = await stocked(consignee('95028'))
  const [one, two] = [await clerk(), await world().as('manager')]
  const body = { no: trackNo(order), gate: g.barcode }
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const both = await Promise.all([
    one.post(sorting.scan.path, body, key),
    two.post(sorting.scan.path, body),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual([1032, 200])
  const again = await one.post(sorting.scan.path, body, key)
  expect(again.result).toEqual(both[0]!.result)
  const { gates } = await one.call(sorting.gates, {})
  expect(gates.find(({ id }) => id === g.id)?.inside).toBe(1)
})

test('the barcode sheet has every gate with its barcode', async () => {
  const g = await gate('S01')
  const staff = await clerk()
  const answer = await staff.get(sorting.gateSheet.path)
  expect(answer.headers.get('content-type')).toContain('pdf')
  const doc = await open(answer.bytes)
  const pages = await Promise.all(
    Array.from({ length: doc.numPages }, (_, at) => textOf(doc, at + 1)),
  )
  const at = pages.findIndex((text) => text.includes(g.barcode))
  expect(pages[at]).toContain('S01')
  expect(await readBars(doc, at + 1, 150, BarcodeFormat.CODE_128)).toMatch(/^GT\d{6}$/)
})
