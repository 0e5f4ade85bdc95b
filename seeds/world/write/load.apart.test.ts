import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { roles } from '../../reference/roles.ts'
import { seedReference } from '../../reference/index.ts'
import { CUSTOMERS } from '../parties/customers.data.ts'
import { DEFAULT_SEED, loadWorld } from './load.ts'
import { loadBigWorld } from './load-big.ts'
import { carrierRules } from '#server/demo.ts'
import { ownDatabase } from '#test/own-database.ts'
import { DEMO_COMPANIES } from '../parties/invoice-parties.data.ts'
import { seedTenantData } from '../tenant-data.ts'
import { seedUsers } from '../users/users.ts'
import { TODAY, wholeWorld } from '../world.fixture.ts'

/** A database with the two companies and their people, as the system opens them. */
async function ownInstallation(): Promise<{
  url: string
  pool: pg.Pool
  tenants: { 1: string; 2: string }
}> {
  const url = await ownDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  const client = await pool.connect()
  const ids: string[] = []
  await client.query('begin')
  for (const code of ['DEMO1', 'DEMO2']) {
    const {
      rows: [row],
    } = await client.query<{ id: string }>(
      'insert into tenant (code, name) values ($1, $1) returning id::text',
      [code],
    )
    ids.push(row!.id)
    await client.query(
      `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, 'Head office', 'A01')`,
      [row!.id],
    )
    for (const role of roles)
      await client.query(
        'insert into sys_role (tenant_id, role_code, role_name) values ($1, $2, $3)',
        [row!.id, role.code, role.name],
      )
    await seedReference(client, row!.id)
  }
  const tenants = { 1: ids[0]!, 2: ids[1]! }
  await seedUsers(client, { tenants, passwordHash: '-', seed: DEFAULT_SEED })
  // Twice, as on the next start.
  for (const _ of [1, 2]) await seedTenantData(client, ids)
  await client.query('commit')
  client.release()
  return { url, pool, tenants }
}

