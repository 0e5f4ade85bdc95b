import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { DEFAULT_KIND, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { IMPORT_COLUMNS } from '#contracts/orders/imports/shipment-imports.ts'
import { ratioLine, type Line } from '../report.ts'
import type { LoadResult } from '../load.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const TABLES = ['shipment', 'parcel', 'parcel_product'] as const
const cities = [
  ['DE', 'Zenting', '94579', 'Hauptstraße', '+49 177 7655194'],
  ['DE', 'Berlin', '10115', 'Invalidenstraße', '+49 30 901820'],
  ['FR', 'Lyon', '69002', 'Rue de la République', '+33 4 72 10 30 30'],
  ['PL', 'Poznań', '61-803', 'Święty Marcin', '+48 61 855 33 79'],
  ['AT', 'Wien', '1010', 'Graben', '+43 1 5330000'],
] as const

/**
 * An order file, the same for the same mark: one row an order, every fifth order of two parcels.
 */
function fileOf(orders: number, mark: string, kind: KindCode): string {
  const lines: string[] = [IMPORT_COLUMNS.join(',')]
  for (let n = 0; n < orders; n++) {
    const [country, city, postalCode, street, phone] = cities[n % cities.length]!
    const reference = `${mark}-${n}`
    for (let parcel = 1; parcel <= (n % 5 === 0 ? 2 : 1); parcel++) {
      const row: Record<string, string | number> = {
        reference,
        service: 'ECO-PARCEL',
        depot: 'FRA1',
        shipmentResource: kind,
        consigneeName: `Empfänger ${n}`,
        consigneeCompany: `Firma ${n} GmbH`,
        phone,
        email: `buyer${n}@example.com`,
        country,
        city,
        postalCode,
        street,
        house: 1 + (n % 200),
        parcelReference: `${reference}-${parcel}`,
        weightKg: (0.3 + (n % 50) / 10).toFixed(1),
        lengthCm: 20 + (n % 30),
        widthCm: 15,
        heightCm: 5 + (n % 10),
        sku: `SKU-${n % 900}`,
        hscodeCn: '8471607100',
        hscodeForeign: '847160',
        nameCn: '机械键盘',
        nameEn: 'Mechanical keyboard',
        quantity: 1,
        unitWeightKg: '0.2',
        unitPrice: '59.00',
        currency: 'EUR',
        remark: '',
      }
      lines.push(IMPORT_COLUMNS.map((column) => row[column] ?? '').join(','))
    }
  }
  return `${lines.join('\n')}\n`
}

export interface ImportRow {
  name: string
  kind: KindCode
  bar: number
}
const IMPORT: ImportRow = { name: 'import', kind: DEFAULT_KIND, bar: 0.65 }
/** Another kind, with checks of its own. */
export const IMPORT_B2B: ImportRow = { name: 'import-b2b', kind: 'B2B', bar: 0.5 }

/**
 * A file of orders is sent and taken, against COPY of the very rows it leaves behind into the same
 * tables.
 */
export async function importFile(
  rig: Rig,
  plan: Plan,
  orders: number,
  { name, kind, bar }: ImportRow = IMPORT,
): Promise<Line> {
  const headers = await rig.signedIn('customer')
  const run = `I${Date.now().toString(36)}`
  let files = 0
  const send = async () => {
    const form = new FormData()
    form.set('dryRun', 'false')
    form.set('file', new File([fileOf(orders, `${run}-${++files}`, kind)], 'orders.csv'))
    const started = performance.now()
    const id = (
      await answerOf<{ id: string }>(
        await fetch(`http://127.0.0.1:${rig.product.port}/boot/erp/shipment/importExcel`, {
          method: 'POST',
          headers,
          body: form,
        }),
      )
    ).id
    for (;;) {
      await sleep(20)
      const state = await answerOf<{ status: string; accepted: number; refused: number }>(
        await fetch(
          `http://127.0.0.1:${rig.product.port}/boot/erp/shipmentImport/queryById?id=${id}`,
          { headers },
        ),
      )
      if (state.status === 'failed' || (state.status === 'done' && state.refused > 0))
        throw new Error(JSON.stringify(state).slice(0, 400))
      if (state.status === 'done') return { id, ms: performance.now() - started }
    }
  }
  const model = await rowsOf(rig, (await send()).id)
  const once = (work: () => Promise<number>) => async (): Promise<LoadResult> => {
    const ms = await work()
    return { done: orders, errors: 0, overloaded: 0, ms, latencies: [ms], firstError: null }
  }
  const result = await compare(
    { pid: process.pid, run: once(() => copyIn(rig, model)) },
    { pid: rig.product.pid, run: once(async () => (await send()).ms) },
    { rounds: Math.min(3, plan.rounds), seconds: 0, warmUp: 0 },
    rig.postmaster,
  )
  return ratioLine(
    name,
    `a file of ${orders} orders of the kind ${kind} (${model.counts.join(' + ')} rows), every row checked, against COPY`,
    bar,
    result,
  )
}

async function answerOf<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { success: boolean; message: string; result: T }
  if (!answer.success) throw new Error(answer.message)
  return answer.result
}

