import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutboundDetail } from '#contracts/depot/outbound.ts'
import { OUT_BATCH } from '#contracts/depot/scans.states.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { parcel } from '../orders.ts'
import { Journal } from './journal.ts'
import { PASSWORD, Product } from './product.ts'

/**
 * A long batch is closed while the process is killed again and again: every parcel leaves once, is
 * charged once and has one event, and what could not be paid is back in stock. CRASH_PARCELS=2000
 * for the size of a truck.
 */
const COUNT = Number(process.env.CRASH_PARCELS ?? 500)
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
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-closing-'))
chmodSync(dataDir, 0o711)
const product = new Product(dataDir)
const journal = new Journal(product)
let parcelIds: string[] = []
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
const batchNow = async () =>
  (await journal.get('/erp/outBatch/queryById', { id: batchId, rows: '1' }))
    .result as OutboundDetail

beforeAll(async () => {
  await product.start()
  await journal.signIn('admin', PASSWORD)
  const { version } = (await journal.get('/erp/charging/setting')).result as { version: number }
  const chargingFrom = new Date(Date.now() - 1000).toISOString()
  await made('/erp/charging/setting', { chargingFrom, handlingFees: [], version }, 'PUT')
  const customer = { code: 'LONG', name: 'LONG', currency: 'EUR', shipmentResource: 'B2C' }
  const customerId = (await made<{ id: string }>('/erp/customer/add', customer)).id
  const depotId = await optionOf('/erp/depot', 'FRA1')
  // Charged as its parcels leave.
  const serviceId = await optionOf('/erp/deliveryService', 'EXP-AIR')
  const orders: string[] = []
  for (let n = 0; n < COUNT / PIECES; n++) {
    const { id } = await made<OrderDetail>('/erp/shipment/add', {
      shipmentResource: 'B2C',
      reference: `LONG-${n}`,
      customerId,
      depotId,
      serviceId,
      consignee: CONSIGNEE,
      parcels: Array.from({ length: PIECES }, () => parcel()),
    })
    orders.push(id)
  }
  await made('/erp/shipment/confirm', { ids: orders }, 'PUT')
  const { channelId } = (await journal.get('/erp/deliveryService/queryById', { id: serviceId }))
    .result as { channelId: string }
  batchId = (await made<{ id: string }>('/erp/outBatch/add', { depotId, channelIds: [channelId] }))
    .id
  const total = await withTables(async (client) => {
    await client.query(
      `insert into recharge_limit (tenant_id, currency, amount) select id, 'EUR', 9999999900 from tenant`,
    )
    // As so many scans in and out leave them.
    const { rows } = await client.query<{ id: string; tenantId: string }>(
      `update parcel set parcel_status = $2, received_at = now()
        where shipment_id = any($1::bigint[]) returning id::text, tenant_id::text as "tenantId"`,
      [orders, PARCEL.BAGGED],
    )
    parcelIds = rows.map(({ id }) => id)
    await client.query(
      `insert into out_batch_parcel (tenant_id, batch_id, parcel_id)
        select $1, $2, x.id from unnest($3::bigint[]) x(id)`,
      [rows[0]!.tenantId, batchId, parcelIds],
    )
    // Each part takes long enough to be killed in the middle of it.
    await client.query(`create function test_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.3); return null; end $$`)
    await client.query(`create trigger test_slow after update on out_batch_parcel
      for each statement execute function test_slow()`)
    const sum = await client.query<{ amount: string }>(
      'select sum(amount)::text as amount from parcel_charge where parcel_id = any($1::bigint[])',
      [parcelIds],
    )
    return BigInt(sum.rows[0]!.amount)
  })
  expect(parcelIds).toHaveLength(COUNT)
  await product.start()
  const bank = { code: 'LONG', name: 'Bank', holder: 'Parcelyard', accountNo: '4711' }
  const receivingAccountId = (
    await made<{ id: string }>('/erp/receivingAccount/add', {
      ...bank,
      kind: 'BANK',
      currency: 'EUR',
    })
  ).id
  // A cent too little: the last parcel cannot be paid.
  const cents = String(total - 1n).padStart(3, '0')
  const { id } = await made<{ id: string }>('/erp/recharge/add', {
    customerId,
    receivingAccountId,
    amount: `${cents.slice(0, -2)}.${cents.slice(-2)}`,
  })
  await made('/erp/recharge/confirm', { id, outTradeNo: 'LONG' }, 'PUT')
})
afterAll(async () => {
  await product.stop()
  product.endDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a long batch that is killed while it is being closed goes on where it stood', async () => {
  const owing = (await journal.get('/erp/outBatch/debtors', { id: batchId })).result
  expect(owing).toHaveLength(1)
  await journal.change('PUT', '/erp/outBatch/close', { id: batchId })
  const seen: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    let now = await batchNow()
    while (now.status === OUT_BATCH.closing && now.gone <= (seen.at(-1) ?? 0)) {
      await sleep(5)
      now = await batchNow()
    }
    if (now.status !== OUT_BATCH.closing) break
    seen.push(now.gone)
    await product.kill()
    await product.start()
    await product.ready()
    // It goes on by itself; asked for again, it is not done twice.
    if (kill === 0) await journal.change('PUT', '/erp/outBatch/close', { id: batchId })
  }
  expect(seen.length, 'it was closed before the first kill: nothing was tested').toBeGreaterThan(0)
  while ((await batchNow()).status === OUT_BATCH.closing) await sleep(100)
  expect(await batchNow()).toMatchObject({
    status: OUT_BATCH.shipped,
    pieces: COUNT - 1,
    gone: COUNT - 1,
    debtors: [{ serialNumber: expect.any(String) }],
  })
  await withTables(async (client) => {
    const rows = async (text: string, values: unknown[] = [parcelIds]) =>
      (await client.query(text, values)).rows as object[]
    expect(
      await rows(`select parcel_status as state, count(*)::int as count from parcel
        where id = any($1::bigint[]) group by 1 order by 1`),
    ).toEqual([
      { state: PARCEL.RECEIVED, count: 1 },
      { state: PARCEL.OUTBOUND, count: COUNT - 1 },
    ])
    expect(
      await rows(`select c.state, count(*)::int as count, count(distinct c.parcel_id)::int as parcels
        from parcel_charge c where c.parcel_id = any($1::bigint[]) group by 1 order by 1`),
    ).toEqual([
      { state: 'charged', count: COUNT - 1, parcels: COUNT - 1 },
      { state: 'waiting', count: 1, parcels: 1 },
    ])
    expect(
      await rows(`select p.parcel_id from (select c.parcel_id,
            sum(case c.state when 'charged' then c.amount else 0 end) as due,
            (select coalesce(-sum(t.money), 0) from trade t
              where t.tenant_id = c.tenant_id and t.parcel_id = c.parcel_id) as paid
          from parcel_charge c where c.parcel_id = any($1::bigint[])
          group by c.tenant_id, c.parcel_id) p where p.due <> p.paid`),
    ).toEqual([])
    expect(
      await rows(
        `select count(*)::int as events, count(distinct parcel_id)::int as parcels
          from tracking_event where parcel_id = any($1::bigint[]) and source = 'scan'
            and status = $2 and not cancelled`,
        [parcelIds, TRACK.OUTBOUND],
      ),
    ).toEqual([{ events: COUNT - 1, parcels: COUNT - 1 }])
  })
}, 240_000)