const one = async (pool: pg.Pool, sql: string): Promise<unknown> =>
  Object.values((await pool.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0]
/** What a world amounts to, without ids and batch numbers. */
// Without the letters of the kind: the small world makes some orders ones of another kind.
const PRINT = `select md5(string_agg(line, '' order by line)) from (
  select s.tenant_id || substr(s.serial_number, 3) || s.reference || s.shipment_status || s.amount
    || substr(p.serial_number, 3) || coalesce(p.track_no,
    '-') || p.parcel_status || p.weight ||
    (select string_agg(encode(e.event_key, 'hex'), ',' order by e.at, e.event_key)
      from tracking_event e where e.tenant_id = p.tenant_id and e.parcel_id = p.id) as line
  from shipment s join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id) as lines`

let installation: Awaited<ReturnType<typeof ownInstallation>>
const parcels = 900
const { shipments } = wholeWorld({ seed: DEFAULT_SEED, parcels, chunk: 100 })

beforeAll(async () => {
  installation = await ownInstallation()
  expect(
    await loadWorld(installation.pool, {
      tenants: installation.tenants,
      rules: carrierRules,
      parcels,
      today: TODAY,
      chunkSize: 100,
    }),
  ).toBe(true)
})
afterAll(async () => {
  await installation.pool.end()
})

describe('the loaded world', () => {
  it('is paid into accounts of the company that makes its invoices', async () => {
    for (const place of [1, 2] as const)
      expect(
        await one(
          installation.pool,
          `select string_agg(distinct holder, ', ') from receiving_account
            where tenant_id = ${installation.tenants[place]} and kind = 'BANK'`,
        ),
      ).toBe(DEMO_COMPANIES[place].legalName)
  })

  it('lists every SKU of orders from stock for their customers', async () => {
    expect(
      await one(
        installation.pool,
        `select count(*)::int from shipment s
          join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
          join parcel_product r on r.tenant_id = p.tenant_id and r.parcel_id = p.id
        where s.shipment_resource = 'WMS' and r.sku is not null and not exists (
          select from stock_sku k where k.tenant_id = s.tenant_id
            and k.customer_id = s.customer_id and k.sku = r.sku)`,
      ),
    ).toBe(0)
  })

  it('has stock that agrees with its entries, orders that wait, a notice, a count and a wave', async () => {
    const count = (from: string) => one(installation.pool, `select count(*)::int from ${from}`)
    expect(await count('stock_sku')).toBeGreaterThanOrEqual(30)
    expect(await count(`stock_order_line where missing = 0`)).toBeGreaterThan(0)
    expect(await count(`stock_order_line where missing > 0 and waiting`)).toBeGreaterThan(0)
    for (const table of ['stock_notice', 'stock_count_line', 'stock_wave_order'])
      expect(await count(table), table).toBeGreaterThan(0)
    expect(
      await count(`stock_balance b where (on_hand, reserved) <> (select
        coalesce(sum(quantity) filter (where kind not in ('reserved', 'picked')), 0),
        coalesce(sum(quantity) filter (where kind = 'reserved'), 0)
        from stock_entry e where e.tenant_id = b.tenant_id and e.balance_id = b.id)`),
    ).toBe(0)
  })

  it('numbers every order, and its parcels, by the prefix of its kind', async () => {
    const { rows } = await installation.pool.query<{ kind: string; order: string; box: string }>(
      `select s.shipment_resource as kind, s.serial_number as "order", p.serial_number as box
        from shipment s join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id`,
    )
    const other = rows.filter(
      ({ kind, order, box }) =>
        !order.startsWith(kindOf(kind).prefix) || !box.startsWith(`${order}-`),
    )
    expect(other).toEqual([])
  })

  it('finds its house set up, once', async () => {
    const { rows } = await installation.pool.query(`select t.code,
          (select count(*)::int from sys_category c where c.tenant_id = t.id) as goods,
          (select count(*)::int from sys_category c
            where c.tenant_id = t.id and c.pid is null) as groups,
      (select count(*)::int from print_set p where p.tenant_id = t.id) as papers,
      (select count(*)::int from sys_announcement a
        where a.tenant_id = t.id and send_status = '0') as drafts from tenant t
        where code like 'DEMO_' order by 1`)
    expect(rows).toEqual(
      ['DEMO1', 'DEMO2'].map((code) => ({ code, goods: 13, groups: 5, papers: 5, drafts: 2 })),
    )
  })

  it('is the made one', async () => {
    const { rows } = await installation.pool.query<{
      tenant: string
      serial: string
      status: number
      amount: string
    }>(
      // Some become orders of another kind, with its letters before the same number.
      `select tenant_id::text as tenant, substr(serial_number, 3) as serial,
        shipment_status as status, amount::text as amount from shipment order by 1, 2`,
    )
    const made = shipments.map(({ head, serial, status, cents }) => ({
      tenant: installation.tenants[head.tenant],
      serial: serial.slice(2),
      status,
      amount: String(cents),
    }))
    expect(rows).toEqual(
      made.toSorted((a, b) => (`${a.tenant} ${a.serial}` < `${b.tenant} ${b.serial}` ? -1 : 1)),
    )
  })
  it('leaves counters and number ranges behind what it used', async () => {
    expect(
      await one(
        installation.pool,
        `select count(*)::int
          from shipment s join serial_counter c on c.tenant_id = s.tenant_id and c.kind = 'shipment'
          where substr(s.serial_number, 3)::bigint >= c.next_no`,
      ),
    ).toBe(0)
    expect(
      await one(
        installation.pool,
        `select count(*)::int from number_segment where next_no > start_no`,
      ),
    ).toBeGreaterThan(6)
    expect(
      await one(
        installation.pool,
        `select count(*)::int
          from tracking_number n
          join number_segment g on g.id = n.segment_id and g.tenant_id = n.tenant_id
          where g.scheme = 'SSCC20'
            and substr(n.number, 11, 9)::bigint not between g.start_no and g.next_no - 1`,
      ),
    ).toBe(0)
  })
  it('has its people: a user of every role and every customer with an account', async () => {
    expect(
      await one(
        installation.pool,
        `select count(distinct r.role_code)::int from sys_user_role u
          join sys_role r on r.tenant_id = u.tenant_id and r.id = u.role_id`,
      ),
    ).toBe(roles.filter(({ dataScope }) => dataScope !== 'platform').length)
    expect(
      await one(
        installation.pool,
        `select count(distinct customer_id)::int from sys_user where parent_user_id is null
          and customer_id is not null`,
      ),
    ).toBe(CUSTOMERS.length)
    expect(
      await one(
        installation.pool,
        `select c.code
          from sys_user u join customer c on c.tenant_id = u.tenant_id and c.id = u.customer_id
          where u.username = 'sub'
            and u.parent_user_id = (select id from sys_user where username = 'customer')`,
      ),
    ).toBe('C1001')
  })
  it('hands its moving parcels of DHL to the simulator', async () => {
    expect(
      await one(
        installation.pool,
        'select count(*)::int from parcel where next_poll_at is not null',
      ),
    ).toBeGreaterThan(20)
    expect(
      await one(
        installation.pool,
        `select count(*)::int from parcel p where next_poll_at is not null and not exists (select
          from simulator_parcel w where w.number = p.track_no and w.started_at = p.outbound_at)`,
      ),
    ).toBe(0)
  })
  it('is not loaded twice, nor next to another world', async () => {
    expect(
      await loadWorld(installation.pool, {
        tenants: installation.tenants,
        rules: carrierRules,
        parcels,
        today: '2026-09-09T00:00:00Z',
      }),
    ).toBe(false)
    expect(
      await loadWorld(installation.pool, {
        tenants: installation.tenants,
        rules: carrierRules,
        parcels: 50,
        today: TODAY,
      }),
    ).toBe(false)
    expect(await one(installation.pool, 'select count(*)::int from shipment')).toBe(
      shipments.length,
    )
  })
})

describe('a load that is cut off', () => {
  it('goes on where it stopped and ends as if nothing had happened', async () => {
    const other = await ownInstallation()
    const stop = new AbortController()
    const options = {
      tenants: other.tenants,
      rules: carrierRules,
      parcels,
      today: TODAY,
      chunkSize: 100,
    }
    await expect(
      loadWorld(other.pool, {
        ...options,
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done === 2) stop.abort()
        },
      }),
    ).rejects.toThrow()
    const half = await one(other.pool, 'select count(*)::int from shipment')
    expect(half).toBe(200)
    // Orders of people come in between; a later day does not change a world that was begun.
    await other.pool.query(
      `update serial_counter set next_no = next_no + 5 where kind = 'shipment'`,
    )
    expect(await loadWorld(other.pool, { ...options, today: '2026-03-09T00:00:00Z' })).toBe(true)
    expect(await one(other.pool, PRINT)).toBe(await one(installation.pool, PRINT))
    await other.pool.end()
  })

  it('with several threads: the same rows, and every index and constraint is back', async () => {
    const other = await ownInstallation()
    const schema = `select md5(string_agg(d, E'\\n' order by d))
      from (select pg_get_indexdef(indexrelid) as d
        from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n') as x`
    const before = await one(other.pool, schema)
    expect(
      await loadBigWorld(other.url, {
        tenants: other.tenants,
        rules: carrierRules,
        parcels,
        today: TODAY,
        chunkSize: 100,
        workers: 2,
        thread: new URL('../../demo-thread.ts', import.meta.url),
      }),
    ).toBe(true)
    expect(await one(other.pool, PRINT)).toBe(await one(installation.pool, PRINT))
    expect(await one(other.pool, schema)).toBe(before)
    await other.pool.end()
  })
})

