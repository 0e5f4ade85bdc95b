import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const server = new URL(inject('databaseUrl'))
let db: Database
let dir: string

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeEach(async () => {
  await onServer('drop database if exists migrate_probe with (force)')
  await onServer('create database migrate_probe template template0')
  const url = new URL(server)
  url.pathname = '/migrate_probe'
  db = openDatabase(url.href, { max: 2 })
  dir = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await db.close()
  rmSync(dir, { recursive: true })
})

const put = (name: string, sql: string): void => writeFileSync(join(dir, name), sql)
const refusal = (): Promise<string> =>
  migrate(db, dir).then(
    () => '',
    (error: Error) => error.message,
  )

test('applies in order, once', async () => {
  put('0002_second.sql', 'insert into a values (2);')
  put('0001_first.sql', 'create table a (id int); insert into a values (1);')
  expect(await migrate(db, dir)).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(db, dir)).toEqual([])
  put('0010_third.sql', 'insert into a values (3);')
  expect(await pendingMigrations(db, dir)).toEqual(['0010_third.sql'])
  expect(await migrate(db, dir)).toEqual(['0010_third.sql'])
  expect((await db.pool.query('select id from a order by id')).rows).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 3 },
  ])
})

test('an empty or missing directory is no error', async () => {
  expect(await migrate(db, dir)).toEqual([])
  expect(await migrate(db, join(dir, 'none'))).toEqual([])
})

test('processes that start together apply every file once', async () => {
  put('0001_first.sql', 'create table a (id int);')
  put('0002_slow.sql', 'select pg_sleep(0.3); insert into a values (1);')
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(db, dir)))
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_slow.sql'])
  expect((await db.pool.query('select count(*)::int as n from a')).rows).toEqual([{ n: 1 }])
})

test('a file that fails leaves nothing of itself and keeps those before it', async () => {
  put('0001_first.sql', 'create table a (id int);')
  put(
    '0002_broken.sql',
    'insert into a values (1);\ncreate table b (id int);\nselect no_such_thing;',
  )
  expect(await refusal()).toBe(
    'Migration 0002_broken.sql failed: column "no_such_thing" does not exist (line 3)',
  )
  expect((await db.pool.query('select count(*)::int as n from a')).rows).toEqual([{ n: 0 }])
  put('0002_broken.sql', 'insert into a values (1);')
  expect(await migrate(db, dir)).toEqual(['0002_broken.sql'])
})

test('an applied file that was changed is refused; turned line ends are no change', async () => {
  put('0001_first.sql', 'create table a (id int);\nselect 1;\n')
  await migrate(db, dir)
  put('0001_first.sql', 'create table a (id int);\r\nselect 1;\r\n')
  expect(await migrate(db, dir)).toEqual([])
  put('0001_first.sql', 'create table a (id bigint);\nselect 1;\n')
  expect(await refusal()).toContain('0001_first.sql is another one in this version')
})

test('an applied file that is gone or renamed is refused', async () => {
  put('0001_first.sql', 'create table a (id int);')
  await migrate(db, dir)
  rmSync(join(dir, '0001_first.sql'))
  expect(await refusal()).toBe(
    'This database cannot be upgraded: its migration 0001_first.sql is not in this version, so another version of Parcelyard made it. Start that version (its "npm run backup" takes the data out), or begin with an empty DATA_DIR or DATABASE_URL.',
  )
  put('0001_other.sql', 'create table a (id int);')
  expect(await refusal()).toContain('is not in this version')
})

test('numbers are unique, well-formed and only grow', async () => {
  put('0005_a.sql', 'select 1;')
  put('0005_b.sql', 'select 1;')
  expect(await refusal()).toBe(
    'Migrations 0005_a.sql and 0005_b.sql have the same number; give one the next free one.',
  )
  rmSync(join(dir, '0005_b.sql'))
  await migrate(db, dir)
  put('0004_late.sql', 'select 1;')
  expect(await refusal()).toContain('0005_a.sql came before 0004_late.sql of this version')
  rmSync(join(dir, '0004_late.sql'))
  put('6_short.sql', 'select 1;')
  expect(await refusal()).toContain('6_short.sql is not named NNNN_lower_case.sql')
})

test('another session that holds the migrations is named, and not waited for without end', async () => {
  put('0001_first.sql', 'create table a (id int);')
  const holder = new pg.Client({ connectionString: db.url })
  await holder.connect()
  const {
    rows: [{ pid }],
  } = await holder.query('select pg_backend_pid() as pid, pg_advisory_lock(7223094418235)')
  const waits: string[] = []
  const held = migrate(db, dir, {
    patience: { oneMs: 200, times: 3 },
    onWait: (text) => waits.push(text),
  })
  await expect(held).rejects.toThrow(
    `The migrations have been held up by the database session ${pid} for 0.6 s; end it with pg_terminate_backend, then start again.`,
  )
  expect(waits).toHaveLength(2)
  await holder.end()
  expect(await migrate(db, dir)).toEqual(['0001_first.sql'])
})
