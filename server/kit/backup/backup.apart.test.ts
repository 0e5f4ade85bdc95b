import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openWorld, type World } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { openDatabase } from '../db/database.ts'
import { lockMigrations, migrate } from '../db/migrate.ts'
import { releaseJobs, startReleased } from '../jobs/held-jobs.ts'
import { localStore } from '../files/local-store.ts'
import { tablesOf, type TableInfo } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const dir = mkdtempSync(join(tmpdir(), 'backup test '))
const archive = join(dir, 'a.zip')
const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations')
const secretKey = Buffer.alloc(32, 7)
const target = (url: string, key = secretKey) => ({
  url,
  contents: localStore(join(dir, 'files')),
  secretKey: key,
  migrations,
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function asked<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'))
  const name = `parcelyard_${randomBytes(4).toString('hex')}`
  await asked(url.href, (client) => client.query(`create database ${name}`))
  url.pathname = `/${name}`
  return url.href
}

/** Every table's rows as one figure, so that two databases can be held side by side. */
const figures = (url: string) =>
  asked(url, async (client) => {
    await client.query(`set parcelyard.case_notes = 'staff'`)
    const figure = async ({ schema, name }: TableInfo) =>
      (
        await client.query<{ figure: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as figure
          from ${schema}.${name} t`,
        )
      ).rows[0]!.figure
    const all: Record<string, string> = {}
    for (const table of await tablesOf(client))
      all[`${table.schema}.${table.name}`] = await figure(table)
    return all
  })

const shapeOf = (url: string) =>
  asked(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
        where not tgisinternal
      union all select oid::regclass || ' forced ' || relforcerowsecurity from pg_class
        where relkind = 'r' and relrowsecurity order by 1`,
    )
    return rows.map(({ line }) => line)
  })

let source: World
let token: string
let orderId: string
let before: Record<string, string>
const file = { bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)]), path: '' }
beforeAll(async () => {
  const databaseUrl = await ownDatabase()
  source = await openWorld({ databaseUrl, dataDir: join(dir, 'source') })
  const manager = await source.as('manager')
  orderId = (await makeOrder(source, manager, { confirm: true })).id
  const uploaded = await manager.upload('/sys/common/upload', 'a.pdf', file.bytes)
  expect(uploaded.success, uploaded.message).toBe(true)
  file.path = uploaded.message
  token = manager.token!
  const { contents, ...from } = {
    ...target(databaseUrl),
    contents: localStore(join(dir, 'source', 'files')),
  }
  await writeBackup({ ...from, contents }, join(dir, 'running.zip'))
  await source.close()
  before = await figures(databaseUrl)
  await writeBackup({ ...from, contents }, archive)
})

test('every row and file of an installation is in a fresh database afterwards, which then serves', async () => {
  const url = await ownDatabase()
  expect(await restoreBackup(archive, target(url), { replace: true })).toMatchObject({
    sameKey: true,
    manifest: { files: 1 },
  })
  expect(await figures(url)).toEqual(before)
  expect(before['public.shipment']).toMatch(/^[1-9]/)
  expect(await shapeOf(url)).toEqual(await shapeOf(source.db.url))
  const world = await openWorld({ databaseUrl: url, dataDir: dir })
  const manager = await world.as('manager')
  manager.token = token
  manager.tenant = source.tenantId
  const order = await manager.get('/erp/shipment/queryById', { id: orderId })
  expect(order.result).toMatchObject({ id: orderId })
  const served = await manager.get(`/sys/common/static/${file.path}`)
  expect(served.bytes.equals(file.bytes)).toBe(true)
  // Numbers go on where they were.
  expect((await makeOrder(world, await world.as('service'))).id).not.toBe(orderId)
  await world.close()
})

test('no job of a restored copy runs before an operator releases it', async () => {
  const url = await ownDatabase()
  await restoreBackup(archive, target(url), { replace: true })
  const [db, log] = [openDatabase(url, { max: 2 }), pino({ level: 'silent' })]
  let started = 0
  const start = async () => {
    started++
    return { stop: async () => {} }
  }
  const held = await startReleased({ db, log }, start, 20)
  await sleep(150)
  expect(started).toBe(0)
  await asked(url, releaseJobs)
  await expect.poll(() => started).toBe(1)
  await sleep(80)
  expect(started).toBe(1)
  await held.stop()
  await db.close()
})