describe('npm run demo', () => {
  const run = (url: string, dir: string, until?: RegExp) =>
    new Promise<{ code: number | null; out: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        [
          join(import.meta.dirname, '..', '..', 'demo.ts'),
          '--parcels',
          '3000',
          '--workers',
          '2',
          '--today',
          TODAY,
        ],
        {
          env: {
            ...process.env,
            NODE_ENV: '',
            DATABASE_URL: url,
            DATA_DIR: dir,
            ADMIN_PASSWORD: 'Parcels-2026!',
          },
        },
      )
      let out = ''
      const read = (data: Buffer) => {
        out += data.toString()
        if (until?.test(out)) child.kill('SIGKILL')
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.on('close', (code) => resolve({ code, out }))
    })
  it('killed in the middle it is finished by the next call, none twice', async () => {
    const url = await ownDatabase()
    const dir = mkdtempSync(join(tmpdir(), 'parcelyard-demo-'))
    const killed = await run(url, dir, /\d+ %/)
    expect(killed.code).toBeNull()
    const { code, out } = await run(url, dir)
    expect(out).toMatch(/Loaded 3,000 parcels/)
    expect(code).toBe(0)
    expect((await run(url, dir)).out).toMatch(/already/)
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    const made = wholeWorld({ seed: DEFAULT_SEED, parcels: 3000 }).shipments
    expect(await one(pool, 'select count(*)::int from shipment')).toBe(made.length)
    expect(await one(pool, 'select count(*)::int from parcel')).toBe(
      made.reduce((sum, { parcels: of }) => sum + of.length, 0),
    )
    expect(
      await one(
        pool,
        `select count(*)::int from demo_world where finished_at is null or dropped_indexes <> '[]'`,
      ),
    ).toBe(0)
    await pool.end()
    rmSync(dir, { recursive: true, force: true })
  })
})
