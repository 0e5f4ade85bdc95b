import { beforeAll, expect, test } from 'vitest'
import type { Question } from '#contracts/money/trade-questions.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { keyed } from '../recharges/recharges.fixture.ts'
import { book, fundedAccount } from './accounts.fixture.ts'

const world = useWorld()
let finance: Client
let customer: Client
let tradeId: string
let foreignId: string
const ofTransaction = async (transactionId: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from trade where tenant_id = $1 and transaction_id = $2',
      [world().tenantId, transactionId],
    )
  ).rows[0]!.id
beforeAll(async () => {
  ;[finance, customer] = await Promise.all([world().as('finance'), world().as('customer')])
  const { customerId } = world()
  await fundedAccount(world(), 10_000n, { customerId })
  tradeId = await ofTransaction(await book(world(), customerId, -1_000n))
  const other = await fundedAccount(world(), 10_000n)
  foreignId = await ofTransaction(await book(world(), other.customerId, -2_000n))
})

const write = (by: Client, id: string, text: string) =>
  by.post('/erp/trade/question', { id, text }, keyed())
const thread = (answer: Answer): Question => {
  if (!answer.success) throw new Error(answer.message)
  return answer.result as Question
}
const titles = async (event: string) =>
  (
    await world().db.pool.query<{ text: string }>(
      `select coalesce(msg_abstract, msg_content) as text from sys_announcement
        where tenant_id = $1 and bus_type = $2`,
      [world().tenantId, event],
    )
  ).rows.length

test('a customer asks, finance answers and either closes it; each learns of the other', async () => {
  const read = await customer.get('/erp/trade/question', { id: tradeId })
  expect(read.result).toBeNull()
  const asked = thread(await write(customer, tradeId, '这笔费用是什么？'))
  expect(asked).toMatchObject({ state: 'open', texts: [{ ofStaff: false }] })
  const open = await finance.get('/erp/trade/list', { asked: 'true' })
  expect((open.result as { records: { id: string }[] }).records.map(({ id }) => id)).toEqual([
    tradeId,
  ])
  const sums = await finance.get('/erp/trade/sums', { asked: 'true' })
  expect(sums.result).toMatchObject([{ lines: 1, outgo: '-10.00' }])
  expect(thread(await write(customer, tradeId, '请尽快回复')).state).toBe('open')
  const answered = thread(await write(finance, tradeId, '超尺寸附加费'))
  expect(answered.state).toBe('answered')
  expect(answered.texts.map(({ ofStaff, text }) => [ofStaff, text])).toEqual([
    [false, '这笔费用是什么？'],
    [false, '请尽快回复'],
    [true, '超尺寸附加费'],
  ])
  const states = await customer.get('/erp/trade/questionStates', { ids: tradeId })
  expect(states.result).toEqual({ [tradeId]: 'answered' })
  const close = (version: number) => customer.put('/erp/trade/question', { id: tradeId, version })
  expect((await close(1)).error).toBe('row.stale')
  expect(thread(await close(answered.version)).state).toBe('closed')
  expect(thread(await write(finance, tradeId, '还有问题吗？')).state).toBe('open')
  expect(thread(await write(customer, tradeId, '没有了')).state).toBe('answered')
  await expect.poll(() => titles('tradeAsked'), { timeout: 90_000 }).toBe(3)
  await expect.poll(() => titles('tradeAnswered'), { timeout: 90_000 }).toBe(2)
})

test('no other user reaches it: other customers, sub-accounts without the line, other tenants', async () => {
  const sub = await world().as('sub')
  const foreign = await world().otherTenantUser()
  for (const [by, id] of [
    [customer, foreignId],
    [sub, tradeId],
    [foreign, tradeId],
  ] as const) {
    expect([403, 404]).toContain((await by.get('/erp/trade/question', { id })).code)
    expect([403, 404]).toContain((await write(by, id, 'x')).code)
    const states = await by.get('/erp/trade/questionStates', { ids: id })
    expect(states.result ?? {}).toEqual({})
    expect((await by.put('/erp/trade/question', { id, version: 1 })).success).toBe(false)
  }
  expect((await write(await world().as('warehouse'), tradeId, 'x')).status).toBe(403)
  const empty = await write(customer, tradeId, '  ')
  expect(empty.code).toBe(400)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => write(at % 2 ? customer : finance, foreignId, `t${at}`)),
  )
  const good = all.filter(({ success }) => success)
  expect(good).toHaveLength(10)
  const after = thread(await finance.get('/erp/trade/question', { id: foreignId }))
  expect(after.texts).toHaveLength(10)
})