test('a server that starts during a restore waits; a restore does not begin during a start', async () => {
  const url = await emptyDatabase()
  const store = target(url).contents
  let inside: Promise<unknown> | null = null
  const contents = {
    ...store,
    write: async (...content: Parameters<typeof store.write>) => {
      const patience = { oneMs: 200, times: 1 }
      inside = expect(migrate({ url }, migrations, { patience })).rejects.toThrow(/held up by/)
      await inside
      return store.write(...content)
    },
  }
  await restoreBackup(archive, { ...target(url), contents })
  expect(inside).not.toBeNull()
  await asked(url, async (starting) => {
    expect(await lockMigrations(starting)).toBe(true)
    await expect(restoreBackup(archive, target(url), { replace: true })).rejects.toThrow(/starting/)
  })
})

test('a file removed while a backup is written is named as missing, and the rest is whole', async () => {
  const from = localStore(join(dir, 'source', 'files'))
  const path = join(dir, 'lacking.zip')
  const made = await writeBackup(
    { ...target(source.db.url), contents: { ...from, read: () => Promise.resolve(null) } },
    path,
  )
  expect(made.files).toBe(0)
  expect(made.missing).toEqual([expect.stringMatching(/^\d+\/[0-9a-f]{64}$/)])
  const { manifest } = await restoreBackup(path, target(await emptyDatabase()))
  expect(manifest.missing).toEqual(made.missing)
})

test('a backup of a running server is whole', async () => {
  const url = await emptyDatabase()
  const { sameKey } = await restoreBackup(
    join(dir, 'running.zip'),
    target(url, Buffer.alloc(32, 8)),
  )
  expect(sameKey).toBe(false)
  expect((await figures(url))['public.shipment']).toBe(before['public.shipment'])
})

test('what is in the database is dropped only where that was asked for', async () => {
  const url = await emptyDatabase()
  await asked(url, (client) => client.query('create table kept (a int)'))
  await expect(restoreBackup(archive, target(url))).rejects.toThrow(/not empty.*--replace/)
  await asked(url, (client) => client.query('select a from kept'))
  const busy = new pg.Client({ connectionString: url, application_name: 'parcelyard' })
  await busy.connect()
  await expect(restoreBackup(archive, target(url), { replace: true })).rejects.toThrow(/stop it/)
  await busy.end()
  await restoreBackup(archive, target(url), { replace: true })
  await expect(asked(url, (client) => client.query('select a from kept'))).rejects.toThrow()
})

test('an archive that is cut short or of another version touches nothing', async () => {
  const url = await emptyDatabase()
  const short = join(dir, 'short.zip')
  copyFileSync(archive, short)
  truncateSync(short, statSync(short).size - 1_000)
  await expect(restoreBackup(short, target(url), { replace: true })).rejects.toThrow(
    /no whole backup/,
  )
  await expect(
    restoreBackup(archive, { ...target(url), migrations: dir }, { replace: true }),
  ).rejects.toThrow(/another version/)
  const { rows } = await asked(url, (client) =>
    client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`),
  )
  expect(rows).toEqual([])
})

test('a damaged archive replaces nothing', async () => {
  const url = await emptyDatabase()
  await asked(url, (client) => client.query('create table kept (a int)'))
  const damaged = join(dir, 'damaged.zip')
  const bytes = readFileSync(archive)
  bytes[Math.floor(bytes.length / 3)]! ^= 0xff
  writeFileSync(damaged, bytes)
  await expect(restoreBackup(damaged, target(url), { replace: true })).rejects.toThrow(/damaged at/)
  await asked(url, (client) => client.query('select a from kept'))
})

test('a restore that fails half way leaves nothing that passes for an installation', async () => {
  const url = await emptyDatabase()
  const full = { ...target(url).contents, write: () => Promise.reject(new Error('no space left')) }
  await expect(restoreBackup(archive, { ...target(url), contents: full })).rejects.toThrow(
    'no space',
  )
  await restoreBackup(archive, target(url))
})

test('a backup writes over no other file and leaves no half of one', async () => {
  await expect(writeBackup({ ...target(source.db.url) }, archive)).rejects.toThrow(/there already/)
  const empty = await emptyDatabase()
  await expect(writeBackup(target(empty), join(dir, 'b.zip'))).rejects.toThrow(/no Parcelyard/)
  expect(readdirSync(dir).filter((name) => /^b|part/.test(name))).toEqual([])
})
