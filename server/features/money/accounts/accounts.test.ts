import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountRequests } from '#contracts/money/account-requests.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { trades } from '#contracts/money/trades.ts'
import { prove } from '#server/features/money/ledger/index.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { book, fundedAccount, key, newCustomer, read } from './accounts.fixture.ts'
import { watchTenantAccounts } from './watch-accounts.ts'

const world = useWorld()
let finance: Client
let admin: Client
beforeAll(async () => {
  finance = await world().as('finance')
  admin = await world().as('tenantAdmin')
})

const system = () => jobCtx(world().deps, world().tenantId)
const today = () => new Date().toISOString().slice(0, 10)
const expire = ({ token }: Client) =>
  world().db.pool.query(
    `update sys_session set proved_at = now() - interval '20 minutes'
      where token_hash = sha256($1::bytea)`,
    [Buffer.from(token!)],
  )
const proved = ({ token }: Client) =>
  world().db.pool.query(
    'update sys_session set proved_at = now() where token_hash = sha256($1::bytea)',
    [Buffer.from(token!)],
  )
const tradesOf = async (client: Client, accountId: string) =>
  (
    (await client.get('/erp/trade/list', { accountId, pageSize: 100 })).result as {
      records: Record<string, string>[]
    }
  ).records
async function asked(input: object, call = '/erp/account/adjust'): Promise<string> {
  const answer = await finance.put(call, { tradeItem: '19', reason: 'r', ...input }, key())
  expect(answer.success, answer.message).toBe(true)
  return (answer.result as { requestId: string }).requestId
}
const approve = (client: Client, id: string): Promise<Answer> =>
  client.put('/erp/accountRequest/approve', { id, version: 1 })

describe.each([
  ['JPY', 5_000n, '5000', '120', '5120'],
  ['EUR', 500_000n, '5000.00', '12.34', '5012.34'],
  ['KWD', 5_000_000n, '5000.000', '1.234', '5001.234'],
])('in %s', (currency, minor, shown, amount, after) => {
  test('an adjustment is posted when a second user approves it, once', async () => {
    const { id } = await fundedAccount(world(), minor, { currency })
    expect(await read(finance, id)).toMatchObject({ balance: shown, available: shown })
    const requestId = await asked({ id, amount })
    expect((await read(finance, id)).balance).toBe(shown)
    expect(await approve(finance, requestId)).toMatchObject({ error: 'ledger.secondUser' })
    const answers = await Promise.all(Array.from({ length: 100 }, () => approve(admin, requestId)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect((await read(finance, id)).balance).toBe(after)
    const [last] = await tradesOf(finance, id)
    expect(last).toMatchObject({
      tradeType: 'adjustment',
      tradeItem: '19',
      money: amount,
      balance: after,
      note: 'r',
    })
  })

  test('an amount with more decimals than the currency has is refused on its field', async () => {
    const { id } = await fundedAccount(world(), minor, { currency })
    const refused = await finance.put(
      '/erp/account/adjust',
      { id, amount: '1.23456', tradeItem: '19', reason: 'r' },
      key(),
    )
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused.result)).toContain('amount')
  })
})

test('who asked may take a request back; a rejected one is not approved any more', async () => {
  const { id } = await fundedAccount(world(), 1_000n)
  const requestId = await asked({ id, amount: '-3.00' })
  const rejected = await finance.call(accountRequests.reject, {
    id: requestId,
    version: 1,
    reason: 'typed wrong',
  })
  expect(rejected).toEqual({ status: '3', postingId: null })
  expect(await approve(admin, requestId)).toMatchObject({ error: 'accountRequest.decided' })
  expect((await read(finance, id)).balance).toBe('10.00')
})

