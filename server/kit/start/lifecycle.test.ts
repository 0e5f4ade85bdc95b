import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { startHealthServer } from '../runtime/startup-health-server.ts'
import { runningPostmaster } from '../runtime/postgres/postmaster.ts'
import { isAlive } from '../runtime/postgres/processes.ts'

const dir = mkdtempSync(join(tmpdir(), 'lifecycle test '))
chmodSync(dir, 0o755)
const children: ChildProcess[] = []

type Running = {
  child: ChildProcess
  out: () => string
  err: () => string
  exit: Promise<number | null>
  address: () => Promise<string>
}

/** A process that lives by `run`, with a small application written as the body of buildApp. */
function launch(env: Record<string, string>, routes = ''): Running {
  const program = `import Fastify from 'fastify';
    import { run } from ${JSON.stringify(join(import.meta.dirname, 'lifecycle.ts'))};
    await run(async ({ env, db, log, lifecycle }) => {
      const app = Fastify({ forceCloseConnections: 'idle' });
      app.get('/one', async () => (await db.pool.query('select 1 as one')).rows[0]);
      app.get('/slow', async () => {
        await new Promise((done) => setTimeout(done, 700));
        return { draining: lifecycle.draining };
      });
      app.addHook('onClose', async () => { process.stderr.write('closed the application\\n'); });
      lifecycle.afterListen((address) => ['First sign-in: ' + address]);
      ${routes}
      return app;
    });`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: join(dir, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let out = ''
  let err = ''
  child.stdout?.on('data', (part: Buffer) => void (out += part.toString()))
  child.stderr?.on('data', (part: Buffer) => void (err += part.toString()))
  const exit = new Promise<number | null>((done) => child.once('close', done))
  const address = () =>
    vi.waitFor(
      () =>
        /Parcelyard: (\S+)/.exec(out)?.[1] ??
        Promise.reject(new Error(`no address yet\n${out}${err}`)),
      { timeout: 90_000, interval: 25 },
    )
  return { child, out: () => out, err: () => err, exit, address }
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
/** Making a database takes seconds: a test that does not need a new one works on the last one. */
const withoutDatabase = () => rmSync(join(dir, 'data'), { recursive: true, force: true })
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('from nothing to an address with the first sign-in, and back with 0: open requests are answered', async () => {
  withoutDatabase()
  const app = launch({ LOG_LEVEL: 'warn' })
  const address = await app.address()
  expect(app.out()).toContain(`First sign-in: ${address}`)
  expect(await (await fetch(`${address}/one`)).json()).toEqual({ one: 1 })
  const slow = fetch(`${address}/slow`).then((response) => response.json())
  await fetch(`${address}/one`)
  const server = postmaster()
  expect(server).toBeDefined()
  app.child.kill('SIGTERM')
  app.child.kill('SIGINT')
  expect(await slow).toEqual({ draining: true })
  expect(await app.exit).toBe(0)
  // A connection its client keeps alive holds nothing up: patience did not have to run out.
  expect(app.out()).not.toContain('cutting off')
  expect(app.err()).toContain('closed the application')
  expect(isAlive(server ?? 0)).toBe(false)
  await expect(fetch(`${address}/one`)).rejects.toThrow()
})

test('readiness fails first, and answers go on with an end to their connections', async () => {
  const app = launch(
    { DATABASE_URL: inject('databaseUrl'), DRAIN_SECONDS: '3' },
    `const { healthRoutes } = await import(${JSON.stringify(join(import.meta.dirname, '..', 'http', 'load', 'health.ts'))});
    const disk = { full: async () => false };
    healthRoutes(app, { base: '', url: db.url, disk, draining: () => lifecycle.draining, ready: () => true });`,
  )
  const address = await app.address()
  expect((await fetch(`${address}/health/ready`)).status).toBe(200)
  app.child.kill('SIGTERM')
  await vi.waitFor(async () => {
    const ready = await fetch(`${address}/health/ready`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
  })
  // Three looks of a balancer find an address that serves and is not ready.
  for (let look = 0; look < 2; look++) {
    expect(await (await fetch(`${address}/one`)).json()).toEqual({ one: 1 })
    expect((await fetch(`${address}/health/live`)).status).toBe(200)
  }
  expect(await app.exit).toBe(0)
})

test("an operator's own database serves, too", async () => {
  const app = launch({ DATABASE_URL: inject('databaseUrl') })
  expect(await (await fetch(`${await app.address()}/one`)).json()).toEqual({ one: 1 })
  expect(postmaster()).toBeUndefined()
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
})

test('a wrong setting is one line and exit 2', async () => {
  const app = launch({ PORT: 'abc' })
  expect(await app.exit).toBe(2)
  expect(app.err()).toBe('PORT is "abc"; expected a port number from 0 to 65535.\n')
})

test('a port in use is one line and exit 1, before any database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(other.listening).toBe(true))
  const { port } = other.address() as AddressInfo
  const app = launch({ PORT: String(port) })
  expect(await app.exit).toBe(1)
  expect(app.err()).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program; stop that program or set PORT.\n`,
  )
  other.close()
})

test('a second process on one data directory is one line and exit 1', async () => {
  const first = launch({})
  await first.address()
  const second = launch({})
  expect(await second.exit).toBe(1)
  expect(second.err()).toMatch(
    new RegExp(
      `^\\S.* is in use by the process ${first.child.pid}; stop that one first, or choose another DATA_DIR\\.\\n$`,
    ),
  )
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
})

test('a database address that leads nowhere is one line without the password', async () => {
  const url = new URL(inject('databaseUrl'))
  url.password = 'wrong-secret'
  const app = launch({ DATABASE_URL: url.href })
  expect(await app.exit).toBe(1)
  expect(app.err()).toBe(
    `The database parcelyard_test at ${url.host} cannot be used: password authentication failed for user "parcelyard".\n`,
  )
})

test('an uncaught error ends the process with 1 and takes the database server along', async () => {
  const app = launch(
    {},
    `app.get('/boom', () => { setImmediate(() => Promise.reject(new Error('nobody listens'))); return {}; });`,
  )
  const address = await app.address()
  const server = postmaster()
  await fetch(`${address}/boom`)
  expect(await app.exit).toBe(1)
  expect(app.out()).toContain('nobody listens')
  await vi.waitFor(() => expect(isAlive(server ?? 0)).toBe(false), { timeout: 90_000 })
})

test('a stop during the start is obeyed and leaves no server', async () => {
  withoutDatabase()
  const app = launch({})
  const server = await vi.waitFor(() => postmaster() ?? Promise.reject(new Error('not yet')), {
    timeout: 90_000,
    interval: 10,
  })
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
  expect(isAlive(server)).toBe(false)
})

test('while the start lasts the process is alive and not ready', async () => {
  const startupServer = await startHealthServer({ host: '127.0.0.1', port: 0, basePath: '/boot' })
  const at = `http://127.0.0.1:${startupServer.port}`
  expect((await fetch(`${at}/boot/health/live`)).status).toBe(200)
  const ready = await fetch(`${at}/boot/health/ready`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  await startupServer.close()
  await expect(fetch(`${at}/boot/health/live`)).rejects.toThrow()
})

/** The database server that runs in the test's data directory. */
function postmaster(): number | undefined {
  return runningPostmaster(join(realpathSync(dir), 'data', 'postgres'))?.pid
}
