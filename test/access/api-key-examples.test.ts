import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { callsOf, type ApiDocument } from '../../web/features/platform/api-docs/api-document.ts'
import { curlOf } from '../../web/features/platform/api-docs/curl.ts'
import { useWorld } from '../harness.ts'

const world = useWorld()
const SCOPES = ['ship:b2c:list', 'base:consignee:list']
const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)
const ofKey = async (headers: Record<string, string>, query = '') => {
  const answer = await fetch(`${world().base}/sys/api/ofKey${query}`, { headers })
  return { status: answer.status, body: (await answer.json()) as { result: ApiDocument } }
}

test.skipIf(!hasCurl)(
  'a key reads what it opens, and its examples work as they are written',
  async () => {
    const customer = await world().as('customer')
    const { key, row } = await customer.call(accountSecurity.addApiKey, {
      name: 'examples',
      scopes: SCOPES,
      ips: [],
    })
    const { status, body } = await ofKey({ 'x-api-key': key, client_lang: 'en_US' })
    expect(status).toBe(200)
    const calls = callsOf(body.result)
    expect(calls.length).toBeGreaterThan(2)
    for (const { path, operation } of calls) {
      expect(
        'x-keys' in operation || operation['x-permission']!.some((code) => SCOPES.includes(code)),
        path,
      ).toBe(true)
      expect(operation.description, path).toMatch(/\w/)
    }
    // Every shape that is named is there, and no other.
    const text = JSON.stringify(body.result)
    const named = new Set(
      [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, one]) => one),
    )
    expect(new Set(Object.keys(body.result.components.schemas ?? {}))).toEqual(named)

    const lists = calls.filter(({ method, path }) => method === 'GET' && path.endsWith('/list'))
    expect(lists.length).toBeGreaterThan(1)
    for (const call of lists) {
      const origin = new URL(world().base).origin
      const command = curlOf(body.result, call, origin, 'en_US')
      expect(command).toContain('X-Api-Key')
      const { stdout } = await run('sh', ['-c', `${command} -s`], {
        env: { ...process.env, KEY: key },
      })
      expect(JSON.parse(stdout), command).toMatchObject({ success: true })
    }

    // The page asks for a key by its id: only its owner, and only for what both may do.
    const page = (await customer.call(apiDocs.ofKey, { keyId: row.id })) as unknown as ApiDocument
    expect(Object.keys(page.paths)).toEqual(Object.keys(body.result.paths))
    const stranger = await world().as('sub')
    expect((await stranger.get('/sys/api/ofKey', { keyId: row.id })).success).toBe(false)
    expect((await ofKey({})).status).toBe(401)
    expect((await ofKey({ 'x-api-key': `${key.slice(0, -1)}-` })).status).toBe(401)
  },
)

test.skipIf(!hasCurl).each(['b2c', 'b2b', 'world'])(
  'the example of a new order makes one of its kind: %s',
  async (slug) => {
    const customer = await world().as('customer')
    const { key } = await customer.call(accountSecurity.addApiKey, {
      name: slug,
      scopes: [`ship:${slug}:add`],
      ips: [],
    })
    const { body } = await ofKey({ 'x-api-key': key, client_lang: 'en_US' })
    const add = callsOf(body.result).find(({ path }) => path.endsWith('/erp/shipment/add'))!
    expect(add.operation.description).toContain('/erp/shipment/choices')
    const command = curlOf(body.result, add, new URL(world().base).origin, 'en_US')
    const { stdout } = await run('sh', ['-c', `${command} -s`], {
      env: { ...process.env, KEY: key },
    })
    expect(JSON.parse(stdout), `${command}\n${stdout}`).toMatchObject({
      success: true,
      result: { shipmentResource: slug.toUpperCase() },
    })
  },
)

test('an order a key may not add is refused at the field that is wrong', async () => {
  const customer = await world().as('customer')
  const { key } = await customer.call(accountSecurity.addApiKey, {
    name: 'other kind',
    scopes: ['ship:b2b:add', 'ship:b2b:list'],
    ips: [],
  })
  const add = async (shipmentResource: string) => {
    const answer = await fetch(`${world().base}/erp/shipment/add`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ shipmentResource, consignee: {}, parcels: [{}] }),
    })
    const { code, result } = (await answer.json()) as {
      code: number
      result: { issues: { path: string }[] }
    }
    return { code, paths: result?.issues?.map(({ path }) => path) }
  }
  expect(await add('B2C')).toEqual({ code: 400, paths: ['shipmentResource'] })
  const { code, paths } = await add('B2B')
  expect(code).toBe(400)
  expect(paths).toEqual(expect.arrayContaining(['serviceId', 'depotId']))
})
