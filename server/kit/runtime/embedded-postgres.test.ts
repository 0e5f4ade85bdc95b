import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive } from './postgres/processes.ts'

const log = pino({ level: 'silent' })
const isRoot = process.getuid?.() === 0
const opened: EmbeddedPostgres[] = []
const dirs: string[] = []

function makeDir(mode = 0o755): string {
  const dir = mkdtempSync(join(tmpdir(), 'embedded test '))
  dirs.push(dir)
  chmodSync(dir, mode)
  return dir
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  opened.push(postgres)
  return postgres
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * An app of its own process on `dataDir`; prints url and postmaster pid, then lives until killed.
 */
async function appProcess(
  dataDir: string,
): Promise<{ app: number; url: string; pid: number; killed: Promise<unknown> }> {
  const program = `import { startEmbeddedPostgres }
  from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
    const quiet = () => {};
    const log = { info: quiet, warn: quiet, error: quiet };
    const p = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    process.stdout.write(JSON.stringify({ url: p.url, pid: p.pid }) + '\\n');
    setInterval(() => {}, 1000);`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killed = new Promise((done) => child.once('exit', done))
  const line = await new Promise<string>((done) =>
    child.stdout.once('data', (part: Buffer) => done(part.toString())),
  )
  return { app: child.pid ?? 0, killed, ...(JSON.parse(line) as { url: string; pid: number }) }
}

afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.stop()
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

test('starts in a path with spaces, is durable, private and no superuser; starts again on the same port', async () => {
  const dataDir = join(makeDir(), 'a dir', 'data')
  const first = await start(dataDir)
  const [row] = await ask(
    first.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as listen,
    current_setting('unix_socket_directories') as sockets,
    pg_encoding_to_char(encoding) as encoding,
    (select rolsuper from pg_roles where rolname = current_user) as super, lower('ÉÖ') as low
    from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({
    fsync: 'on',
    commit: 'on',
    listen: '127.0.0.1',
    sockets: '',
    encoding: 'UTF8',
    super: false,
    low: 'éö',
  })
  const { port } = new URL(first.url)
  expect(Number(port)).toBeLessThan(32_768)
  expect(statSync(join(dataDir, 'postgres.secret')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  if (isRoot) expect(statSync(`/proc/${first.pid}`).uid).toBe(65_534)
  const wrong = new URL(first.url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await ask(first.url, 'create table kept as select 7 as n')
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start(dataDir)
  expect(second.url).toBe(first.url)
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('comes back with everything after the server was killed, under a pool that stays', async () => {
  const postgres = await start(makeDir())
  const db = openDatabase(postgres.url, { max: 4 })
  await db.pool.query('create table acked (n int)')
  const borrowed = await db.pool.connect()
  await borrowed.query('begin')
  await borrowed.query('insert into acked values (-1)')
  for (let n = 0; n < 3; n++) {
    await db.pool.query('insert into acked values ($1)', [n])
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(
      async () => {
        expect(postgres.pid).not.toBe(pid)
        await db.pool.query('select 1')
      },
      { timeout: 90_000, interval: 50 },
    )
  }
  borrowed.release(true)
  expect((await db.pool.query('select n from acked order by n')).rows).toEqual([
    { n: 0 },
    { n: 1 },
    { n: 2 },
  ])
  await db.close()
})

test('the server of a killed app is taken over, with what it had acknowledged', async () => {
  const dataDir = makeDir()
  const app = await appProcess(dataDir)
  await ask(app.url, 'create table acked as select 1 as n')
  process.kill(app.app, 'SIGKILL')
  await app.killed
  expect(isAlive(app.pid)).toBe(true)
  const next = await start(dataDir)
  expect(next).toMatchObject({ adopted: true, pid: app.pid, url: app.url })
  expect(await ask(next.url, 'select n from acked')).toEqual([{ n: 1 }])
  // One that was taken over is watched like one of our own.
  process.kill(app.pid, 'SIGKILL')
  await vi.waitFor(
    async () => expect(await ask(next.url, 'select n from acked')).toEqual([{ n: 1 }]),
    { timeout: 90_000, interval: 100 },
  )
  expect(next.pid).not.toBe(app.pid)
})

test('a server left with other settings is replaced', async () => {
  const dataDir = makeDir()
  const app = await appProcess(dataDir)
  process.kill(app.app, 'SIGKILL')
  await app.killed
  const next = await startEmbeddedPostgres({ dataDir, log, settings: { work_mem: '3MB' } })
  opened.push(next)
  expect(next.adopted).toBe(false)
  expect(isAlive(app.pid)).toBe(false)
  expect(await ask(next.url, 'show work_mem')).toEqual([{ work_mem: '3MB' }])
})

test('app and server killed together: a stale pid file is no obstacle, even with another program’s pid', async () => {
  const dataDir = makeDir()
  const app = await appProcess(dataDir)
  await ask(app.url, 'create table acked as select 1 as n')
  process.kill(app.app, 'SIGKILL')
  process.kill(app.pid, 'SIGKILL')
  await app.killed
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65_534 } : {})
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)))
  const next = await start(dataDir)
  expect(await ask(next.url, 'select n from acked')).toEqual([{ n: 1 }])
  expect(stranger.exitCode).toBe(null)
  stranger.kill()
})

test('a second app on the same directory is refused in one line, and may start after the first', async () => {
  const dataDir = makeDir()
  const first = await start(dataDir)
  const error = await startEmbeddedPostgres({ dataDir, log }).catch((caught: Error) => caught)
  expect(error).toMatchObject({
    name: 'DatabaseStartError',
    message: `${dataDir} is in use by the process ${process.pid}; stop that one first, or choose another DATA_DIR.`,
  })
  await first.stop()
  await start(dataDir)
})

test('a remembered port that was taken meanwhile is replaced', async () => {
  const dataDir = makeDir()
  const first = await start(dataDir)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const squatter = spawn(
    process.execPath,
    ['-e', `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('on'))`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((done) => squatter.stdout.once('data', done))
  const second = await start(dataDir)
  expect(Number(new URL(second.url).port)).not.toBe(port)
  squatter.kill()
})

test('an initialisation cut short is done again', async () => {
  const dataDir = makeDir()
  mkdirSync(join(dataDir, 'postgres.new', 'cluster', 'base'), { recursive: true })
  await start(dataDir)
  expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
})

const namespaces =
  isRoot &&
  spawnSync('unshare', ['--user', '--map-user=65534', '--map-group=65534', 'true']).status === 0

test.runIf(namespaces)(
  'root in a closed home uses a user namespace; the same data works later in an open place',
  async () => {
    const home = makeDir(0o700)
    const dataDir = join(home, 'data')
    const closed = await start(dataDir)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
    await ask(closed.url, 'create table kept as select 7 as n')
    await closed.stop()
    chmodSync(home, 0o755)
    const open = await start(dataDir)
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65_534)
    expect(await ask(open.url, 'select n from kept')).toEqual([{ n: 7 }])
    await open.stop()
    chmodSync(home, 0o700)
    const again = await start(dataDir)
    expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }])
  },
)

test.runIf(isRoot)(
  'root in a closed home without namespaces keeps the database where it can be reached',
  async () => {
    const dataDir = join(makeDir(0o700), 'data')
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const postgres = await start(dataDir)
      const refuge = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()
      dirs.push(refuge)
      expect(existsSync(join(refuge, 'postgres', 'PG_VERSION'))).toBe(true)
      await ask(postgres.url, 'create table kept as select 7 as n')
      await postgres.stop()
      const again = await start(dataDir)
      expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }])
    } finally {
      process.env.PATH = path
    }
  },
)

test('a stop in the middle of a restart stops permanently', async () => {
  const postgres = await start(makeDir())
  process.kill(postgres.pid, 'SIGKILL')
  await sleep(120)
  await postgres.stop()
  expect(isAlive(postgres.pid)).toBe(false)
})
