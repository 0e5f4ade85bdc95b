import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { invoices } from '#contracts/money/invoices.ts'
import { giveBack, leftOf } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { draftInvoices, planDrafts } from '../draft.ts'
import { accountOf, charge, enterCompany, invoicedCustomer } from '../invoices.fixture.ts'
import { listUninvoiced } from '../list-uninvoiced.ts'
import { draftMonth, lastDayBefore } from './draft-month.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})

const DAY = 86_400_000
/** The same day in UTC and in the company's zone. */
const NOON = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
/** Days ahead that are in months of their own, whatever the day. */
const [FIRST, SECOND] = [40, 71]
const monthBefore = (days: number) =>
  lastDayBefore(new Date(NOON + days * DAY).toISOString().slice(0, 10))
const inDays = <T>(days: number, act: (ctx: Ctx) => Promise<T>) =>
  withClock(
    () => NOON + days * DAY,
    () => act(jobCtx(world().deps, world().tenantId)),
  )
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world().db.pool.query<R>(text, values)

test('the job of the month drafts once, where the tenant wants it', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId)
  const drafts = async () =>
    (
      await query<{ id: string; n: number }>(
        `select i.id, (select count(*)::int from invoice_trade t where t.invoice_id = i.id) as n
          from invoice i where i.customer_id = $1`,
        [customerId],
      )
    ).rows
  const later = () => inDays(FIRST, draftMonth)
  await later()
  expect(await drafts()).toEqual([])
  const { version } = await finance.call(invoices.setting, {})
  const wish = { prefix: 'RE', paymentDays: 30, monthly: true, prepaid: false, version }
  await finance.call(invoices.saveSetting, wish)
  await later()
  const once = await drafts()
  expect(once).toMatchObject([{ n: 2 }])
  await later()
  expect(await drafts()).toEqual(once)
  expect(lastDayBefore('2026-03-05')).toBe('2026-02-28')
})

const draftsOf = async (accountId: string) =>
  (
    await query<{ id: string; gross: string; to: string }>(
      `select id, gross, to_char(period_to, 'YYYY-MM-DD') as to from invoice
        where tenant_id = $1 and account_id = $2 and number is null order by period_to`,
      [world().tenantId, accountId],
    )
  ).rows

test.each([
  ['EUR', 'receivable'],
  ['JPY', 'customer'],
  ['KWD', 'receivable'],
] as const)(
  '%s: a draft that waits stays its month’s; the next takes what came since',
  async (currency, side) => {
    const { version } = await finance.call(invoices.setting, {})
    const wish = { prefix: 'RE', paymentDays: 30, monthly: true, prepaid: true, version }
    await finance.call(invoices.saveSetting, wish)
    const customerId = await invoicedCustomer(world())
    const early = await charge(world(), customerId, { currency, side, net: [1_000n] })
    const accountId = await accountOf(world(), customerId, side, currency)
    await inDays(FIRST, draftMonth)
    const [first] = await draftsOf(accountId)
    expect(first).toMatchObject({ gross: String(early.gross), to: monthBefore(FIRST) })
    const late = await charge(world(), customerId, { currency, side, net: [333n] })
    await inTx(jobCtx(world().deps, world().tenantId), async (tx) => {
      const [left] = await leftOf(tx, [early.transactionId])
      await giveBack(tx, left!, { key: `goodwill:test:${accountId}`, reason: 'lost' })
    })
    const to = monthBefore(SECOND)
    const [planned] = await inDays(SECOND, (ctx) => planDrafts(ctx, { ids: [accountId], to }))
    expect(planned).toMatchObject({ replaces: null, periodTo: to })
    const listed = await inDays(SECOND, (ctx) => listUninvoiced(ctx, { to }))
    expect(listed.find((one) => one.accountId === accountId)).toMatchObject({
      gross: planned!.gross,
      lines: 1,
      draftId: null,
    })
    await inDays(SECOND, (ctx) => Promise.all([draftMonth(ctx), draftMonth(ctx)]))
    const both = await draftsOf(accountId)
    expect(both).toMatchObject([first, { gross: String(late.gross), to }])
    expect(both).toHaveLength(2)
    await inDays(SECOND, (ctx) => draftInvoices(ctx, { ids: [accountId], to }))
    expect(await draftsOf(accountId)).toEqual(both)
    // With the first gone, the second made again takes its charge, and what went back of it.
    await finance.call(invoices.discard, { ids: [first!.id] })
    await inDays(SECOND, draftMonth)
    expect(await draftsOf(accountId)).toEqual([both[1]])
  },
)

test('what many drafts come to is worked out in as many statements as one', async () => {
  const ids: string[] = []
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    const customerId = await invoicedCustomer(world())
    await charge(world(), customerId, { currency, net: [1_000n] })
    ids.push(await accountOf(world(), customerId, 'receivable', currency))
  }
  await inDays(FIRST, (ctx) => draftInvoices(ctx, { ids: ids.slice(1), to: monthBefore(FIRST) }))
  const plan = async (some: string[]) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const planned = await inDays(FIRST, (ctx) =>
        planDrafts(ctx, { ids: some, to: monthBefore(FIRST) }),
      )
      return { planned, count: sent.mock.calls.length }
    } finally {
      sent.mockRestore()
    }
  }
  await plan(ids)
  const [one, all] = [await plan(ids.slice(0, 1)), await plan(ids)]
  expect(all.planned.map(({ gross, replaces }) => [gross, replaces?.gross])).toEqual([
    ['11.90', undefined],
    ['1190', '1190'],
    ['1.190', '1.190'],
  ])
  expect(one.count).toBeGreaterThan(0)
  expect(all.count).toBe(one.count)
})
