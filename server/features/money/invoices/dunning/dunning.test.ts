import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dunning, dunningLetters } from '#contracts/money/dunning/dunning.ts'
import type { DueCustomer, DunningSetting } from '#contracts/money/dunning/dunning.parts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { openItemLists } from '#contracts/money/month-end/month-end.ts'
import { fundedAccount } from '#server/features/money/accounts/accounts.fixture.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { accountOf, enterCompany, key, type ChargeWish } from '../invoices.fixture.ts'
import { overdueInvoice } from './dunning.fixture.ts'
import { dunCustomer } from './dun-customer.ts'
import { interestOf, nextStep, propose, type OverdueInvoice } from './due-invoices.ts'
import type { Terms } from './dunning-setting.ts'
import { dunTenant } from './run.ts'

const world = useWorld()
let finance: Client
const TERMS: Omit<DunningSetting, 'version'> = {
  mode: 'off',
  steps: [
    { days: 7, fees: [] },
    {
      days: 21,
      fees: [
        { currency: 'EUR', amount: '5.00' },
        { currency: 'JPY', amount: '700' },
      ],
    },
    {
      days: 35,
      fees: [
        { currency: 'EUR', amount: '10.00' },
        { currency: 'KWD', amount: '1.250' },
      ],
    },
  ],
  minimums: [{ currency: 'EUR', amount: '2.00' }],
  interestRate: null,
  payDays: 7,
  freeze: false,
}
const set = async (change: Partial<DunningSetting> = {}) => {
  const { version } = await finance.call(dunning.setting, {})
  return finance.call(dunning.saveSetting, { ...TERMS, ...change, version })
}
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})
beforeEach(() => set())

const overdue = (daysLate: number, wish: ChargeWish = {}, customerId?: string) =>
  overdueInvoice(world(), finance, daysLate, wish, customerId)
const proposal = () => finance.call(dunning.proposal, {})
const proposed = async (customerId: string) =>
  (await proposal()).customers.find((one) => one.customerId === customerId)
const leftOut = async (id: string) => (await proposal()).leftOut.find((one) => one.id === id)
const seen = (of: DueCustomer) => ({
  ids: [of.customerId],
  invoices: of.invoices.map(({ id, step }) => ({ id, step })),
})
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world().db.pool.query<R>(text, values)
const past = (days: number, customerId: string) =>
  withClock(
    () => Date.now() - days * 86_400_000,
    () => inTx(jobCtx(world().deps, world().tenantId), (tx) => dunCustomer(tx, customerId, null)),
  )
const receivable = async (customerId: string, currency = 'EUR') =>
  (
    await query<{ balance: string }>(`select balance from ledger_account where id = $1`, [
      await accountOf(world(), customerId, 'receivable', currency),
    ])
  ).rows[0]!.balance

test('an invoice is as many days late for dunning as in the open items', async () => {
  const { id, customerId } = await overdue(12)
  const due = (await proposed(customerId))!.invoices.find((one) => one.id === id)!
  const { records } = await finance.call(openItemLists.list, { customerId })
  expect(records).toMatchObject([{ kind: 'invoice', daysLate: 12, age: 'd30' }])
  expect(due.daysLate).toBe(12)
})

