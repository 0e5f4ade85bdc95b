import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cruds, features } from '#contracts/catalogue.ts'
import { accessOf, type Endpoint } from '#contracts/kit/endpoint.ts'
import { hashPassword } from '#server/features/platform/session/index.ts'
import { Client, PASSWORD, useWorld, type Answer } from '../harness.ts'
import { furnish, type Known, type Walker } from './known.ts'
import { promiseOf } from './page.ts'
import type { Row } from './row.ts'
import { rows } from './rows.ts'
import { envelope } from './shapes.ts'
import { platformUser } from '../platform.ts'

const world = useWorld()
let known: Known
let admin: Walker
let platform: Walker
let weakest: Walker

/** A user of this suite alone, with a role of the tenant. */
async function walker(name: string, role: string | null): Promise<Walker> {
  const { db, tenantId, base } = world()
  const username = `${name}-walk-${tenantId}`
  const made = await db.pool.query<{ id: string }>(
    'insert into sys_user (tenant_id, username, realname, password_hash) values ($1, $2, $3, $4) returning id',
    [tenantId, username, name, await hashPassword(PASSWORD)],
  )
  if (role)
    await db.pool.query(
      `insert into sys_user_role (tenant_id, user_id, role_id) select $1, $2, id from sys_role
        where tenant_id = $1 and role_code = $3`,
      [tenantId, made.rows[0]!.id, role],
    )
  return { client: await signIn(base, username), username }
}
async function platformWalker(): Promise<Walker> {
  const { username } = await platformUser(world(), 'walk')
  return { client: await signIn(world().base, username), username }
}
async function signIn(base: string, username: string): Promise<Client> {
  const answer = await new Client(base, null).post('/sys/login', { username, password: PASSWORD })
  return new Client(base, (answer.result as { token: string }).token)
}

beforeAll(async () => {
  ;[admin, platform, weakest] = await Promise.all([
    walker('chief', 'tenantAdmin'),
    platformWalker(),
    walker('weak', null),
  ])
  for (const { client } of [admin, platform, weakest]) client.lang = 'zh_CN'
  known = await furnish(world(), admin, platform)
})

const name = ({ method, path, named }: Row) => `${method} ${path}${named ? ` ${named}` : ''}`
const slashed = (path: string) => (path.startsWith('/') ? path : `/${path}`)

function send(client: Client, row: Row, input: Record<string, unknown>): Promise<Answer> {
  const rest = { ...input }
  const path = slashed(row.path).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  if (row.upload)
    return client.upload(
      path,
      row.upload.name,
      row.upload.text(known),
      rest as Record<string, string>,
    )
  return row.method === 'GET' || row.method === 'DELETE'
    ? client.raw(row.method, path, { query: { ...rest, _t: Math.floor(Date.now() / 1000) } })
    : client.raw(row.method, path, { body: rest })
}

/** Who calls, with a session of its own: some calls end the one they are made in. */
async function caller(row: Row): Promise<Client> {
  if (row.as === 'visitor') return new Client(world().base, null)
  // Another user's password: the administrator's must stay valid for the next row.
  if (row.path.includes('updatePassword')) return (await walker('changer', 'tenantAdmin')).client
  if (row.as === 'customer') return signIn(world().base, world().username('customer'))
  return signIn(world().base, (row.as === 'platform' ? platform : admin).username)
}

describe('every call of the specification', () => {
  test.each(rows.map((row) => [name(row), row] as const))(
    '%s answers as promised to who may',
    async (_, row) => {
      const client = await caller(row)
      client.lang = 'zh_CN'
      const input = {
        ...row.input(known),
        ...(row.path.includes('ByToken') ? { token: client.token! } : {}),
        ...(row.path.includes('updatePassword')
          ? { username: `changer-walk-${world().tenantId}` }
          : {}),
      }
      const answer = await send(client, row, input)
      expect(answer.status, answer.message).toBe(200)
      if (row.file) {
        expect(answer.headers.get('content-type')).not.toContain('json')
        expect(answer.bytes.length).toBeGreaterThan(0)
        return
      }
      expect(envelope.safeParse(answer).error?.message).toBeUndefined()
      const refused = row.path.startsWith('/thirdLogin') || row.path.startsWith('/cas')
      expect(answer.success, `${answer.message} ${JSON.stringify(answer.result)}`).toBe(!refused)
      if (refused) return
      expect(answer.code).toBe(200)
      expect(row.result.safeParse(answer.result).error?.issues.slice(0, 3)).toBeUndefined()
      if (row.message) expect(answer.message).toBe(row.message)
    },
  )

  test.each(rows.map((row) => [name(row), row] as const))(
    '%s keeps out who may not',
    async (_, row) => {
      const input = row.path.includes('ByToken')
        ? { token: weakest.client.token! }
        : row.input(known)
      const stranger = await send(
        new Client(world().base, null),
        row,
        row.access === 'public' && !row.file ? {} : input,
      )
      if (row.access === 'public') expect(stranger.status, stranger.message).toBe(200)
      else expect(stranger.status, stranger.message).toBe(401)
      if (row.access !== 'perm' && row.access !== 'platform') return
      const weak = await send(weakest.client, row, input)
      expect(weak.status, weak.message).toBe(403)
      if (row.access === 'platform')
        expect((await send(await signIn(world().base, admin.username), row, input)).status).toBe(
          403,
        )
    },
  )

  test('is documented as open to those its contract opens it to', () => {
    const declared = new Map(
      [
        ...cruds.flatMap((of) => of.verbs.map((verb): Endpoint => of.endpoints[verb])),
        ...Object.values(features).flatMap((feature): Endpoint[] => Object.values(feature)),
      ].flatMap((endpoint) => {
        const access = accessOf(endpoint)
        return [endpoint.method, ...(endpoint.also ?? [])].map(
          (method) =>
            [
              `${method} ${endpoint.path.replace(/\{\w+\}/g, '{}')}`,
              typeof access === 'object' ? 'perm' : access,
            ] as const,
        )
      }),
    )
    const shown = rows.map(
      (row) =>
        [
          `${row.method} ${slashed(row.path).replace(/\{\w+\}/g, '{}')}`,
          row.access === 'platform' ? 'perm' : row.access,
        ] as const,
    )
    expect(shown).toEqual(shown.map(([call]) => [call, declared.get(call)]))
  })

  test('is in the table of docs/conformance.md with the test that goes deeper', () => {
    const page = readFileSync(
      join(import.meta.dirname, '..', '..', 'docs', 'conformance.md'),
      'utf8',
    )
    // Where it is not: npm run conformance.
    const missing = rows.filter(
      (row) => !page.includes(`\n${promiseOf(row)} `) || !page.includes(row.also),
    )
    expect(missing.map(name)).toEqual([])
    expect(page).not.toMatch(/\bpartly\b/i)
  })
})
