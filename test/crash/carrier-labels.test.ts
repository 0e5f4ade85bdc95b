import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { parcel } from '../orders.ts'
import { Journal } from './journal.ts'
import { PASSWORD, Product } from './product.ts'

/**
 * Labels are bought in a batch while the process is killed in the middle of calls to the carrier: it
 * sells one for each parcel and no more, and each is known here. CRASH_LABELS=500 for a whole day's.
 */
const COUNT = Number(process.env.CRASH_LABELS ?? 100)
const KILLS = 3
/** Of one order. */
const PIECES = 50
const CONSIGNEE = {
  name: 'Marie-Luise Müller',
  country: 'DE',
  city: 'Zenting',
  postalCode: '94579',
  street: 'Hauptstraße',
  house: '57',
  phone: '+49 177 7655194',
}
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-carrier-labels-'))
chmodSync(dataDir, 0o711)
const product = new Product(dataDir)
const journal = new Journal(product)
let batchId = ''

/** Works on the tables while the product is stopped. */
async function withTables<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  await product.stop()
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
async function made<T>(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<T> {
  const { answer } = await journal.change(method, path, body)
  if (!answer?.success) throw new Error(`${path} ${JSON.stringify(answer)}\n${product.output}`)
  return answer.result as T
}
async function optionOf(path: string, code: string): Promise<string> {
  const { records } = (await journal.get(`${path}/list`, { code })).result as {
    records: { id: string; code: string }[]
  }
  return records.find((row) => row.code === code)!.id
}
const counts = async () =>
  (
    (await journal.get('/erp/carrierBatch/items', { id: batchId })).result as {
      counts: Record<'waiting' | 'done' | 'refused' | 'unknown', number>
    }
  ).counts

beforeAll(async () => {
  await product.start()
  await journal.signIn('admin', PASSWORD)
  const customer = { code: 'LONG', name: 'LONG', currency: 'EUR', shipmentResource: 'B2C' }
  const customerId = (await made<{ id: string }>('/erp/customer/add', customer)).id
  const depotId = await optionOf('/erp/depot', 'FRA1')
  const serviceId = await optionOf('/erp/deliveryService', 'ECO-PARCEL')
  await withTables(async (client) => {
    await client.query(
      `update delivery_service set label_type = '2', push_method = '2' where id = $1`,
      [serviceId],
    )
    // A call for thirty labels lasts long enough to be killed in the middle of it.
    await client.query(`create function test_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.02); return null; end $$`)
    await client.query(`create trigger test_slow after insert on simulator_label
      for each row execute function test_slow()`)
  })
  await product.start()
  await made('/erp/carrierAccount/add', {
    carrier: 'dhl',
    name: 'DHL',
    mode: 'simulator',
    courierId: await optionOf('/erp/courier', 'DHL'),
    labelFormat: 'pdf',
    mustEncode: true,
    enabled: true,
    simulatorScript: 'usual',
    settings: {},
    billing: { V01PAK: '33333333330101' },
    services: [{ serviceId, product: 'V01PAK', options: {} }],
  })
  const orders: OrderDetail[] = []
  for (let n = 0; n < COUNT / PIECES; n++)
    orders.push(
      await made<OrderDetail>('/erp/shipment/add', {
        shipmentResource: 'B2C',
        reference: `LONG-${n}`,
        customerId,
        depotId,
        serviceId,
        consignee: CONSIGNEE,
        parcels: Array.from({ length: PIECES }, () => parcel()),
      }),
    )
  await made('/erp/shipment/confirm', { ids: orders.map(({ id }) => id) }, 'PUT')
  batchId = (
    await made<{ id: string }>('/erp/carrierBatch/add', {
      carrier: 'dhl',
      validateOnly: false,
      numbers: orders.map(({ serialNumber }) => serialNumber),
    })
  ).id
})
afterAll(async () => {
  await product.stop()
  product.endDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What was asked for when the process was killed, seen from so much later that no answer can come. */
const later = () =>
  withTables(async (client) => {
    for (const table of ['carrier_shipment', 'parcel_label'])
      await client.query(
        `update ${table} set asked_at = asked_at - interval '5 minutes' where state = 'sent'`,
      )
  })

test('labels bought while the process is killed are sold once each, and none is lost', async () => {
  let cut = 0
  for (let kill = 0; kill < KILLS; kill++) {
    while ((await counts()).waiting === COUNT && kill === 0 && cut === 0) await sleep(20)
    await sleep(150 + kill * 170)
    if ((await counts()).waiting === 0) break
    await product.kill()
    cut += 1
    await product.start()
    await product.ready()
  }
  expect(cut, 'all were bought before the first kill: nothing was tested').toBeGreaterThan(0)
  await later()
  await product.start()
  await product.ready()
  await expect
    .poll(counts, { timeout: 200_000, interval: 500 })
    .toMatchObject({ waiting: 0, unknown: 0, refused: 0, done: COUNT })
  await withTables(async (client) => {
    const one = async (text: string) => (await client.query(text)).rows[0] as object
    expect(
      await one(`select count(*)::int as sold, count(distinct reference)::int as "references"
        from simulator_label`),
    ).toEqual({ sold: COUNT, references: COUNT })
    expect(
      await one(`select count(*)::int as bought, count(distinct c.parcel_id)::int as parcels,
          count(distinct l.number)::int as numbers, count(c.label_file_id)::int as files
        from carrier_shipment c left join simulator_label l
          on l.reference = c.reference and l.number = c.carrier_no
        where c.state = 'bought'`),
    ).toEqual({ bought: COUNT, parcels: COUNT, numbers: COUNT, files: COUNT })
  })
}, 360_000)