test('a delegate of the one who asked does not approve', async () => {
  const { id } = await fundedAccount(world(), 0n)
  const requestId = await asked({ id, amount: '1.00' })
  const added = await admin.post('/sys/sysUserAgent/add', {
    userName: world().username('finance'),
    agentUserName: world().username('tenantAdmin'),
    status: '1',
  })
  expect(added.success, added.message).toBe(true)
  expect(await approve(admin, requestId)).toMatchObject({ error: 'ledger.secondUser' })
  await world().db.pool.query('delete from sys_user_agent where tenant_id = $1', [world().tenantId])
  expect(await approve(admin, requestId)).toMatchObject({ success: true })
})

test('above an amount both users show their password again; the same key asks once', async () => {
  const { id } = await fundedAccount(world(), 0n)
  await expire(finance)
  const body = { id, amount: '1000.01', tradeItem: '19', reason: 'large' }
  const header = key()
  expect(await finance.put('/erp/account/adjust', body, header)).toMatchObject({
    error: 'session.stepUp',
  })
  expect(await asked({ id, amount: '1000.00' })).toMatch(/^\d+$/)
  await proved(finance)
  const twice = [
    await finance.put('/erp/account/adjust', body, header),
    await finance.put('/erp/account/adjust', body, header),
  ].map(({ result }) => (result as { requestId: string }).requestId)
  expect(twice[0]).toBe(twice[1])
  await expire(admin)
  expect(await approve(admin, twice[0]!)).toMatchObject({ error: 'session.stepUp' })
  await proved(admin)
  expect(await approve(admin, twice[0]!)).toMatchObject({ success: true })
  expect(await finance.put('/erp/account/adjust', body)).toMatchObject({ success: false })
})

test('a transfer moves money between customers, and never more than is available', async () => {
  const [from, to] = [await fundedAccount(world(), 10_000n), await fundedAccount(world(), 0n)]
  const wish = { id: from.id, toId: to.id, amount: '60.00' }
  const [first, second] = [
    await asked(wish, '/erp/account/transfer'),
    await asked(wish, '/erp/account/transfer'),
  ]
  const answers = await Promise.all([approve(admin, first), approve(admin, second)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)?.error).toBe('ledger.insufficient')
  expect((await read(finance, from.id)).balance).toBe('40.00')
  expect((await read(finance, to.id)).balance).toBe('60.00')
})

test('a customer’s money changes into its other currency at the rate that was asked for', async () => {
  const from = await fundedAccount(world(), 10_000n)
  const to = await fundedAccount(world(), 0n, { currency: 'JPY', customerId: from.customerId })
  const other = await fundedAccount(world(), 0n, { currency: 'JPY' })
  const body = { id: from.id, amount: '50.00', reason: 'r' }
  expect(
    (await finance.put('/erp/account/transfer', { ...body, toId: to.id }, key())).success,
  ).toBe(false)
  expect(
    await finance.put('/erp/account/transfer', { ...body, toId: other.id, rate: '162' }, key()),
  ).toMatchObject({ error: 'account.otherCurrency' })
  const ahead = { ...body, toId: to.id, rate: '162', rateOn: '2099-01-01' }
  expect(await finance.put('/erp/account/transfer', ahead, key())).toMatchObject({
    result: { issues: [{ path: 'rateOn', code: 'field.future' }] },
  })
  const requestId = await asked({ ...body, toId: to.id, rate: '162.35' }, '/erp/account/transfer')
  expect(await approve(admin, requestId)).toMatchObject({ success: true })
  expect((await read(finance, from.id)).balance).toBe('50.00')
  expect((await read(finance, to.id)).balance).toBe('8118')
})

