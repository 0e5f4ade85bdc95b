import { describe, expect, test } from 'vitest'
import { resolveApiKey } from '#server/features/platform/session/index.ts'
import { useWorld } from '../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  client,
  expireReauthentication,
  createUser,
} from '../session/users.fixture.ts'

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const resolve = (key: string, ip = '203.0.113.7') => resolveApiKey(world().db.kysely, key, ip)
const SCOPES = ['base:consignee:list', 'base:consignee:add']

async function owner() {
  const user = await createUser(world(), { role: 'manager' })
  const mine = await client(world(), user)
  const make = (more: object = {}) =>
    mine.post('/sys/account/apiKey/add', { name: 'Shop', scopes: SCOPES, ...more })
  const key = async (more: object = {}) =>
    (await make(more)).result as { key: string; row: { id: string; shown: string } }
  return { user, mine, make, key }
}

describe('a key', () => {
  test('is shown once and kept as a hash', async () => {
    const { mine, key } = await owner()
    const made = await key({
      ips: ['203.0.113.0/24', '2001:db8::1'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    expect(made.key).toMatch(/^py_[\w-]{51}$/)
    expect(made.row).toMatchObject({
      name: 'Shop',
      scopes: SCOPES.toSorted(),
      ips: ['203.0.113.0/24', '2001:db8::1/128'],
      shown: `${made.key.slice(0, 11)}…${made.key.slice(-4)}`,
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(JSON.stringify((await mine.get('/sys/account/apiKey/list')).result)).not.toContain(
      made.key.slice(11, 40),
    )
    const everywhere = JSON.stringify([
      await query('select * from api_key where id = $1', [made.row.id]),
      await query('select * from data_log where table_name = $1', ['api_key']),
      await query('select * from idempotency', []),
    ])
    expect(everywhere).not.toContain(made.key.slice(11, 40))
  })

  test('acts as its owner with the chosen rights and no others', async () => {
    const { user, key } = await owner()
    const { key: text } = await key()
    const principal = await resolve(text)
    expect(principal).toMatchObject({
      userId: user.id,
      tenantId: world().tenantId,
      dataScope: 'tenant',
      customerId: null,
    })
    expect([...principal!.perms].toSorted()).toEqual(SCOPES.toSorted())
    expect(
      await query(
        'select last_ip as ip, last_used_at is not null as used from api_key where user_id = $1',
        [user.id],
      ),
    ).toEqual([{ ip: '203.0.113.7', used: true }])
  })

  test('never has more than its owner: not when made, not when the owner loses a right', async () => {
    const { user, make, key } = await owner()
    expect((await make({ scopes: [...SCOPES, 'sys:password:rule'] })).error).toBe(
      'account.keyBeyond',
    )
    expect((await make({ scopes: ['*'] })).error).toBe('account.keyBeyond')
    const { key: text } = await key()
    await query('delete from sys_user_role where user_id = $1', [user.id])
    expect([...(await resolve(text))!.perms]).toEqual([])
    await query('update sys_user set status = 2 where id = $1', [user.id])
    expect(await resolve(text)).toBeNull()
  })

  test('of a customer reaches the customer’s account', async () => {
    const customer = await world().as('customer')
    const made = (
      await customer.post('/sys/account/apiKey/add', {
        name: 'ERP',
        scopes: ['base:consignee:list'],
      })
    ).result as { key: string }
    expect(await resolve(made.key)).toMatchObject({
      customerId: world().customerId,
      dataScope: 'customer',
    })
  })

  test('is worth nothing from elsewhere, after its day, once revoked, or misspelt', async () => {
    const { mine, key } = await owner()
    const bound = await key({ ips: ['203.0.113.7/24'] })
    expect(await resolve(bound.key, '203.0.113.250')).not.toBeNull()
    expect(await resolve(bound.key, '::ffff:203.0.113.9')).not.toBeNull()
    for (const ip of ['203.0.114.1', '::1', '2001:db8::7'])
      expect(await resolve(bound.key, ip), ip).toBeNull()
    const dated = await key({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await resolve(dated.key)).not.toBeNull()
    await query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [
      dated.row.id,
    ])
    expect(await resolve(dated.key)).toBeNull()
    const { key: text, row } = await key()
    for (const wrong of [
      '',
      'py_',
      text.slice(0, -1),
      `${text}x`,
      `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`,
      text.toUpperCase(),
      mine.token!,
    ])
      expect(await resolve(wrong), wrong).toBeNull()
    const other = await owner()
    expect((await other.mine.delete('/sys/account/apiKey/delete', { id: row.id })).status).toBe(404)
    expect((await mine.delete('/sys/account/apiKey/delete', { id: row.id })).success).toBe(true)
    expect(await resolve(text)).toBeNull()
    expect((await mine.delete('/sys/account/apiKey/delete', { id: row.id })).status).toBe(404)
  })

  test('is no session: it opens no screen’s call', async () => {
    const { mine, key } = await owner()
    const { key: text } = await key()
    expect(
      (await mine.raw('GET', '/sys/account/profile', { headers: { 'X-Access-Token': text } }))
        .status,
    ).toBe(401)
  })

  test('asks for a proof, for sound fields, and there are twenty at most', async () => {
    const { user, mine, make } = await owner()
    for (const [bad, path] of [
      [{ name: ' ' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ ips: ['300.1.1.1'] }, 'ips'],
      [{ ips: ['not an address'] }, 'ips.0'],
      [{ ips: ['10.0.0.0/99'] }, 'ips'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ expiresAt: 'soon' }, 'expiresAt'],
    ] as const) {
      expect((await make(bad)).result, JSON.stringify(bad)).toMatchObject({ issues: [{ path }] })
    }
    for (let turn = 0; turn < 20; turn++) expect((await make()).success).toBe(true)
    expect((await make()).error).toBe('account.keyTooMany')
    await expireReauthentication(world(), user)
    expect((await make()).error).toBe('session.stepUp')
    const scopes = (await mine.get('/sys/account/apiKey/scopes')).result as {
      code: string
      name: string
    }[]
    expect(scopes.map(({ code }) => code)).toEqual(expect.arrayContaining(SCOPES))
    expect(scopes.every(({ code, name }) => name !== '' && code !== 'sys:password:rule')).toBe(true)
  })
})
