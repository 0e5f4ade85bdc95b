import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contracts/money/accounts.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { monthEndLists, revaluations } from '#contracts/money/month-end/month-end.ts'
import {
  accountOf,
  charge,
  enterCompany,
  invoicedCustomer,
  issued,
  key,
} from '#server/features/money/invoices/invoices.fixture.ts'
import { partsBeyond, partsOf } from '#server/features/money/invoices/corrections/settle-lines.ts'
import {
  codeOf,
  inLedger,
  newCustomer,
  recharge,
} from '#server/features/money/ledger/ledger.fixture.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { postRevaluation } from './revaluation.ts'
import { dayAfter, dayBefore } from './asked-span.ts'

const world = useWorld()
let finance: Client
let today: string
type Row = Record<string, string | number | null>
const rowsOf = async (path: string, query: object = {}) => {
  const answer = await finance.get(`/erp/${path}/list`, {
    pageSize: 200,
    day_begin: today,
    day_end: today,
    ...query,
  })
  return (answer.result as { records: Row[] }).records
}
const rate = (currency: string, value: string, from: string) =>
  world().db.pool.query(
    `insert into exchange_rate (tenant_id, currency, base_currency, rate, valid_from)
      values ($1, $2, 'EUR', $3, $4) on conflict (tenant_id, currency, base_currency, valid_from)
      do update set rate = excluded.rate`,
    [world().tenantId, currency, value, from],
  )
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
  today = await businessDay(jobCtx(world().deps, world().tenantId))
  await rate('USD', '0.9', '2020-01-01')
  await rate('JPY', '0.006', '2020-01-01')
})

test('VAT figures are what was taxed, in its currency and in that of the company', async () => {
  const before = await rowsOf('vatReturn')
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { net: [10_000n] })
  await charge(world(), customerId, { net: [1_000n], currency: 'JPY' })
  const after = await rowsOf('vatReturn')
  const of = (rows: Row[], currency: string) =>
    rows.find((row) => row.currency === currency && row.category === 'S')
  const euro = (rows: Row[]) => Number(of(rows, 'EUR')?.gross ?? 0)
  expect(euro(after) - euro(before)).toBeCloseTo(119)
  expect(of(after, 'JPY')).toMatchObject({
    period: today.slice(0, 7),
    country: 'DE',
    taxRate: 1900,
    net: '1000',
    tax: '190',
    gross: '1190',
    baseCurrency: 'EUR',
    baseNet: '6.00',
    baseTax: '1.14',
    baseGross: '7.14',
  })
})

test('the EC sales list has a customer of another member state, with or without its number', async () => {
  const customerId = await invoicedCustomer(world())
  await world().db.pool.query(
    `update customer set country = 'AT', vat_id = null where tenant_id = $1 and id = $2`,
    [world().tenantId, customerId],
  )
  await charge(world(), customerId, { net: [5_000n], category: 'AE', rate: 0 })
  expect(await rowsOf('ecSales', { customerId })).toMatchObject([
    { country: 'AT', vatId: null, net: '50.00', tax: '0.00', gross: '50.00', baseNet: '50.00' },
  ])
})

test('the trial balance comes to nothing in each currency, and has what was posted', async () => {
  const rows = await rowsOf('trialBalance')
  expect(rows.length).toBeGreaterThan(3)
  for (const of of Map.groupBy(rows, (row) => row.currency).values())
    for (const column of ['opening', 'closing'] as const)
      expect(of.reduce((sum, row) => sum + Number(row[column]), 0)).toBeCloseTo(0)
  expect(rows.some(({ account }) => String(account).includes('VAT'))).toBe(true)
})

test('open items are what the account owed at the end of the day', async () => {
  const { id, customerId } = await issued(world(), finance, { net: [10_000n] })
  await charge(world(), customerId, { net: [1_000n] })
  const { version } = await finance.call(invoices.queryById, { id })
  await inLedger(world(), (tx) => recharge(tx, customerId, 4_000n))
  await finance.put(invoices.apply.path, { id, version, amount: '40.00' }, key())
  const rows = await rowsOf('openItems', { customerId })
  expect(rows).toMatchObject([
    { kind: 'invoice', gross: '119.00', paid: '40.00', open: '79.00', age: 'notDue' },
    // Only what no line above has: gross less paid and credited is open in each line.
    { kind: 'account', number: null, gross: '11.90', open: '11.90', baseOpen: '11.90' },
  ])
  // Without a day they are those of today, not of the month before.
  const asOf = (of: Row[]) => of.map(({ period, open }) => ({ period, open }))
  const todays = await rowsOf('openItems', { customerId, day_begin: '', day_end: '' })
  expect(asOf(todays)).toEqual(asOf(rows))
  expect(todays[0]).toMatchObject({ period: today })
  // As of one day, which the screens ask for by `day`.
  const on = (day: string) => rowsOf('openItems', { customerId, day_begin: '', day_end: '', day })
  expect(asOf(await on(today))).toEqual(asOf(todays))
  expect(await on('2020-01-31')).toEqual([])
})