test('credit and freezing: a stale edit is refused, a frozen account refuses charges', async () => {
  const { id, customerId } = await fundedAccount(world(), 1_000n)
  const body = { id, version: 1, credit: '50.00', reason: 'new contract' }
  expect(await finance.put('/erp/account/credit', body)).toMatchObject({ success: true })
  expect(await finance.put('/erp/account/credit', body)).toMatchObject({ error: 'row.stale' })
  expect(await read(finance, id)).toMatchObject({ credit: '50.00', available: '60.00' })
  await expire(finance)
  const raise = (version: number, credit: string) =>
    finance.put('/erp/account/credit', { id, version, credit, reason: 'more' })
  expect(await raise(2, '900')).toMatchObject({ success: true })
  expect(await raise(3, '1500')).toMatchObject({ error: 'session.stepUp' })
  expect(await raise(3, '50')).toMatchObject({ success: true })
  await proved(finance)
  await finance.call(accounts.freeze, { id, version: 4, frozen: true, reason: 'unpaid' })
  await expect(book(world(), customerId, -100n)).rejects.toThrow('ledger.frozen')
  await book(world(), customerId, 100n)
  expect(await read(finance, id)).toMatchObject({ status: 'frozen', balance: '11.00' })
  await finance.call(accounts.freeze, { id, version: 5, frozen: false, reason: 'paid' })
  await book(world(), customerId, -100n)
})

test('figures: use of the last days, days left, debt by age, the last recharge', async () => {
  const { id, customerId } = await fundedAccount(world(), 10_000n)
  await book(world(), customerId, -2_000n)
  const figures = async () => (await finance.call(accounts.figures, { ids: [id] }))[id]!
  expect(await figures()).toMatchObject({
    lastRecharge: '100.00',
    perDay: '20.00',
    daysLeft: 4,
    ageing: { due: '0.00' },
    level: 'ok',
  })
  await book(world(), customerId, -9_000n, { debit: 'workDone' })
  expect(await figures()).toMatchObject({ daysLeft: 0, ageing: { due: '10.00', d30: '0.00' } })
})

test('an alarm level is reported once until the account recovers', async () => {
  const { id } = await fundedAccount(world(), 10_000n, { customerId: world().customerId })
  const customer = await world().as('customer')
  const events = async () =>
    (
      await world().db.pool.query<{ n: number }>(
        `select count(*)::int as n from notify_occasion
          where tenant_id = $1 and event = 'accountLow' and subject like $2`,
        [world().tenantId, `${id}:%`],
      )
    ).rows[0]!.n
  await customer.call(accounts.alarm, { id, level: '20.00' })
  await watchTenantAccounts(system())
  expect(await events()).toBe(0)
  await book(world(), world().customerId, -9_000n)
  await watchTenantAccounts(system())
  await expect.poll(events).toBe(1)
  await watchTenantAccounts(system())
  const low = await finance.get('/erp/account/list', { low: 'true', pageSize: 100 })
  expect(JSON.stringify(low.result)).toContain(`"id":"${id}"`)
  await book(world(), world().customerId, 9_000n)
  await watchTenantAccounts(system())
  await book(world(), world().customerId, -9_000n)
  await watchTenantAccounts(system())
  await expect.poll(events).toBe(2)
})

test('a statement: opening, lines and closing fit together, as PDF and XLSX', async () => {
  const { id, customerId } = await fundedAccount(world(), 10_000n)
  await book(world(), customerId, -2_550n)
  const span = { id, from: today(), to: today() }
  expect(await finance.call(accounts.statement, span)).toMatchObject({
    opening: { currency: 'EUR', amount: '0.00' },
    income: { amount: '100.00' },
    outgo: { amount: '-25.50' },
    closing: { amount: '74.50' },
    lines: 2,
  })
  await book(world(), customerId, 123_456n)
  const pdf = await finance.get('/erp/account/statementFile', { ...span, format: 'pdf' })
  const text = await textOf(await open(pdf.bytes), 1)
  for (const part of ['Statement', '74.50', '-25.50', 'Freight', '1,234.56', 'Prepaid EUR'])
    expect(text).toContain(part)
  const xlsx = await finance.get('/erp/account/statementFile', { ...span, format: 'xlsx' })
  const rows: string[][] = []
  for await (const batch of readSheet(xlsx.bytes, 's.xlsx'))
    rows.push(...batch.map(({ cells }) => cells as string[]))
  expect(rows).toHaveLength(6)
  expect(rows.at(-1)!.at(-1)).toBe('1309.06')
  const wrong = await finance.get('/erp/account/statement', { ...span, to: '2020-01-01' })
  expect(wrong.success).toBe(false)
})

