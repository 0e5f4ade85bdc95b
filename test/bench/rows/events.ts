import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { ratioLine, type Line } from '../report.ts'
import type { LoadResult } from '../load.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const PER_PUSH = 200
const AT_ONCE = 4
const KEY_MARK = '\u0001'

/**
 * A carrier pushes one event each of many parcels, until all are stored and their parcels brought
 * along; against COPY of the events' rows.
 */
export async function events(rig: Rig, plan: Plan, parcels: number): Promise<Line> {
  const { path, headers } = await openHook(rig)
  const numbers = (
    await rig.pool.query<{ number: string }>(
      `select number from tracking_number
        where tenant_id = $1 and state = 1 and courier_code = 'DHL' order by md5(number) limit $2`,
      [rig.tenantId, parcels],
    )
  ).rows.map(({ number }) => number)
  if (numbers.length === 0) throw new Error('the world has no parcels of this carrier')
  let minute = Math.floor(Date.now() / 60_000)
  const push = async () => {
    minute++
    const started = performance.now()
    const bodies = Array.from({ length: Math.ceil(numbers.length / PER_PUSH) }, (_, at) =>
      bodyOf(numbers.slice(at * PER_PUSH, (at + 1) * PER_PUSH), minute),
    )
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let body = bodies.pop(); body !== undefined; body = bodies.pop())
          await send(`http://127.0.0.1:${rig.product.port}/boot${path}`, headers, body)
      }),
    )
    for (;;) {
      const left = await rig.pool.query<{ left: number }>(
        `select count(*)::int as left from carrier_push where tenant_id = $1 and state = 'new'`,
        [rig.tenantId],
      )
      if (left.rows[0]!.left === 0) return performance.now() - started
      await sleep(10)
    }
  }
  await push()
  const model = await rowsOf(rig, numbers.length)
  const once = (work: () => Promise<number>) => async (): Promise<LoadResult> => {
    const ms = await work()
    return { done: numbers.length, errors: 0, overloaded: 0, ms, latencies: [ms], firstError: null }
  }
  const result = await compare(
    { pid: process.pid, run: once(() => copyIn(rig, model)) },
    { pid: rig.product.pid, run: once(push) },
    { rounds: plan.rounds, seconds: 0, warmUp: 0 },
    rig.postmaster,
  )
  return ratioLine(
    'events',
    `${numbers.length} carrier events in pushes of ${PER_PUSH}, parcels brought along, against COPY of the events alone`,
    0.5,
    result,
  )
}

async function openHook(rig: Rig): Promise<{ path: string; headers: Record<string, string> }> {
  const courier = await rig.pool.query<{ id: string }>(
    `select id from courier where tenant_id = $1 and code = 'DHL'`,
    [rig.tenantId],
  )
  const hookToken = randomBytes(24).toString('base64url')
  const response = await fetch(`http://127.0.0.1:${rig.product.port}/boot/erp/courier/setSecret`, {
    method: 'PUT',
    headers: { ...(await rig.signedIn('manager')), 'content-type': 'application/json' },
    body: JSON.stringify({ id: courier.rows[0]!.id, hookToken }),
  })
  const { success, message, result } = (await response.json()) as {
    success: boolean
    message: string
    result: { hookPath: string; hookHeader: string }
  }
  if (!success) throw new Error(message)
  return { path: result.hookPath, headers: { [result.hookHeader]: hookToken } }
}

function bodyOf(numbers: readonly string[], minute: number): string {
  const event = {
    timestamp: new Date(minute * 60_000).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    location: { address: { countryCode: 'DE', addressLocality: 'Köln' } },
    statusCode: 'transit',
    status: 'transit',
    description: 'The shipment was processed in the parcel center',
  }
  return JSON.stringify({
    scope: 'subscription.push',
    self: `https://api.dhl.com/sub/${minute}`,
    shipments: numbers.map((id) => ({ id, service: 'parcel-de', status: event, events: [event] })),
  })
}

async function send(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const answer = (await response.json()) as { success: boolean; message: string }
  if (!answer.success) throw new Error(answer.message)
}

interface Model {
  columns: string
  text: string
}

/**
 * The newest pushed events in COPY's text form; a new id and a mark in the key make room for them
 * once more.
 */
async function rowsOf(rig: Rig, count: number): Promise<Model> {
  const { rows, fields } = await rig.pool.query<Record<string, unknown>>(
    `select * from tracking_event where tenant_id = $1 and source = 'push' order by id desc
      limit $2`,
    [rig.tenantId, count],
  )
  if (rows.length < count) throw new Error(`${rows.length} of ${count} events were stored`)
  const columns = fields.map(({ name }) => name).filter((name) => name !== 'id')
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return '\\N'
    if (Buffer.isBuffer(value)) return `\\\\x${KEY_MARK}${value.subarray(4).toString('hex')}`
    return String(value).replace(/[\\\n\r\t]/g, (sign) => `\\${sign}`)
  }
  return {
    columns: columns.join(', '),
    text: rows.map((row) => columns.map((name) => cell(row[name])).join('\t')).join('\n'),
  }
}

let copies = Math.floor(Date.now() / 1000) % 1e8

async function copyIn(rig: Rig, model: Model): Promise<number> {
  copies++
  const bytes = Buffer.from(model.text.replaceAll(KEY_MARK, String(copies).padStart(8, '0')))
  const client = await rig.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const started = performance.now()
    await pipeline(
      Readable.from([bytes]),
      client.query(copyFrom(`copy tracking_event (${model.columns}) from stdin`)),
    )
    return performance.now() - started
  } finally {
    client.release(true)
  }
}
