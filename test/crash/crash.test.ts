import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportState } from '#contracts/orders/imports/shipment-imports.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/kit/runtime/embedded-postgres.ts'
import { parcel } from '../orders.ts'
import { Journal, type Entry } from './journal.ts'
import { MoneyFlows } from './money-flows.ts'
import { PASSWORD, Product } from './product.ts'

/**
 * What was acknowledged survives kill -9 of the process and of the database, and a request repeated
 * under its key has one effect. Four clients write orders, confirm them and scan parcels in and
 * into two batches at once while both are killed again and again; afterwards the clients' journals
 * are held against the tables.
 */
const KILLS = Number(process.env.CRASH_KILLS ?? 7)
/** Which of them hits an order file that is being taken; the later ones hit its second attempt. */
const IMPORT_AT = 5
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-crash-'))
chmodSync(dataDir, 0o711)
const product = new Product(dataDir)
const journal = new Journal(product)
const flows = new MoneyFlows(journal)
const scans: { parcelId: string; into: Entry; outs: [batch: string, entry: Entry][] }[] = []
const charged: Entry[] = []
const made: { added: Entry; confirmed: Entry }[] = []
let imported = ''
let postgres: EmbeddedPostgres | null = null
let db: pg.Client
let batches: [string, string] = ['', '']

const rows = async <R extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
): Promise<R[]> => (await db.query<R>(sql, values)).rows
const failedWith = (entry: Entry) =>
  `${entry.path} ${JSON.stringify(entry.answer)}\n${product.output}`

/** Charges one customer again and again, each voucher once. */
async function charger(customerId: string, running: () => boolean): Promise<void> {
  for (let n = 0; running(); n++) {
    const charge = { customerId, currency: 'EUR', amount: '0.07', tradeItem: '9', workDone: true }
    const body = { ...charge, reference: `DN-${n}` }
    const entry = await journal.change('POST', '/erp/account/charge', body)
    if (!entry.answer?.success) throw new Error(failedWith(entry))
    charged.push(entry)
  }
}

async function optionOf(path: string, code: string): Promise<string> {
  const { records } = (await journal.get(`${path}/list`, { code })).result as {
    records: { id: string; code: string }[]
  }
  return records.find((row) => row.code === code)!.id
}

/** Two users would have to agree on the limit, and there is one here. */
async function letOneUserConfirm(): Promise<void> {
  await product.stop()
  const own = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  await client.query(
    `insert into recharge_limit (tenant_id, currency, amount) select id, 'EUR', 9999999900 from tenant`,
  )
  await client.end()
  await own.stop()
  await product.start()
}

const CONSIGNED = {
  shipmentResource: 'B2C',
  consignee: {
    name: 'Marie-Luise Müller',
    country: 'DE',
    city: 'Zenting',
    postalCode: '94579',
    street: 'Hauptstraße',
    house: '57',
    phone: '+49 177 7655194',
    email: 'buyer@example.com',
  },
}

async function writer(
  name: string,
  ids: { serviceId: string; depotId: string },
  running: () => boolean,
): Promise<void> {
  for (let n = 0; running(); n++) {
    const draft = {
      ...CONSIGNED,
      reference: `${name}-${n}`,
      ...ids,
      parcels: [parcel(), parcel()],
    }
    const added = await journal.change('POST', '/erp/shipment/add', draft)
    if (!added.answer?.success) throw new Error(failedWith(added))
    const { id } = added.answer.result as OrderDetail
    const confirmed = await journal.change('PUT', '/erp/shipment/confirm', { ids: [id] })
    made.push({ added, confirmed })
    const order = (await journal.get('/erp/shipment/queryById', { id })).result as OrderDetail
    const first = order.parcels[0]!
    const into = await journal.change('POST', '/erp/intoParcel/scan', {
      no: first.trackNo,
      depotId: ids.depotId,
      weightKg: '1.2',
    })
    // Two scanners, two bags, one parcel.
    const outs = await Promise.all(
      batches.map(
        async (batchId) =>
          [
            batchId,
            await journal.change('POST', '/erp/outBatch/scan', { batchId, no: first.trackNo }),
          ] as [string, Entry],
      ),
    )
    scans.push({ parcelId: first.id, into, outs })
  }
}

/** Sends an order file; back as soon as its job is at work. */
async function importing(): Promise<string> {
  const answer = await journal.upload(
    '/erp/shipment/importExcel',
    'orders.csv',
    readFileSync(join(import.meta.dirname, '..', 'fixtures', 'orders-1000.csv')),
  )
  const { id } = answer.result as { id: string }
  while (
    ((await journal.get('/erp/shipmentImport/queryById', { id })).result as ImportState).status ===
    'queued'
  )
    await sleep(5)
  return id
}