test('trades: sums by currency, export, and a reversal that is linked both ways', async () => {
  const { id, customerId } = await fundedAccount(world(), 300_000n)
  await book(world(), customerId, -1_000n)
  await book(world(), customerId, -150_000n)
  expect(await finance.call(trades.sums, { accountId: id })).toEqual([
    { currency: 'EUR', income: '3000.00', outgo: '-1510.00', net: '1490.00', lines: 3 },
  ])
  const [large, small, recharge] = await tradesOf(finance, id)
  const reverse = (row: Record<string, string>) =>
    finance.put('/erp/trade/reverse', { id: row.id, reason: 'wrong weight' }, key())
  expect(await reverse(recharge!)).toMatchObject({ error: 'trade.rechargeReversed' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(small!)))
  const done = answers.filter(({ success }) => success)
  expect(new Set(done.map(({ result }) => (result as { postingId: string }).postingId)).size).toBe(
    1,
  )
  expect((await read(finance, id)).balance).toBe('1500.00')
  const again = await tradesOf(finance, id)
  expect(again[0]).toMatchObject({ tradeType: 'reversal', reversesId: small!.transactionId })
  expect(again.find((one) => one.id === small!.id)?.reversedById).toBe(again[0]!.transactionId)
  const waiting = await reverse(large!)
  expect(waiting.result).toMatchObject({ postingId: null, no: expect.stringMatching(/^AR\d+$/) })
  expect(await reverse(large!)).toMatchObject({ error: 'accountRequest.waiting' })
  expect((await read(finance, id)).balance).toBe('1500.00')
  const { requestId } = waiting.result as { requestId: string }
  expect(await approve(admin, requestId)).toMatchObject({ success: true })
  expect((await read(finance, id)).balance).toBe('3000.00')
  await book(world(), customerId, -60_000n, { lines: 2 })
  const [part] = await tradesOf(finance, id)
  expect((await reverse(part!)).result).toMatchObject({ postingId: null })
  const file = await finance.get('/erp/trade/exportXls', { accountId: id, exportFormat: 'csv' })
  expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(8)
})

test('many small reversals of a day by one user are measured together, also at once', async () => {
  const { id, customerId } = await fundedAccount(world(), 1_000_000n)
  for (let at = 0; at < 6; at++) await book(world(), customerId, -40_000n)
  const charges = (await tradesOf(finance, id)).filter(({ money }) => money === '-400.00')
  const answers = await Promise.all(
    charges.map((one) => finance.put('/erp/trade/reverse', { id: one.id, reason: 'small' }, key())),
  )
  const posted = answers.filter(({ result }) => (result as { postingId?: string })?.postingId)
  expect(posted.length).toBeLessThanOrEqual(2)
})

test('the proof is stored with its date and finds what does not fit', async () => {
  await fundedAccount(world(), 12_300n)
  const answer = await finance.call(accounts.reconcile, {})
  expect(answer.drift).toEqual([])
  expect(answer.accounts).toBeGreaterThan(1)
  expect(await finance.call(accounts.proof, {})).toEqual(answer)
})

