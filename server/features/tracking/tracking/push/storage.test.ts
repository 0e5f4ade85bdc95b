import { beforeAll, expect, test } from 'vitest'
import { script } from '#server/features/carriers/carriers/index.ts'
import { useWorld } from '#test/harness.ts'
import { eventually, openHook, sendParcel, setPolling } from '../tracking.fixture.ts'
import { packBody, plainBody } from './push-body.ts'

const world = useWorld()
const HOUR = 3_600_000
const COPIES = 2_000

beforeAll(() => setPolling(world(), false))

test('a body is stored packed and read as it came, also one of before', async () => {
  const body = JSON.stringify({ text: '包裹 Straße 📦 '.repeat(1_000) })
  const packed = await packBody(body)
  expect(packed.length).toBeLessThan(Buffer.byteLength(body) / 10)
  expect(await plainBody(packed)).toBe(body)
  expect(await plainBody(Buffer.from('{"scope":"x"}'))).toBe('{"scope":"x"}')
  expect(await plainBody(await packBody(''))).toBe('')
})

/**
 * What a parcel takes that DHL pushes nine events of, each push with all events so far: the events,
 * measured on copies of them, and the bodies.
 */
test('what the events of a parcel and the bodies that brought them take', async () => {
  const { pool } = world().db
  const { path, headers } = await openHook(world())
  const parcel = await sendParcel(world(), 3, { daysAgo: 20 })
  const events = script(
    parcel.trackNo,
    {
      startedAt: new Date(parcel.leftAt + 1000).toISOString(),
      depot: { city: 'Köln', country: 'DE' },
      destination: { city: 'Zenting', country: 'DE' },
    },
    new Date(parcel.leftAt + 500 * HOUR).toISOString(),
  )
  const { rows: began } = await pool.query<{ id: string }>(
    'select coalesce(max(id), 0) as id from carrier_push where tenant_id = $1',
    [world().tenantId],
  )
  for (const [at] of events.entries()) {
    const sent = {
      scope: 'subscription.push',
      shipments: [{ id: parcel.trackNo, service: 'parcel-de', events: events.slice(0, at + 1) }],
    }
    await world().anonymous.post(path, sent, headers)
  }
  await eventually(
    async () =>
      (
        await pool.query(`select 1 from carrier_push where tenant_id = $1 and state = 'new'`, [
          world().tenantId,
        ])
      ).rowCount === 0,
  )
  const client = await pool.connect()
  try {
    const bytes = async (table: string) => {
      const { rows } = await client.query<{ table: number; indexes: number }>(
        `select pg_table_size('${table}')::float8 / ${COPIES} as table,
          pg_indexes_size('${table}')::float8 / ${COPIES} as indexes`,
      )
      return rows[0]!.table + rows[0]!.indexes
    }
    await client.query('begin')
    await client.query(
      'create temp table e_copy (like tracking_event including all) on commit drop',
    )
    await client.query('create temp table p_copy (like carrier_push including all) on commit drop')
    const columns = async (table: string, own: Readonly<Record<string, string>>) => {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_name = $1 and table_schema = current_schema() order by ordinal_position`,
        [table],
      )
      const names = rows.map(({ name }) => name)
      return `(${names.join(', ')}) overriding system value
        select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}`
    }
    await client.query(
      `insert into e_copy ${await columns('tracking_event', {
        id: 't.id * 100000 + n',
        parcel_id: 't.parcel_id * 100000 + n',
        event_key: 'substr(sha256(t.event_key || n::text::bytea), 1, octet_length(t.event_key))',
      })} from generate_series(1, ${COPIES}) as n, tracking_event as t
        where t.tenant_id = $1 and t.parcel_id = $2 and t.source = 'push' order by n, t.id`,
      [world().tenantId, parcel.id],
    )
    await client.query(
      `insert into p_copy ${await columns('carrier_push', {
        id: 't.id * 100000 + n',
        body_hash: 'sha256(t.body_hash || n::text::bytea)',
      })} from generate_series(1, ${COPIES}) as n, carrier_push as t
        where t.tenant_id = $1 and t.id > $2 order by n, t.id`,
      [world().tenantId, began[0]!.id],
    )
    const ofEvents = await bytes('e_copy')
    const ofBodies = await bytes('p_copy')
    // Nine of ten events' worth: the rest is in proportion.
    expect(ofEvents).toBeLessThan(4_500)
    expect(ofBodies).toBeLessThan(8_000)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