interface Model {
  texts: string[]
  columns: string[]
  counts: number[]
}

/**
 * The rows an import left, in COPY's text form; ids, serials and references make room for new ones.
 */
async function rowsOf(rig: Rig, importId: string): Promise<Model> {
  const model: Model = { texts: [], columns: [], counts: [] }
  const scope = {
    shipment: 't.import_id = $1',
    parcel: 't.shipment_id in (select id from shipment where import_id = $1)',
    parcel_product: `t.parcel_id in (select p.id
        from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
        where s.import_id = $1)`,
  }
  for (const table of TABLES) {
    const worked = await workedOut(rig, table)
    const found = await rig.pool.query<Record<string, unknown>>(
      `select t.* from ${table} t where ${scope[table]} order by t.id`,
      [importId],
    )
    const columns = found.fields.map(({ name }) => name).filter((name) => !worked.has(name))
    model.columns.push(columns.join(', '))
    model.counts.push(found.rows.length)
    model.texts.push(
      found.rows
        .map((row) => columns.map((column) => cellOf(column, row[column])).join('\t'))
        .join('\n'),
    )
  }
  return model
}

/** Columns the database works out itself. */
async function workedOut(rig: Rig, table: string): Promise<ReadonlySet<string>> {
  const found = await rig.pool.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and attgenerated <> ''`,
    [table],
  )
  return new Set(found.rows.map(({ name }) => name))
}

/**
 * What must differ from copy to copy is marked and filled in: ids move by a multiple of ten
 * million, texts get a head.
 */
const MOVED = new Set(['id', 'shipment_id', 'parcel_id'])
const HEADED = new Set(['serial_number', 'reference'])
function cellOf(column: string, value: unknown): string {
  if (value === null) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = text.replace(
    /[\\\n\r\t]/g,
    (sign) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[sign]!,
  )
  return MOVED.has(column)
    ? `\u0001${plain.padStart(9, '0')}`
    : HEADED.has(column)
      ? `\u0002${plain}`
      : plain
}

let copies = Math.floor(Date.now() / 1000) % 1e8

/** COPY in one transaction; making the text is not timed. */
async function copyIn(rig: Rig, model: Model): Promise<number> {
  copies++
  const texts = model.texts.map((text) =>
    Buffer.from(text.replaceAll('\u0001', `${copies}`).replaceAll('\u0002', `C${copies}-`)),
  )
  const client = await rig.pool.connect()
  const started = performance.now()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    for (const [at, table] of TABLES.entries())
      await pipeline(
        Readable.from(chunks(texts[at]!)),
        client.query(copyFrom(`copy ${table} (${model.columns[at]}) from stdin`)),
      )
    await client.query('commit')
    return performance.now() - started
  } finally {
    client.release(true)
  }
}

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