test('a month is closed, asked to be reopened by one user and opened by another', async () => {
  const ctx = system()
  await sql`insert into ledger_month (tenant_id, month, status, closed_by, closed_at)
    values (${world().tenantId}, '2025-01-01', 'closed', 'x', now())`.execute(ctx.db)
  const month = '2025-01'
  await finance.call(accounts.reopenMonth, { month, reason: 'late bill' })
  expect(await finance.put('/erp/account/decideMonth', { month, approve: true })).toMatchObject({
    error: 'ledger.secondUser',
  })
  const [shown] = (await finance.call(accounts.months, {})).filter((one) => one.month === month)
  expect(shown).toMatchObject({ status: 'reopening', reopenReason: 'late bill' })
  await admin.call(accounts.decideMonth, { month, approve: true })
  await finance.call(accounts.closeMonth, { month })
  expect(await finance.put('/erp/account/closeMonth', { month: '2019-01' })).toMatchObject({
    error: 'ledger.monthEmpty',
  })
  expect(await finance.put('/erp/account/closeMonth', { month: '2099-01' })).toMatchObject({
    error: 'ledger.monthNotOver',
  })
})

describe('access', () => {
  test('customers see their own accounts and trades, and make no finance call', async () => {
    const own = await fundedAccount(world(), 1_000n, { customerId: world().otherCustomerId })
    const strangers = await fundedAccount(world(), 1_000n)
    const other = await world().as('otherCustomer')
    const ids = ((await other.get('/erp/account/list')).result as { records: { id: string }[] })
      .records
    expect(ids.map(({ id }) => id)).toEqual([own.id])
    expect((await tradesOf(other, own.id)).length).toBeGreaterThan(0)
    expect(await tradesOf(other, strangers.id)).toEqual([])
    const span = { from: today(), to: today() }
    for (const [path, more] of [
      ['queryById', {}],
      ['statement', span],
    ] as const) {
      const stranger = await other.get(`/erp/account/${path}`, { id: strangers.id, ...more })
      expect(stranger.status, path).toBe(404)
      const mine = await other.get(`/erp/account/${path}`, { id: own.id, ...more })
      expect(mine.success, path).toBe(true)
    }
    expect(await other.call(accounts.figures, { ids: [strangers.id] })).toEqual({})
    expect(
      (await other.put('/erp/account/alarm', { id: strangers.id, level: '1.00' })).status,
    ).toBe(404)
    for (const path of ['credit', 'freeze', 'adjust', 'transfer', 'closeMonth'])
      expect((await other.put(`/erp/account/${path}`, { id: own.id }, key())).status, path).toBe(
        403,
      )
    expect((await other.put('/erp/trade/reverse', { id: own.id }, key())).status).toBe(403)
    expect((await other.get('/erp/accountRequest/list')).status).toBe(403)
    expect((await other.post('/erp/account/reconcile')).status).toBe(403)
  })

  test('a sub-account, another tenant’s administrator and sales change nothing', async () => {
    const { id } = await fundedAccount(world(), 1_000n)
    const requestId = await asked({ id, amount: '1.00' })
    const sub = await world().as('sub')
    expect((await sub.get('/erp/account/list')).status).toBe(403)
    expect((await sub.get('/erp/trade/list')).status).toBe(403)
    const stranger = await world().otherTenantUser()
    expect((await approve(stranger, requestId)).status).toBe(404)
    const body = { id, version: 1, credit: '1.00', reason: 'r' }
    expect((await stranger.put('/erp/account/credit', body)).status).toBe(404)
    expect(
      (
        await stranger.put(
          '/erp/account/adjust',
          { id, amount: '1', tradeItem: '19', reason: 'r' },
          key(),
        )
      ).status,
    ).toBe(404)
    const sales = await world().as('sales')
    expect((await sales.put('/erp/account/credit', body)).status).toBe(403)
  })

  test('what the tenant earns and has is no account of the list', async () => {
    const owner = await newCustomer(world())
    await fundedAccount(world(), 500n, { customerId: owner })
    const cash = await world().db.pool.query<{ id: string }>(
      `select id from ledger_account where tenant_id = $1 and kind = 'cash' limit 1`,
      [world().tenantId],
    )
    expect((await finance.get('/erp/account/queryById', { id: cash.rows[0]!.id })).status).toBe(404)
    expect((await prove(system())).drift).toEqual([])
  })
})
