import { beforeAll, expect, test } from 'vitest'
import { carriers } from '#contracts/carriers/carriers.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useOwnWorld } from '#test/harness.ts'
import { carrierAccount, carrierAdapters } from './accounts.ts'
import { adapters, checkedAdapter, type AccountTerms, type AdapterKind } from './adapters.ts'

const world = useOwnWorld()
const ctx = () => jobCtx(world().deps, world().tenantId)
const made: AccountTerms[] = []
const TOKEN = 'snail-token-of-the-suite'

/** An unknown carrier: other hosts, no simulator, pushes of its own. */
const snail: AdapterKind = {
  hosts: ['api.snail.example'],
  base: null,
  general: false,
  auth: ['hookToken'],
  hookHeader: 'x-snail-token',
  simulator: null,
  smallPlan: null,
  make: (terms) => {
    made.push(terms)
    return {
      courier: terms.courier,
      capabilities: () => ({
        operations: ['track', 'parsePush'],
        sandbox: false,
        labelFormats: [],
        callsPerDay: null,
        minIntervalMs: 0,
      }),
      health: async () => ({ ok: true, detail: 'ok' }),
      track: async (numbers) => numbers.map((number) => ({ number, outcome: 'unknown' as const })),
      parsePush: (headers) =>
        headers['x-snail-token'] === terms.hook?.token
          ? { verified: true, kind: 'ready', subscription: null, payloadHash: 'hash' }
          : { verified: false, reason: 'badToken' },
    }
  },
  readPush: () => [],
}

let id: string
const edit = async (change: Record<string, unknown>) => {
  const staff = await world().as('tenantAdmin')
  const now = await staff.get('/erp/courier/queryById', { id })
  const answer = await staff.put('/erp/courier/edit', { ...(now.result as object), id, ...change })
  return answer
}

beforeAll(async () => {
  carrierAdapters.set(world().deps, { ...adapters, snail })
  await world().db.pool.query(
    `insert into sys_dict_item (tenant_id, dict_id, item_value, item_text, item_text_en)
      select 0, id, v, v, v from sys_dict, unnest(array['snail', 'ghost']) v
      where tenant_id = 0 and dict_code = 'adapter' on conflict do nothing`,
  )
  const found = await world().db.pool.query<{ id: string }>(
    `select id from courier where tenant_id = $1 and code = 'DHL'`,
    [world().tenantId],
  )
  id = found.rows[0]!.id
})

test('an account is made by the adapter its row names, with its hosts, keys and push address', async () => {
  const staff = await world().as('manager')
  expect((await carrierAccount(ctx(), 'DHL'))?.simulated).toBe(true)
  await world().db.pool.query(
    `update courier set adapter = 'snail', api_base = 'https://api.snail.example' where id = $1`,
    [id],
  )
  const set = await staff.call(carriers.setSecret, { id, apiKey: 'unused-key', hookToken: TOKEN })
  expect(set).toMatchObject({
    hookHeader: 'x-snail-token',
    hookPath: expect.stringMatching(/^\/hooks\/snail\//) as string,
  })
  const account = await carrierAccount(ctx(), 'DHL')
  expect(account?.simulated).toBe(false)
  expect(made.at(-1)).toMatchObject({
    courier: 'DHL',
    apiBase: 'https://api.snail.example',
    apiKey: '',
    hook: { header: 'x-snail-token', token: TOKEN },
  })
  const push = (path: string, token: string) =>
    world().anonymous.post(path, { any: 1 }, { 'x-snail-token': token })
  expect((await push(set.hookPath, TOKEN)).status).toBe(200)
  expect((await push(set.hookPath, 'wrong')).status).toBe(401)
  expect((await push(set.hookPath.replace('snail', 'dhl'), TOKEN)).status).toBe(401)
  expect((await push(set.hookPath.replace('snail', 'ghost'), TOKEN)).status).toBe(401)
})

test('an unknown adapter, and one that cannot be reached, make no account', async () => {
  await world().db.pool.query(`update courier set api_base = null where id = $1`, [id])
  expect(await carrierAccount(ctx(), 'DHL')).toBeNull()
  for (const name of ['ghost', 'constructor']) {
    await world().db.pool.query('update courier set adapter = $2 where id = $1', [id, name])
    expect(await carrierAccount(ctx(), 'DHL')).toBeNull()
  }
  expect(await (await world().as('manager')).post('/erp/courier/check', { id })).toMatchObject({
    success: false,
  })
})

test("a courier's address must be one of its own adapter's, and its adapter one there is", async () => {
  await world().db.pool.query(
    `update courier set adapter = 'snail', api_base = null where id = $1`,
    [id],
  )
  const issue = async (change: Record<string, unknown>) => {
    const answer = await edit(change)
    return answer.success
      ? null
      : (answer.result as { issues: { path: string; code: string }[] }).issues[0]
  }
  expect(await issue({ apiBase: 'https://api-eu.dhl.com' })).toMatchObject({
    path: 'apiBase',
    code: 'courier.address',
  })
  expect(await issue({ apiBase: 'https://api.snail.example' })).toBeNull()
  expect(await issue({ adapter: 'dhl' })).toMatchObject({ path: 'apiBase' })
  expect(await issue({ adapter: 'dhl', apiBase: 'https://api-eu.dhl.com' })).toBeNull()
})

test('an empty promise and an unpromised method are no adapter', () => {
  const adapter = snail.make(
    {
      courier: 'X',
      apiBase: '',
      simulated: false,
      apiKey: '',
      hook: null,
      callsPerDay: null,
      limits: {},
    },
    {} as never,
  )
  expect(checkedAdapter(adapter)).toBe(adapter)
  const { track: _, ...without } = adapter
  expect(() => checkedAdapter(without)).toThrow('track')
  expect(() => checkedAdapter({ ...adapter, fetchPod: async () => null })).toThrow('fetchPod')
})
