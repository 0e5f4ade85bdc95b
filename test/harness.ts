import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Endpoint, In, Out } from '#contracts/kit/endpoint.ts'
import type { Envelope, Lang } from '#contracts/kit/envelope.ts'
import { simulateCouriers } from '#seeds/reference/index.ts'
import { roles } from '#seeds/reference/roles.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/kit/db/database.ts'
import type { Deps } from '#server/kit/runtime/deps.ts'
import type { Env } from '#server/kit/runtime/env.ts'
import type { AppDeps } from '#server/kit/start/lifecycle.ts'
import { seedTenant } from '#server/setup.ts'
import { PASSWORD, testEnv } from './settings.ts'
import { atWorkerEnd } from './worker-end.ts'

/** How much longer than in the product a busy machine may take for a connection or a statement. */
const PATIENCE = 8

export { PASSWORD, testEnv }

export type RoleCode =
  | 'tenantAdmin'
  | 'manager'
  | 'warehouse'
  | 'service'
  | 'finance'
  | 'sales'
  | 'salesManager'
  | 'customer'
  | 'sub'
  | 'otherCustomer'
  | 'nobodySpecial'

export interface Answer<T = unknown> extends Envelope<T> {
  status: number
  headers: Headers
  bytes: Buffer
}

/** A user: calls over HTTP with a token, a tenant and a language. */
export class Client {
  readonly base: string
  token: string | null
  lang: Lang = 'en_US'
  tenant = '0'
  constructor(base: string, token: string | null) {
    this.base = base
    this.token = token
  }

