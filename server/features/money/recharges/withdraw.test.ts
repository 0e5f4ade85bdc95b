import { beforeAll, expect, test } from 'vitest'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { type Client, useWorld } from '#test/harness.ts'
import { ask, keyed, newAccount, row, type Row } from './recharges.fixture.ts'

const world = useWorld()
let finance: Client
let customer: Client
let account: string
beforeAll(async () => {
  ;[finance, customer] = await Promise.all([world().as('finance'), world().as('customer')])
  account = await newAccount(finance, { currency: 'EUR' })
})
const asked = async () => row(await ask(customer, account, '10'))
const withdraw = (by: Client, { id, version }: Row) =>
  by.put('/erp/recharge/withdraw', { id, version })
const report = ({ id, version }: Row) =>
  customer.put('/erp/recharge/report', { id, version, paidOn: '2026-11-03' }, keyed())

test('a customer withdraws what it has not paid; then nothing is confirmed, reported or rejected', async () => {
  const one = await asked()
  const gone = row(await withdraw(customer, one))
  expect(gone.status).toBe('withdrawn')
  const { id, version } = gone
  const confirm = await finance.put('/erp/recharge/confirm', { id, outTradeNo: `W${id}` })
  expect(confirm.error).toBe('recharge.not.confirm')
  expect((await report(gone)).error).toBe('recharge.not.report')
  const reject = await finance.put('/erp/recharge/reject', { id, version, reason: 'x' })
  expect(reject.error).toBe('recharge.not.reject')
  expect((await withdraw(customer, gone)).error).toBe('recharge.not.withdraw')
})

test('what was reported paid is not withdrawn; nor by a sub-account, staff or with a stale row', async () => {
  const one = await asked()
  const sub = await world().as('sub')
  expect((await withdraw(sub, one)).success).toBe(false)
  expect((await withdraw(finance, one)).success).toBe(false)
  const paid = row(await report(one))
  expect((await withdraw(customer, one)).error).toBe('row.stale')
  expect((await withdraw(customer, paid)).error).toBe('recharge.not.withdraw')
})

test('of withdrawing and confirming at once one is done', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await asked()
    const both = await Promise.all([
      withdraw(customer, one),
      finance.put('/erp/recharge/confirm', { id: one.id, outTradeNo: `R${one.id}` }),
    ])
    const done = both.findIndex(({ success }) => success)
    // Without a limit set, a first of two users' confirmations counts as well.
    const after = row(await customer.get('/erp/recharge/queryById', { id: one.id }))
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect(after.status === 'withdrawn').toBe(done === 0)
  }
})

test('a reported recharge is to do for those who confirm, and they are notified once', async () => {
  const one = await asked()
  row(await report(one))
  const todos = await finance.call(dashboards.todos, { zone: 'UTC' })
  expect(todos.find(({ kind }) => kind === 'recharges')).toMatchObject({
    path: expect.stringContaining('/accounting/recharges?'),
  })
  expect(
    (await customer.call(dashboards.todos, { zone: 'UTC' })).map(({ kind }) => kind),
  ).not.toContain('recharges')
  await expect
    .poll(
      async () => {
        const { rows } = await world().db.pool.query(
          `select 1 from sys_announcement where tenant_id = $1 and bus_type = 'rechargeReported'
          and msg_abstract like $2`,
          [world().tenantId, `%${one.reference}%`],
        )
        return rows.length
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0)
})
