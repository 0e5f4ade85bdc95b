import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { freePort } from '../runtime/postgres/cluster.ts'
import { openDatabase } from '../db/database.ts'
import { requireSessions, requireSettings } from './pooler.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const dir = mkdtempSync(join(tmpdir(), 'pooler-'))
chmodSync(dir, 0o755)
const server = new URL(inject('databaseUrl'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The configuration of docs/operations.md, in another mode or with other lines. */
async function pooled(mode: string, more = ''): Promise<string> {
  const port = await freePort(undefined)
  const file = join(dir, `${port}.ini`)
  writeFileSync(
    file,
    `[databases]
${server.pathname.slice(1)} = host=127.0.0.1 port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${more}
`,
  )
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  children.push(spawn(PGBOUNCER, [file], { ...asNobody, stdio: 'ignore' }))
  const url = new URL(server)
  url.port = String(port)
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      await client.end()
    },
    { timeout: 10_000 },
  )
  return url.href
}
const IGNORE =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options'

test('a database of its own has sessions and settings', async () => {
  await requireSessions(server.href)
  const db = openDatabase(server.href, { max: 1 })
  await requireSettings(db.pool)
  await db.close()
})

test('connections without their settings are refused by name', async () => {
  const bare = new pg.Pool({ connectionString: server.href, max: 1 })
  await expect(requireSettings(bare)).rejects.toThrow(/drops the settings.*docs\/operations\.md/)
  await bare.end()
})

test.skipIf(!existsSync(PGBOUNCER))('a pooler by transactions is refused', async () => {
  await expect(requireSessions(await pooled('transaction', IGNORE))).rejects.toThrow(
    /shares connections between transactions.*session mode/,
  )
})

test.skipIf(!existsSync(PGBOUNCER))('one by sessions works with the settings given', async () => {
  const url = await pooled('session', IGNORE)
  await requireSessions(url)
  const db = openDatabase(url, { max: 1 })
  await expect(requireSettings(db.pool)).rejects.toThrow('drops the settings')
  await db.pool.query(`set timezone = 'UTC'; set statement_timeout = '10s'`)
  await requireSettings(db.pool)
  await db.close()
})

test.skipIf(!existsSync(PGBOUNCER))('the stock configuration is named at once', async () => {
  const db = openDatabase(await pooled('session'), { max: 1 })
  await expect(db.pool.query('select 1')).rejects.toThrow(/unsupported startup parameter/)
  await db.close()
})