test('one letter per customer: the step on each invoice, its fee posted once, its PDF drawn', async () => {
  const first = await overdue(30, { net: [10_000n] })
  await past(20, first.customerId)
  const second = await overdue(8, { net: [2_000n] }, first.customerId)
  const before = BigInt(await receivable(first.customerId))
  const due = (await proposed(first.customerId))!
  expect(due).toMatchObject({
    step: 2,
    sums: [{ currency: 'EUR', open: '142.80', fee: '5.00', interest: '0.00', total: '147.80' }],
  })
  expect(due.invoices.map(({ id, step }) => [id, step])).toEqual([
    [first.id, 2],
    [second.id, 1],
  ])
  const both = await Promise.all([
    finance.call(dunning.run, seen(due)),
    finance.call(dunning.run, seen(due)),
  ])
  expect(both.map(({ done }) => done).toSorted()).toEqual([0, 1])
  expect(both.find(({ failed }) => failed === 1)!.rows[0]!.code).toBe('dunning.nothing')
  expect(BigInt(await receivable(first.customerId)) - before).toBe(-500n)
  const list = await finance.call(dunningLetters.endpoints.list, {
    customerId: first.customerId,
  })
  expect(list.records).toMatchObject([
    { step: 2, invoices: 2, total: '147.80 EUR' },
    { step: 1, invoices: 1, total: '119.00 EUR' },
  ])
  const letter = list.records[0]!
  const {
    claims,
    invoices: on,
    body,
  } = await finance.call(dunning.detail, { id: String(letter.id) })
  expect(claims).toMatchObject([{ fee: '5.00', amount: '5.00', status: 'open' }])
  expect(on.map(({ step, fee }) => [step, fee])).toEqual([
    [2, '5.00'],
    [1, '0.00'],
  ])
  expect(body).toContain('147.80 EUR')
  const pdf = await finance.raw('GET', '/erp/dunning/pdf', { query: { id: letter.id } })
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { reminders } = await finance.call(invoices.detail, { id: first.id })
  expect(reminders.map(({ step, fee }) => [step, fee])).toEqual([
    [1, '0.00'],
    [2, '5.00'],
  ])
  // Fees are owed next to invoices: no invoice takes them.
  const free = await finance.call(invoices.uninvoiced, { to: '2099-12-31' })
  expect(free.filter((one) => one.customerId === first.customerId)).toEqual([])
  expect(await proposed(first.customerId)).toBeUndefined()
})

test('what is blocked, disputed, exempt or too little is left out with its reason', async () => {
  const { id, customerId, transactionId } = await overdue(10, { net: [1_000n] })
  const why = async () => (await leftOut(id))?.why
  expect(await proposed(customerId)).toBeDefined()
  const block = (reason: string | null, until: string | null = null) =>
    finance.call(dunning.block, { ids: [id], reason, until })
  await block('disputed by mail', '2099-01-01')
  expect(await leftOut(id)).toMatchObject({
    why: 'blocked',
    reason: 'disputed by mail',
    until: '2099-01-01',
  })
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({
    dunBlockReason: 'disputed by mail',
  })
  await block('over', '2020-01-01')
  expect(await why()).toBeUndefined()
  await block(null)
  await query(`update customer set dunning_exempt = true where id = $1`, [customerId])
  expect(await why()).toBe('exempt')
  await query(`update customer set dunning_exempt = false where id = $1`, [customerId])
  const trade = await query<{ id: string }>(
    `select id from trade where transaction_id = $1 order by id limit 1`,
    [transactionId],
  )
  await query(
    `insert into trade_question (tenant_id, trade_id, state, asked_by_staff)
      values ($1, $2, 'open', false)`,
    [world().tenantId, trade.rows[0]!.id],
  )
  expect(await why()).toBe('disputed')
  await query(`update trade_question set state = 'closed' where trade_id = $1`, [trade.rows[0]!.id])
  await set({ minimums: [{ currency: 'EUR', amount: '11.91' }] })
  expect(await why()).toBe('belowMinimum')
  await set({ minimums: [{ currency: 'EUR', amount: '11.90' }] })
  expect(await why()).toBeUndefined()
  expect((await proposed(customerId))!.invoices).toHaveLength(1)
})

