import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  openItems,
  revaluationList,
  revaluations,
  trialBalance,
} from '#contracts/money/month-end/month-end.ts'
import { charge, enterCompany } from '#server/features/money/invoices/invoices.fixture.ts'
import { post } from '#server/features/money/ledger/index.ts'
import {
  inLedger,
  key,
  newCustomer,
  recharge,
} from '#server/features/money/ledger/ledger.fixture.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { dayBefore, daysOn } from './asked-span.ts'

const world = useWorld()
let finance: Client
let today: string
type Row = Record<string, string | null>
const rowsOf = async (of: { endpoints: { list: { path: string } } }, query: object) => {
  const answer = await finance.get(of.endpoints.list.path, { pageSize: 200, ...query })
  return (answer.result as { records: Row[] }).records
}
const asOf = (day: string) => ({ day_end: day })
const sumOf = (rows: Row[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 1_000), 0) / 1_000
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
  today = await businessDay(jobCtx(world().deps, world().tenantId))
})

/** Money for a monthly account, booked on a day that may be past. */
const paid = (customerId: string, minor: bigint, on: string, currency = 'EUR') =>
  inLedger(world(), (tx) =>
    post(tx, {
      key: key(),
      kind: 'adjustment',
      debit: 'workDone',
      on,
      lines: [
        {
          account: { kind: 'receivable', customerId, currency },
          minor,
          trade: { tradeItem: 'correction' },
        },
        { account: { kind: 'cash', ref: 'bank', currency }, minor: -minor },
      ],
    }),
  )

/** What all lists have of the receivable accounts of a currency at the end of a day. */
async function receivables(day: string, currency: string) {
  const balance = await rowsOf(trialBalance, { ...asOf(day), day_begin: day, currency })
  const open = await rowsOf(openItems, { ...asOf(day), currency })
  const held = await rowsOf(revaluationList, { ...asOf(day), currency })
  const named = (rows: Row[]) => rows.filter(({ account }) => account === 'Receivables')
  return {
    trial: sumOf(named(balance), 'closing'),
    open: sumOf(open, 'open'),
    held: sumOf(named(held), 'balance'),
  }
}

test('what is entered late is in every list from the day it is booked on', async () => {
  const customerId = await newCustomer(world())
  const day = daysOn(today, -40)
  await charge(world(), customerId, { net: [10_000n], currency: 'JPY' })
  await paid(customerId, 4_000n, day, 'JPY')
  for (const at of [dayBefore(day), day, dayBefore(today), today]) {
    const owed = at < day ? 0 : at < today ? -4_000 : 7_900
    expect(await receivables(at, 'JPY'), at).toEqual({ trial: owed, open: owed, held: owed })
  }
})

test('on any day trial balance, open items and revaluation have the same receivables', async () => {
  const customers = [await newCustomer(world()), await newCustomer(world())]
  const step = fc.record({
    customer: fc.nat(1),
    minor: fc.bigInt({ min: -9_999n, max: 9_999n }).filter((minor) => minor !== 0n),
    back: fc.nat(70),
    currency: fc.constantFrom('EUR', 'KWD'),
  })
  const model: { day: string; minor: bigint; currency: string }[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.nat(80),
      async (steps, back) => {
        for (const { customer, minor, back: ago, currency } of steps) {
          const on = daysOn(today, -ago)
          await paid(customers[customer]!, minor, on, currency)
          model.push({ day: on, minor, currency })
        }
        const day = daysOn(today, -back)
        for (const [currency, unit] of [
          ['EUR', 100],
          ['KWD', 1_000],
        ] as const) {
          const owed = model
            .filter((one) => one.currency === currency && one.day <= day)
            .reduce((sum, one) => sum - Number(one.minor), 0)
          const found = await receivables(day, currency)
          expect(found.trial).toBeCloseTo(owed / unit)
          expect(found.open).toBeCloseTo(owed / unit)
          if (currency === 'KWD') expect(found.held).toBeCloseTo(owed / unit)
        }
      },
    ),
    { numRuns: 12 },
  )
})

test('a balance of 0 whose days have no rate stays in the list, and is refused by name', async () => {
  const customerId = await newCustomer(world())
  const day = daysOn(today, -2)
  await inLedger(world(), (tx) => recharge(tx, customerId, 500n, 'SEK', { on: day }))
  await inLedger(world(), (tx) => recharge(tx, customerId, -500n, 'SEK', { on: day }))
  const rows = await rowsOf(revaluationList, { ...asOf(day), currency: 'SEK' })
  const nothing = { balance: '0.00', value: '0.00', bookValue: null, difference: null }
  expect(rows).toMatchObject([nothing, nothing])
  const answer = await finance.post(revaluations.post.path, { day }, { 'Idempotency-Key': key() })
  expect(answer).toMatchObject({ error: 'revaluation.noRate' })
  expect(answer.message).toContain('SEK')
  await world().db.pool.query(
    `insert into exchange_rate (tenant_id, currency, base_currency, rate, valid_from)
      values ($1, 'SEK', 'EUR', 0.09, '2020-01-01')`,
    [world().tenantId],
  )
  expect(await rowsOf(revaluationList, { ...asOf(day), currency: 'SEK' })).toEqual([])
})

test('a revaluation waits for postings under way, and has them', async () => {
  const customerId = await newCustomer(world())
  const day = daysOn(today, -1)
  await inLedger(world(), (tx) => recharge(tx, customerId, 10_000n, 'JPY', { on: day }))
  let end = () => {}
  const posted = new Promise<void>((resolve) => (end = resolve))
  let begun = () => {}
  const inside = new Promise<void>((resolve) => (begun = resolve))
  const posting = inLedger(world(), async (tx) => {
    await recharge(tx, customerId, 5_000n, 'JPY', { on: day })
    begun()
    await posted
  })
  await inside
  await world().db.pool.query(
    `insert into exchange_rate (tenant_id, currency, base_currency, rate, valid_from)
      values ($1, 'JPY', 'EUR', 0.007, $2)`,
    [world().tenantId, day],
  )
  const revaluing = finance.post(revaluations.post.path, { day }, { 'Idempotency-Key': key() })
  await expect
    .poll(async () => {
      const { rows } = await world().db.pool.query<{ waits: boolean }>(
        `select exists (select 1 from pg_locks l where l.locktype = 'advisory' and not l.granted
          and l.mode = 'ExclusiveLock') as waits`,
      )
      return rows[0]!.waits
    })
    .toBe(true)
  end()
  await posting
  expect((await revaluing).success).toBe(true)
  const { rows } = await world().db.pool.query<{ balance: string }>(
    `select x ->> 'balance' as balance from revaluation v, jsonb_array_elements(v.lines) as x
      where v.tenant_id = $1 and x ->> 'account' = 'Customer balances' and x ->> 'currency' = 'JPY'`,
    [world().tenantId],
  )
  expect(rows).toEqual([{ balance: '-15000' }])
})