beforeAll(
  async () => {
    await product.start()
    await journal.signIn('admin', PASSWORD)
    const ids = {
      serviceId: await optionOf('/erp/deliveryService', 'ECO-PARCEL'),
      depotId: await optionOf('/erp/depot', 'FRA1'),
    }
    const channelId = (
      (await journal.get('/erp/deliveryService/queryById', { id: ids.serviceId })).result as {
        channelId: string
      }
    ).channelId
    const open = async () =>
      (
        (
          await journal.change('POST', '/erp/outBatch/add', {
            depotId: ids.depotId,
            channelIds: [channelId],
          })
        ).answer!.result as { id: string }
      ).id
    batches = [await open(), await open()]

    const customers = await journal.get('/erp/customer/list')
    const customerId = (customers.result as { records: { id: string }[] }).records[0]!.id
    await letOneUserConfirm()
    await flows.prepare(optionOf)
    const draft = { ...CONSIGNED, depotId: ids.depotId }
    let running = true
    const writers = Promise.all([
      charger(customerId, () => running),
      ...[0, 1, 2, 3].map((way) => flows.run(way, draft, () => running)),
      ...['A', 'B', 'C', 'D'].map((name) => writer(name, ids, () => running)),
    ])
    writers.catch(() => {})
    for (let kill = 0; kill < KILLS; kill++) {
      const before = journal.acknowledged
      // By progress, not by the clock: every life of the process gets something done before it ends.
      while (
        journal.acknowledged < before + 12 ||
        made.length < 2 * (kill + 1) ||
        flows.bought.length < 2 * kill
      )
        await Promise.race([sleep(5), writers])
      if (kill === IMPORT_AT) imported = await importing()
      else await sleep(Math.random() * 40)
      if (kill % 2 === 0) {
        await product.kill()
        await product.start()
      } else {
        product.killDatabase()
      }
      await product.ready()
    }
    running = false
    await writers
    for (;;) {
      const { status } = (await journal.get('/erp/shipmentImport/queryById', { id: imported }))
        .result as ImportState
      if (status === 'done' || status === 'failed') break
      await sleep(100)
    }
  },
  60_000 + KILLS * 20_000,
)