test('what was paid since the proposal is left out and named; unseen invoices are not dunned', async () => {
  const one = await overdue(9, { net: [1_000n] })
  const two = await overdue(10, { net: [3_000n] }, one.customerId)
  const due = (await proposed(one.customerId))!
  expect((await proposal()).mails).toBe(false)
  const three = await overdue(11, { net: [500n] }, one.customerId)
  await fundedAccount(world(), 5_000n, { customerId: one.customerId })
  const row = await finance.call(invoices.queryById, { id: two.id })
  await finance.raw('PUT', '/erp/invoice/apply', {
    body: { id: two.id, version: row.version },
    headers: key(),
  })
  const done = await finance.call(dunning.run, seen(due))
  expect(done).toMatchObject({ done: 1 })
  expect(done.rows[0]!.message).toContain(`${row.number} (paid)`)
  const steps = await query<{ id: string; reminded: number }>(
    `select id, reminded from invoice where id = any($1) order by id`,
    [[one.id, two.id, three.id]],
  )
  expect(steps.rows.map(({ reminded }) => reminded)).toEqual([1, 0, 0])
  expect((await finance.call(dunning.run, { ...seen(due), ids: [two.customerId, '1'] })).done).toBe(
    0,
  )
})

test.each([
  ['EUR', '10.00', 1_000n],
  ['JPY', '0', 0n],
  ['KWD', '1.250', 1_250n],
])(
  '%s: the last step takes its fee, freezes where it is set, and the claim is paid or waived',
  async (currency, fee, minor) => {
    const { customerId } = await overdue(60, { net: [100_000n], currency })
    await past(50, customerId)
    await past(30, customerId)
    await set({ freeze: true, interestRate: '9.12' })
    const due = (await proposed(customerId))!
    const open = 119_000n
    const interest = interestOf(open, 912, 30)
    expect(due).toMatchObject({ step: 3, sums: [{ fee, currency }] })
    const before = BigInt(await receivable(customerId, currency))
    expect((await finance.call(dunning.run, seen(due))).done).toBe(1)
    expect(BigInt(await receivable(customerId, currency)) - before).toBe(-minor - interest)
    const account = await query<{ status: string; reason: string }>(
      `select status, frozen_reason as reason from ledger_account
      where customer_id = $1 and kind = 'receivable'`,
      [customerId],
    )
    expect(account.rows[0]).toMatchObject({ status: 'frozen' })
    const list = await finance.call(dunningLetters.endpoints.list, { customerId })
    expect(list.records[0]).toMatchObject({ froze: true, step: 3 })
    const id = String(list.records[0]!.id)
    const claim = async () => (await finance.call(dunning.detail, { id })).claims[0]!
    const { id: claimId, version } = await claim()
    const put = (path: string, body: object) =>
      finance.raw('PUT', `/erp/dunning/${path}`, { body, headers: key() })
    expect((await put('pay', { id: claimId, version })).error).toBe('ledger.insufficient')
    expect((await put('waive', { id: claimId, version, reason: 'goodwill' })).success).toBe(true)
    expect((await claim()).status).toBe('waived')
    expect(BigInt(await receivable(customerId, currency))).toBe(before)
    const again = await put('waive', { id: claimId, version: version + 1, reason: 'x' })
    expect(again.error).toBe('dunning.claimClosed')
    expect((await proposal()).leftOut.find((one) => one.customerId === customerId)?.why).toBe(
      'lastStep',
    )
  },
)

test('a claim is paid from the balance', async () => {
  const { customerId } = await overdue(40, { net: [1_000n] })
  await past(25, customerId)
  await finance.call(dunning.run, seen((await proposed(customerId))!))
  await fundedAccount(world(), 600n, { customerId })
  const [letter] = (await finance.call(dunningLetters.endpoints.list, { customerId })).records
  const [claim] = (await finance.call(dunning.detail, { id: String(letter!.id) })).claims
  const body = { id: claim!.id, version: claim!.version }
  const pay = () => finance.raw('PUT', '/erp/dunning/pay', { body, headers: key() })
  const both = await Promise.all([pay(), pay()])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(await receivable(customerId)).toBe('-1190')
})

test('the morning job proposes or sends as the tenant wants; a second run does nothing', async () => {
  const { customerId, id } = await overdue(12)
  const ctx = jobCtx(world().deps, world().tenantId)
  const letters = async () =>
    (await finance.call(dunningLetters.endpoints.list, { customerId })).total
  await dunTenant(ctx)
  await set({ mode: 'propose' })
  await dunTenant(ctx)
  expect(await letters()).toBe(0)
  await set({ mode: 'auto' })
  await Promise.all([dunTenant(ctx), dunTenant(ctx)])
  expect(await letters()).toBe(1)
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({
    reminded: 1,
    overdue: true,
  })
})

