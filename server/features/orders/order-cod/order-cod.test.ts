import { beforeAll, expect, test } from 'vitest'
import { PARCEL, type ParcelState } from '#contracts/orders/shipments.states.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useWorld()
let manager: Client
let finance: Client
beforeAll(async () => {
  ;[manager, finance] = await Promise.all([world().as('manager'), world().as('finance')])
  await world().db.pool.query(
    `update delivery_service set cod_limits = 'EUR 1000, JPY 90000'
      where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
})

const withCod = (codAmount: string, codCurrency = 'EUR', more: object = {}) =>
  makeOrder(world(), manager, { change: { attributes: { codAmount, codCurrency }, ...more } })
const confirm = async (id: string) =>
  (
    (await manager.put('/erp/shipment/confirm', { ids: [id] })).result as {
      rows: { ok: boolean; code: string | null }[]
    }
  ).rows[0]!
const move = (ids: readonly string[], to: ParcelState) =>
  inLedger(world(), (tx) => moveParcels(tx, ids, to))
const itemOf = async (shipmentNo: string) =>
  (
    (await finance.get('/erp/cod/list', { shipmentNo })).result as {
      records: Record<string, unknown>[]
    }
  ).records[0]

test.each([
  ['0', 'EUR', 'cod.positive'],
  ['1000.01', 'EUR', 'cod.overLimit'],
  ['90001', 'JPY', 'cod.overLimit'],
  ['10', 'PLN', 'cod.currency'],
  ['1000', 'EUR', null],
  ['90000', 'JPY', null],
])('%s %s is confirmed only where the service collects it', async (amount, currency, code) => {
  const order = await withCod(amount, currency)
  expect(await confirm(order.id)).toMatchObject({ ok: code === null, code })
})

test('not of a kind or a service that collects nothing; such orders stay drafts', async () => {
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'EU-STD'`,
    [world().tenantId],
  )
  const order = await withCod('10.00', 'EUR', { serviceId: rows[0]!.id })
  expect((await confirm(order.id)).code).toBe('cod.notOffered')
  const admin = await world().as('tenantAdmin')
  const found = await admin.get('/erp/deliveryService/queryById', { id: rows[0]!.id })
  const edit = await admin.put('/erp/deliveryService/edit', {
    ...(found.result as object),
    codLimits: 'EUR',
  })
  expect(JSON.stringify(edit.result)).toContain('service.codLimits')
})

test('once it is confirmed the amount stays; from the door it follows the parcels', async () => {
  const order = await withCod('49.90', 'EUR', { parcels: [parcel(), parcel()] })
  expect(await confirm(order.id)).toMatchObject({ ok: true })
  const detail = (await manager.get('/erp/shipment/queryById', { id: order.id })).result as object
  const changed = { ...detail, attributes: { codAmount: '1', codCurrency: 'EUR' } }
  expect((await manager.put('/erp/shipment/edit', changed)).success).toBe(false)
  expect(await itemOf(order.serialNumber)).toBeUndefined()
  expect((await manager.post('/erp/label/print', { ids: [order.id] })).status).toBe(200)
  const [one, two] = order.parcels.map(({ id }) => id) as [string, string]
  await move([one, two], PARCEL.OUTBOUND)
  expect(await itemOf(order.serialNumber)).toMatchObject({ status: 'waiting', expected: '49.90' })
  await move([one], PARCEL.DELIVERED)
  expect(await itemOf(order.serialNumber)).toMatchObject({ status: 'waiting' })
  await move([two], PARCEL.DELIVERED)
  expect(await itemOf(order.serialNumber)).toMatchObject({ status: 'open' })
  await move([one, two], PARCEL.RETURNING)
  expect(await itemOf(order.serialNumber)).toMatchObject({ status: 'cancelled' })

  const list = (await manager.get('/erp/shipment/list', { cod: 'true', codCurrency: 'EUR' }))
    .result as { records: { id: string; codAmount: string }[] }
  expect(list.records.find(({ id }) => id === order.id)?.codAmount).toBe('49.90')
  const none = (await manager.get('/erp/shipment/list', { cod: 'false', pageSize: 200 }))
    .result as {
    records: { codAmount: string | null }[]
  }
  expect(none.records.every(({ codAmount }) => codAmount === null)).toBe(true)
})