afterAll(async () => {
  await db?.end().catch(() => {})
  await postgres?.stop()
  await product.stop()
  product.endDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('after everything was killed again and again', () => {
  test('a request repeated under its key is answered as before and has no further effect', async () => {
    // A label is printed under a key of its own, and not again once its parcel has left.
    const keyed = journal.entries.filter(({ path }) => path !== '/erp/label/print')
    const retried = keyed.filter((entry) => entry.tries > 1)
    expect(retried.length, 'no client ever lost an answer: nothing was tested').toBeGreaterThan(3)
    for (const entry of [...retried, ...keyed.slice(0, 20)]) {
      const answer = await journal.again(entry)
      expect(answer?.result, entry.path).toEqual(entry.answer?.result)
      if (entry.answer?.success) expect(entry.replayed, entry.path).toBe(true)
    }
  })

  test('it stops in order when asked', async () => {
    expect(await product.stop(), product.output).toBe(0)
    postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
    db = new pg.Client({ connectionString: postgres.url })
    await db.connect()
  })

  test('every acknowledged order is there, once, and nothing else is', async () => {
    expect(made.length).toBeGreaterThan(2 * KILLS - 1)
    const stored = await rows<{ id: string; reference: string; logged: number }>(
      `select s.id::text, s.reference,
          (select count(*)::int from data_log l
            where l.table_name = 'shipment' and l.row_id = s.id::text
              and l.action = 'add') as logged from shipment s
          where s.import_id is null and s.reference not like 'M-%'`,
    )
    const byReference = Map.groupBy(stored, (row) => row.reference)
    for (const { added } of made) {
      const { reference } = added.body as { reference: string }
      expect(
        byReference.get(reference)?.map((row) => row.id),
        failedWith(added),
      ).toEqual([(added.answer!.result as OrderDetail).id])
      expect(byReference.get(reference)?.[0]?.logged).toBe(1)
    }
    expect(stored).toHaveLength(made.length)
  })

  test('every acknowledged charge is posted once, and the ledger proves itself', async () => {
    expect(charged.length).toBeGreaterThan(8)
    const stored = await rows<{ id: string; key: string }>(
      `select id::text, event_key as key from ledger_transaction where event_key like 'charge:%:%'`,
    )
    expect(stored.map(({ id }) => id).toSorted()).toEqual(
      charged
        .map(({ answer }) => (answer!.result as { transactionId: string }).transactionId)
        .toSorted(),
    )
    const [sums] = await rows<{ balance: string; drift: string }>(
      `select sum(a.balance)::text as balance,
          (select count(*) from ledger_drift(min(a.tenant_id)))::text as drift
        from ledger_account a where a.kind = 'customer' and a.seq > 0
          and a.party_id = $1`,
      [(charged[0]!.body as { customerId: string }).customerId],
    )
    expect(sums).toEqual({ balance: String(-7 * charged.length), drift: '0' })
  })

  test('orders charged in every way, recharges and revokes: nothing lost, nothing twice', async () => {
    expect(flows.bought.length).toBeGreaterThan(10)
    await flows.check(db)
  })

  test('numbers are given once each and without a gap', async () => {
    const confirmed = made.filter(
      ({ confirmed: entry }) => (entry.answer?.result as { done: number } | null)?.done === 1,
    )
    expect(confirmed).toHaveLength(made.length)
    const [counts] = await rows<{ issued: string; distinct: string; parcels: string }>(
      `select count(*) as issued, count(distinct n.number) as distinct,
          count(distinct n.parcel_id) as parcels
        from tracking_number n
          left join parcel p on p.tenant_id = n.tenant_id and p.id = n.parcel_id
          left join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
        where s.reference is null or s.reference not like 'M-%'`,
    )
    expect(counts).toEqual({
      issued: String(made.length * 2),
      distinct: String(made.length * 2),
      parcels: String(made.length * 2),
    })
    const segments = await rows<{ code: string; taken: string; known: string }>(
      `select s.code, (s.next_no - s.start_no)::text as taken, (select count(*)
        from tracking_number n where n.segment_id = s.id)::text as known from number_segment s
        where s.next_no > s.start_no`,
    )
    expect(segments.length).toBeGreaterThan(0)
    for (const { code, taken, known } of segments) expect(known, code).toBe(taken)
    expect(
      await rows(
        `select p.id from parcel p
          left join tracking_number n on n.number = p.track_no and n.tenant_id = p.tenant_id
            and n.parcel_id = p.id where p.track_no is not null and n.number is null`,
      ),
    ).toEqual([])
    expect(
      await rows(
        `select n.number from tracking_number n
          join parcel p on p.tenant_id = n.tenant_id and p.id = n.parcel_id
          where n.state = 1 and p.track_no is distinct from n.number`,
      ),
    ).toEqual([])
  })

  test('a parcel is in one bag: one scanner got success, the other a refusal', async () => {
    expect(scans.length).toBeGreaterThan(10)
    expect(
      await rows('select parcel_id from out_batch_parcel group by parcel_id having count(*) > 1'),
    ).toEqual([])
    const lying = new Map(
      (
        await rows<{ parcel: string; batch: string }>(
          'select parcel_id::text as parcel, batch_id::text as batch from out_batch_parcel where open',
        )
      ).map((row) => [row.parcel, row.batch]),
    )
    for (const { parcelId, into, outs } of scans) {
      expect(into.answer, into.path).toMatchObject({ success: true, code: SCAN.ok })
      const won = outs.filter(([, entry]) => entry.answer?.code === SCAN.ok)
      expect(
        won.map(([batch]) => batch),
        JSON.stringify(outs.map(([, entry]) => entry.answer)),
      ).toEqual([lying.get(parcelId)])
      expect(outs.find(([, entry]) => entry.answer?.code !== SCAN.ok)?.[1].answer?.code).toBe(
        SCAN.otherBatch,
      )
    }
    expect(lying.size).toBe(scans.length)
    const received = await rows<{ n: number }>(
      `select count(*)::int as n from scan_log where station = 'into' and code = ${SCAN.ok}`,
    )
    expect(received[0]?.n).toBe(scans.length + flows.inbound)
  })

  test('the order file that was under way is taken whole, nothing twice', async () => {
    const expected = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'fixtures', 'orders-1000.errors.json'), 'utf8'),
    ) as { errors: { row: number; error: string }[] }
    expect(
      await rows('select status, total, done, accepted, refused from shipment_import'),
    ).toEqual([{ status: 'done', total: 1001, done: 1001, accepted: 951, refused: 50 }])
    expect(
      await rows(
        `select count(*)::int as orders, count(distinct reference)::int as distinct from shipment
          where import_id is not null`,
      ),
    ).toEqual([{ orders: 951, distinct: 951 }])
    expect(
      (
        await rows<{ row: number; code: string }>(
          'select row_no as row, code from shipment_import_error where not warning order by row_no, seq',
        )
      ).map(({ row, code }) => ({ row, error: code })),
    ).toEqual(expected.errors.map(({ row, error }) => ({ row, error })))
    expect(
      await rows(
        `select s.id from shipment s
          where s.shipment_pieces <> (select count(*) from parcel p
            where p.tenant_id = s.tenant_id and p.shipment_id = s.id)`,
      ),
    ).toEqual([])
  })

  test('no job is left behind', async () => {
    expect(
      await rows(
        `select task_identifier, last_error from graphile_worker.jobs
          where attempts >= max_attempts`,
      ),
    ).toEqual([])
  })
})