test('settings name what is wrong; others reach neither proposal nor letters', async () => {
  const { version } = await finance.call(dunning.setting, {})
  const bad = async (change: object) =>
    (
      (await finance.put('/erp/dunning/setting', { ...TERMS, ...change, version })).result as {
        issues: { path: string; code: string }[]
      }
    ).issues[0]
  const [one, two, three] = TERMS.steps
  expect(await bad({ steps: [two, one, three] })).toMatchObject({ path: 'steps.1.days' })
  const jpy = [{ currency: 'JPY', amount: '1.5' }]
  expect(await bad({ minimums: jpy })).toMatchObject({ path: 'minimums.0.amount' })
  const { customerId, id } = await overdue(15)
  await past(1, customerId)
  const [letter] = (await finance.call(dunningLetters.endpoints.list, { customerId })).records
  for (const role of ['customer', 'sub', 'sales', 'otherCustomer'] as const) {
    const client = await world().as(role)
    for (const call of ['proposal', 'detail', 'pdf', 'queryById', 'list'])
      expect(
        (await client.get(`/erp/dunning/${call}`, { id: String(letter!.id) })).status,
        call,
      ).toBe(403)
    expect((await client.put('/erp/invoice/block', { ids: [id], reason: 'x' })).status).toBe(403)
  }
  const stranger = await world().otherTenantUser()
  for (const call of ['detail', 'pdf', 'queryById'])
    expect(
      (await stranger.get(`/erp/dunning/${call}`, { id: String(letter!.id) })).status,
      call,
    ).toBe(404)
  const body = { ids: [customerId], invoices: [{ id, step: 2 }] }
  expect((await stranger.post('/erp/dunning/run', body)).result).toMatchObject({ done: 0 })
})

test('fees and interest of any invoices: each letter’s sums are those of its invoices', () => {
  const row = fc.record({
    id: fc.uuid(),
    customerId: fc.constantFrom('1', '2', '3'),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    open: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(String),
    daysLate: fc.integer({ min: 1, max: 400 }),
    daysSince: fc.integer({ min: 0, max: 400 }),
    reminded: fc.integer({ min: 0, max: 3 }),
    blocked: fc.constantFrom(null, null, 'x'),
    exempt: fc.constant(false),
    disputed: fc.boolean(),
    creditOpen: fc.constant(false),
    paying: fc.constant(false),
  })
  const terms: Terms = {
    mode: 'off',
    steps: [
      { days: 7, fees: { EUR: '100' } },
      { days: 21, fees: { EUR: '500', JPY: '700' } },
      { days: 35, fees: { KWD: '1250' } },
    ],
    minimums: { EUR: '100000' },
    interestRate: 900,
    payDays: 7,
    freeze: false,
    version: 1,
  }
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const all = rows as unknown as OverdueInvoice[]
      const { customers, leftOut: out } = propose(all, terms)
      const on = customers.flatMap(({ invoices: own }) => own)
      expect(new Set([...on, ...out].map(({ id }) => id)).size).toBe(on.length + out.length)
      for (const { invoices: own, sums } of customers)
        for (const { currency, open, fee, interest } of sums) {
          const part = own.filter((one) => one.currency === currency)
          const top = Math.max(...part.map(({ step }) => step))
          expect(open).toBe(part.reduce((sum, one) => sum + BigInt(one.open), 0n))
          expect(interest).toBe(part.reduce((sum, one) => sum + one.interest, 0n))
          const fees: Readonly<Record<string, string>> = terms.steps[top - 1]!.fees
          expect(fee).toBe(BigInt(fees[currency] ?? 0))
          if (currency === 'EUR') expect(open).toBeGreaterThanOrEqual(100_000n)
        }
      for (const one of on) expect(nextStep(one, terms)).toBe(one.reminded + 1)
    }),
    { numRuns: 200 },
  )
})