test('a cash discount takes its VAT along, a write-off closes the invoice; both are proved', async () => {
  const { id, customerId, accountId } = await issued(world(), finance, { net: [10_000n] })
  const settle = async (more: object) => {
    const { version } = await finance.call(invoices.queryById, { id })
    const wish = { id, version, reason: 'agreed', ...more }
    return finance.put(settlements.settle.path, wish, key())
  }
  expect((await settle({ as: 'discount', amount: '200.00' })).error).toBe('request.invalid')
  const now = () => finance.call(invoices.queryById, { id })
  expect((await settle({ as: 'discount', amount: '2.38' })).success).toBe(true)
  expect(await now()).toMatchObject({ status: 'part', open: '116.62', paid: '2.38' })
  const trades = await world().db.pool.query<{ item: string; money: string }>(
    `select trade_item as item, money from trade where tenant_id = $1 and account_id = $2
      and trade_type = 'adjustment' order by trade_item`,
    [world().tenantId, accountId],
  )
  expect(trades.rows).toEqual([
    { item: 'cashDiscount', money: '200' },
    { item: 'tax', money: '38' },
  ])
  expect((await settle({ as: 'writeOff' })).success).toBe(true)
  expect(await now()).toMatchObject({ status: 'paid', open: '0.00' })
  expect((await settle({ as: 'writeOff' })).error).toBe('invoice.notOpen')
  expect(await rowsOf('openItems', { customerId })).toEqual([])
  const proof = await finance.call(accounts.reconcile, {})
  expect(proof).toMatchObject({ drift: [], documentDrift: [] })
})

test('what is given up is parted over the tax rows to the last unit', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 9n })
  fc.assert(
    fc.property(
      fc.array(fc.record({ taxable: amounts, tax: amounts }), { minLength: 1, maxLength: 5 }),
      fc.nat(10_000),
      (vat, part) => {
        const gross = vat.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)
        const minor = (gross * BigInt(part)) / 10_000n
        const parts = partsOf(vat, minor)
        expect(parts.reduce((sum, { net, tax }) => sum + net + tax, 0n)).toBe(minor)
        for (const { net, tax } of parts) expect(net >= 0n && tax >= 0n).toBe(true)
      },
    ),
  )
})

test('a revaluation is posted once for a day that is over, and taken back on the next', async () => {
  const customerId = await newCustomer(world())
  const accountId = async () => accountOf(world(), customerId, 'customer', 'USD')
  await inLedger(world(), (tx) => recharge(tx, customerId, 10_000n, 'USD'))
  expect(await accountId()).toMatch(/^\d+$/)
  expect(await finance.post(revaluations.post.path, { day: today }, key())).toMatchObject({
    error: 'revaluation.dayNotOver',
  })
  const day = dayAfter(today)
  const asOf = { currency: 'USD', day_begin: '', day_end: day }
  await rate('USD', '0.8', day)
  // The day after it: it is over, and its rate is another than that of the posting.
  await withClock(
    () => Date.now() + 2 * 86_400_000,
    async () => {
      const [held] = (await rowsOf('revaluation', asOf)).filter(
        ({ account }) => account === 'Customer balances',
      )
      expect(held).toMatchObject({ exchangeRate: '0.8', baseCurrency: 'EUR', postedAt: null })
      const post = () => postRevaluation(jobCtx(world().deps, world().tenantId), { day })
      const answers = await Promise.all([1, 2, 3].map(() => codeOf(post())))
      expect(answers.filter((code) => code === null)).toHaveLength(1)
      expect(answers.filter((code) => code === 'revaluation.posted')).toHaveLength(2)
      const [after] = await rowsOf('revaluation', asOf)
      expect(after!.postedAt).not.toBeNull()
    },
  )
  const left = await world().db.pool.query<{ balance: string }>(
    `select coalesce(sum(balance), 0) as balance from ledger_account
      where tenant_id = $1 and ref in ('valuation', 'fxGain', 'fxLoss') and balance <> 0`,
    [world().tenantId],
  )
  expect(left.rows).toEqual([{ balance: '0' }])
})

test('every list has a sheet, asks for its permission and refuses what is no day', async () => {
  const stranger = await world().as('nobodySpecial')
  for (const of of monthEndLists) {
    const sheet = await finance.raw('GET', of.endpoints.exportXls.path, { query: { day: today } })
    expect(sheet.status, of.name).toBe(200)
    const rows: string[][] = []
    for await (const batch of readSheet(sheet.bytes, 'a.xlsx'))
      for (const { cells } of batch) rows.push(cells as string[])
    expect(rows[0]!.length, of.name).toBe(Object.keys(of.fields).length)
    expect((await stranger.raw('GET', of.endpoints.list.path)).status, of.name).toBe(403)
    expect((await stranger.raw('GET', of.endpoints.exportXls.path)).status, of.name).toBe(403)
    const wrong = await finance.get(of.endpoints.list.path, { day: '2026-02-31' })
    expect(wrong, of.name).toMatchObject({ success: false, code: 400 })
  }
})

test('without a span the lists of a month are about the one before', async () => {
  const first = `${today.slice(0, 7)}-01`
  const month = dayBefore(first)
  const [row] = await rowsOf('trialBalance', { day_begin: '', day_end: '' })
  expect(row === undefined || row.period === month.slice(0, 7)).toBe(true)
})

test('however many parts are given up, their VAT is that of one part of their sum', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 6n })
  fc.assert(
    fc.property(
      fc.array(fc.record({ taxable: amounts, tax: amounts }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }),
      (vat, shares) => {
        const gross = vat.reduce((sum, { taxable, tax }) => sum + taxable + tax, 0n)
        let before = 0n
        const given = vat.map(() => ({ net: 0n, tax: 0n }))
        for (const share of shares) {
          const open = gross - before
          const minor = (open * BigInt(share)) / 300n
          for (const [at, part] of partsBeyond(vat, before, minor).entries()) {
            expect(part.net >= 0n && part.tax >= 0n).toBe(true)
            given[at]!.net += part.net
            given[at]!.tax += part.tax
          }
          before += minor
        }
        expect(given).toEqual(partsOf(vat, before))
        if (before === gross)
          expect(given).toEqual(vat.map(({ taxable, tax }) => ({ net: taxable, tax })))
      },
    ),
  )
})
