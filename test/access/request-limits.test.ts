import { beforeAll, afterAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { openWorld, type World } from '../harness.ts'

let world: World
let server: FastifyInstance['server'] | null = null
const made = (message: unknown) => {
  server = (message as { fastify: FastifyInstance }).fastify.server
}
beforeAll(async () => {
  subscribe('fastify.initialization', made)
  world = await openWorld()
  unsubscribe('fastify.initialization', made)
})
afterAll(() => world.close())

test('slow senders are looked for every two seconds, not every thirty', () => {
  const key = Object.getOwnPropertySymbols(server!).find((symbol) =>
    /connectionsCheckingInterval/i.test(symbol.description ?? ''),
  )
  const timer = (server as unknown as Record<symbol, { _repeat?: number }>)[key!]
  expect(timer?._repeat).toBe(2_000)
})

test('a long address, too many keys and too many items are refused', async () => {
  const admin = await world.as('tenantAdmin')
  const list = (length: number) =>
    admin.raw('GET', `/erp/consignee/list?name=${'a'.repeat(length)}`)
  expect(await list(9_000)).toMatchObject({ status: 414, error: 'request.urlTooLong' })
  expect((await list(7_000)).status).toBeLessThan(414)
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))
  const add = (body: unknown) => admin.post('/erp/consignee/add', body)
  expect(await add(keys(1_001))).toMatchObject({ status: 400, error: 'request.tooManyKeys' })
  expect((await add(keys(1_000))).error).not.toBe('request.tooManyKeys')
  expect(await add({ rows: Array.from({ length: 60 }, () => keys(900)) })).toMatchObject({
    error: 'request.tooManyKeys',
  })
  expect(await add({ rows: Array.from({ length: 10_001 }, () => 1) })).toMatchObject({
    error: 'request.tooManyItems',
  })
})

test('customers neither see how busy the company is nor use up its serial numbers', async () => {
  const customer = await world.as('customer')
  for (const path of ['/sys/loginfo', '/sys/visitInfo'])
    expect((await customer.get(path)).status, path).toBe(403)
  await world.db.pool.query(
    `insert into sys_fill_rule (tenant_id, rule_name, rule_code, rule_class, rule_params)
      values ($1, 'Bills', 'bills', 'serial', '{"prefix":"B","digits":4}')`,
    [world.tenantId],
  )
  for (const [path, body] of [
    ['/sys/fillRule/executeRuleByCode/bills', {}],
    ['/sys/fillRule/executeRuleByCodeBatch', { rules: [{ ruleCode: 'bills', formData: {} }] }],
  ] as const)
    expect((await customer.put(path, body)).status, path).toBe(403)
})