  async raw(
    method: string,
    path: string,
    options: {
      query?: Record<string, unknown>
      body?: unknown
      form?: FormData
      headers?: Record<string, string>
    } = {},
  ): Promise<Answer> {
    const query = new URLSearchParams(
      Object.entries(options.query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]),
    )
    const response = await fetch(`${this.base}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        client_lang: this.lang,
        tenant_id: this.tenant,
        ...(this.token ? { 'X-Access-Token': this.token } : {}),
        ...(options.body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(options.form
        ? { body: options.form }
        : options.body !== undefined
          ? { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }
          : {}),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const json = response.headers.get('content-type')?.includes('json')
      ? (JSON.parse(bytes.toString('utf8')) as Envelope)
      : ({} as Envelope)
    return { ...json, status: response.status, headers: response.headers, bytes }
  }

  get(path: string, query?: Record<string, unknown>): Promise<Answer> {
    return this.raw('GET', path, query ? { query } : {})
  }
  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.raw('POST', path, { body, ...(headers ? { headers } : {}) })
  }
  put(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.raw('PUT', path, { body, ...(headers ? { headers } : {}) })
  }
  delete(
    path: string,
    query?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    return this.raw('DELETE', path, {
      ...(query ? { query } : {}),
      ...(headers ? { headers } : {}),
    })
  }

  /** Multipart upload of one file. */
  upload(
    path: string,
    name: string,
    bytes: Uint8Array | string,
    fields: Record<string, string> = {},
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.set(key, value)
    form.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
    return this.raw('POST', path, { form, ...(headers ? { headers } : {}) })
  }

  /** A contract's call; throws with the message where the answer is no success. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: Partial<In<E>> & Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Out<E>> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(input[name])),
    )
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const answer = await this.raw(endpoint.method, path, {
      ...(inQuery ? { query: input } : { body: input }),
      ...(headers ? { headers } : {}),
    })
    if (!answer.success)
      throw new Error(
        `${endpoint.path}: ${answer.status} ${answer.code} ${answer.error ?? ''} ${answer.message} ${JSON.stringify(answer.result)}`,
      )
    return answer.result as Out<E>
  }
}

export interface World {
  base: string
  /** Address of the server without the API's base path. */
  origin: string
  db: Database
  /** What the app was made with. */
  deps: Deps
  tenantId: string
  customerId: string
  otherCustomerId: string
  anonymous: Client
  /** Signs in (once) as the suite's user of a role. */
  as(role: RoleCode): Promise<Client>
  username(role: RoleCode): string
  /** Another tenant's administrator. That tenant is made when it is first asked for. */
  otherTenantUser(): Promise<Client>
  /** Name of another tenant's user. */
  elsewhere(role: RoleCode): Promise<string>
  depotId(code: string): Promise<string>
  close(): Promise<void>
}

/** What suites call over HTTP: an app that listens, and its database. */
interface RunningApp {
  db: Database
  deps: Deps
  origin: string
}

/** A running product of its own, with a tenant of its own and a user for every role. */
export async function openWorld(overrides: Partial<Env> = {}): Promise<World> {
  const { databaseUrl } = overrides
  // On the common database the worker's connections serve every app: what an app lent to a module
  // outlives it.
  const db =
    databaseUrl === undefined ? sharedDatabase() : openDatabase(databaseUrl, { patience: PATIENCE })
  const { app, origin, deps } = await listen(db, overrides)
  return inTenant({ db, origin, deps }, async () => {
    await app.close()
    if (databaseUrl !== undefined) await db.close()
  })
}

/** A world for a whole suite, on the app its worker has for these settings. */
export function useWorld(overrides: Partial<Env> = {}): () => World {
  let world: World | null = null
  beforeAll(async () => {
    world = await inTenant(await sharedApp(overrides), async () => {})
  })
  return () => world!
}

/** A world for a whole suite on an app of its own, for suites that watch how an app is made. */
export function useOwnWorld(): () => World {
  let world: World | null = null
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())
  return () => world!
}

let shared: Database | null = null

function sharedDatabase(): Database {
  if (shared) return shared
  const db = openDatabase(inject('databaseUrl'), { patience: PATIENCE })
  atWorkerEnd(() => db.close())
  return (shared = db)
}

const sharedApps = new Map<string, Promise<RunningApp>>()

function sharedApp(overrides: Partial<Env>): Promise<RunningApp> {
  const key = JSON.stringify(overrides)
  const known = sharedApps.get(key)
  if (known) return known
  const opened = (async () => {
    const db = sharedDatabase()
    const { app, origin, deps } = await listen(db, overrides)
    atWorkerEnd(() => app.close())
    return { db, origin, deps }
  })()
  sharedApps.set(key, opened)
  return opened
}

/** Apps of one database share its files: the worker of any of them does the jobs of all. */
const filesOf = ({ databaseUrl = inject('databaseUrl') }: Partial<Env>): Partial<Env> =>
  databaseUrl === inject('databaseUrl') ? { dataDir: inject('filesDir') } : {}

async function listen(db: Database, overrides: Partial<Env>) {
  const deps: AppDeps = {
    env: testEnv({ ...filesOf(overrides), ...overrides }),
    db,
    log: pino({ level: process.env.TEST_LOG ?? 'error' }),
    lifecycle: { draining: false, afterListen: () => {} },
  }
  const app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, deps, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

/** A tenant of the suite's own; a second one, for who is a stranger there, when it is asked for. */
async function inTenant(
  { db, origin, deps }: RunningApp,
  close: () => Promise<void>,
): Promise<World> {
  const base = `${origin}/boot`
  const mark = randomBytes(4).toString('hex')
  const own = await makeTenant(db, mark)
  let made: Promise<unknown> | null = null
  const elsewhere = async (role: RoleCode) => {
    await (made ??= makeTenant(db, `${mark}x`))
    return `${role}-${mark}x`
  }
  const signedIn = new Map<string, Promise<Client>>()
  const signIn = (username: string) => {
    const known = signedIn.get(username) ?? login(base, username)
    signedIn.set(username, known)
    return known
  }
  return {
    base,
    origin,
    db,
    deps,
    tenantId: own.tenantId,
    customerId: own.customerId,
    otherCustomerId: own.otherCustomerId,
    anonymous: new Client(base, null),
    as: (role) => signIn(`${role}-${mark}`),
    username: (role) => `${role}-${mark}`,
    otherTenantUser: async () => signIn(await elsewhere('tenantAdmin')),
    elsewhere,
    depotId: async (code) => {
      const found = await db.pool.query<{ id: string }>(
        'select id from depot where tenant_id = $1 and code = $2',
        [own.tenantId, code],
      )
      return found.rows[0]!.id
    },
    close,
  }
}

async function login(base: string, username: string): Promise<Client> {
  const answer = await new Client(base, null).post('/sys/login', { username, password: PASSWORD })
  if (!answer.success) throw new Error(`sign-in of ${username}: ${answer.message}`)
  return new Client(base, (answer.result as { token: string }).token)
}

async function makeTenant(
  db: Database,
  mark: string,
): Promise<{ tenantId: string; customerId: string; otherCustomerId: string }> {
  const hash = inject('passwordHash')
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const tenantId = (
      await client.query<{ id: string }>(
        'insert into tenant (code, name, name_en) values ($1, $1, $1) returning id',
        [`t-${mark}`],
      )
    ).rows[0]!.id
    await seedTenant(client, tenantId)
    await simulateCouriers(client, [tenantId])
    // The head office serves all customers: a suite that asks whose customers a department sees
    // makes its own.
    const officeId = (
      await client.query<{ id: string }>(
        `select id from sys_depart where tenant_id = $1 and org_code = 'A01'`,
        [tenantId],
      )
    ).rows[0]!.id
    await client.query('update customer set depart_id = $2 where tenant_id = $1', [
      tenantId,
      officeId,
    ])
    const customer = async (code: string) =>
      (
        await client.query<{ id: string }>(
          `insert into customer (tenant_id, code, name, currency, depart_id)
            values ($1, $2, $2, 'EUR', $3) returning id`,
          [tenantId, code, officeId],
        )
      ).rows[0]!.id
    const customerId = await customer('C001')
    const otherCustomerId = await customer('C002')
    const user = async (
      name: string,
      role: string | null,
      owner: string | null = null,
      parent: string | null = null,
    ) => {
      const made = await client.query<{ id: string }>(
        `insert into sys_user (tenant_id, username, realname, password_hash, customer_id,
          parent_user_id) values ($1, $2, $3, $4, $5, $6) returning id`,
        [tenantId, `${name}-${mark}`, name, hash, owner, parent],
      )
      if (role)
        await client.query(
          `insert into sys_user_role (tenant_id, user_id, role_id) select $1, $2, id from sys_role
            where tenant_id = $1 and role_code = $3`,
          [tenantId, made.rows[0]!.id, role],
        )
      return made.rows[0]!.id
    }
    for (const role of roles) {
      if (['admin', 'customer', 'sub'].includes(role.code)) continue
      const id = await user(role.code, role.code)
      if (role.dataScope === 'depot')
        await client.query(
          `insert into sys_user_depot (tenant_id, user_id, depot_id) select $1, $2, id from depot
            where tenant_id = $1 and code = 'FRA1'`,
          [tenantId, id],
        )
      if (role.dataScope === 'depart')
        await client.query(
          'insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3)',
          [tenantId, id, officeId],
        )
      if (role.dataScope === 'sales')
        await client.query('update customer set sales_user_id = $1 where id = $2', [id, customerId])
    }
    const main = await user('customer', 'customer', customerId)
    await user('sub', 'sub', customerId, main)
    await user('otherCustomer', 'customer', otherCustomerId)
    await user('nobodySpecial', null)
    await client.query('commit')
    return { tenantId, customerId, otherCustomerId }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
