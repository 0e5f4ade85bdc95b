import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRequests } from '#contracts/money/account-requests.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { bankLines } from '#contracts/money/bank-lines.ts'
import { dunning } from '#contracts/money/dunning/dunning.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { revaluations } from '#contracts/money/month-end/month-end.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/kit/db/database.ts'
import type { AppDeps } from '#server/kit/start/lifecycle.ts'
import { Client, PASSWORD, testEnv } from '../harness.ts'
import { ownDatabase } from '../own-database.ts'

/** Finance of the demo world closes the month before this one, with what the product offers. */
let db: Database
let app: Awaited<ReturnType<typeof buildApp>>
let finance: Client
type Row = Record<string, string | number | null> & { id: string; version: number }
const key = () => ({ 'Idempotency-Key': randomUUID() })

/** As a newcomer's start does; waits until the whole world is there. */
beforeAll(async () => {
  const databaseUrl = await ownDatabase()
  db = openDatabase(databaseUrl)
  const hooks: (() => unknown)[] = []
  const ready = Promise.withResolvers<void>()
  const log = pino(
    { level: 'info' },
    {
      write(line: string) {
        if (line.includes('demo world: ready')) ready.resolve()
        else if (line.includes('"msg":"demo world"')) ready.reject(new Error(line.slice(0, 4_000)))
      },
    },
  )
  const deps: AppDeps = {
    env: testEnv({ databaseUrl, demo: true, adminPassword: PASSWORD }),
    db,
    log,
    lifecycle: { draining: false, afterListen: (hook) => void hooks.push(() => hook('')) },
  }
  app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const hook of hooks) await hook()
  await ready.promise
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/boot`
  const signedIn = await new Client(base, null).post('/sys/login', {
    username: 'finance',
    password: PASSWORD,
  })
  finance = new Client(base, (signedIn.result as { token: string }).token)
  // The whole world is made in it: minutes on a machine that does other things too.
}, 600_000)
afterAll(async () => {
  await app?.close()
  await db?.close()
})

const list = async (path: string, query: object = {}) =>
  (
    (await finance.get(`/erp/${path}/list`, { pageSize: 200, ...query })).result as {
      records: Row[]
    }
  ).records
const sum = (rows: readonly Row[], column: string) =>
  rows.reduce((all, row) => all + Number(row[column] ?? 0), 0)

test('the month is matched, approved, dunned, invoiced, listed, revalued and closed', async () => {
  const months = await finance.call(accounts.months, {})
  const closed = months.filter(({ status }) => status === 'closed')
  expect(closed.length).toBeGreaterThanOrEqual(2)
  // By the company's calendar, which is in the next month some hours before or after others.
  const month = monthAfter(
    closed
      .map((one) => one.month)
      .toSorted()
      .at(-1)!,
  )
  const span = { day_begin: `${month}-01`, day_end: lastDay(month) }

  // What the bank booked.
  const open = await list('bankLine', { status: 'open' })
  expect(open.length).toBeGreaterThanOrEqual(3)
  for (const { id, amount } of open) {
    const named = await finance.call(bankInvoices.suggest, { lineId: id })
    const [first] = named.rows.filter(({ proposed }) => proposed !== null)
    if (first && Number(first.proposed) === Number(amount))
      await finance.call(bankInvoices.pay, {
        lineId: id,
        parts: [{ id: first.id, amount: first.proposed! }],
      })
    else
      expect(
        await finance.call(bankLines.ignore, { ids: [id], reason: 'unknown payer' }),
      ).toMatchObject({ done: 1 })
  }
  expect(await list('bankLine', { status: 'open' })).toEqual([])

  // What another user asked for.
  const asked = await list('accountRequest', { status: '1' })
  expect(asked).toHaveLength(2)
  for (const { id, version } of asked) await finance.call(accountRequests.approve, { id, version })

  // Letters about what is overdue.
  const { customers } = await finance.call(dunning.proposal, {})
  expect(customers.length).toBeGreaterThan(0)
  const seen = customers.flatMap((one) => one.invoices.map(({ id, step }) => ({ id, step })))
  expect(
    await finance.call(dunning.run, {
      ids: customers.map(({ customerId }) => customerId),
      invoices: seen,
    }),
  ).toMatchObject({ failed: 0, done: customers.length })

  // What is on no invoice yet.
  const waiting = await finance.call(invoices.uninvoiced, { to: span.day_end })
  if (waiting.length > 0)
    expect(
      await finance.call(invoices.draft, {
        ids: waiting.map(({ accountId }) => accountId),
        to: span.day_end,
      }),
    ).toMatchObject({ failed: 0 })
  const drafts = await list('invoice', { status: 'draft' })
  expect(drafts.length).toBeGreaterThan(0)
  const issued = await finance.call(invoices.issue, { ids: drafts.map(({ id }) => id) })
  expect(issued, JSON.stringify(issued.rows)).toMatchObject({ failed: 0 })

  // Electronic invoices: what the customers' data make is valid.
  await electronic()

  // The lists.
  const vat = await list('vatReturn', span)
  expect(new Set(vat.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(3)
  expect(vat.every(({ baseGross }) => baseGross !== null)).toBe(true)
  expect((await list('ecSales', span)).length).toBeGreaterThan(0)
  const balance = await list('trialBalance', span)
  for (const of of Map.groupBy(balance, ({ currency }) => currency).values())
    expect(sum(of, 'closing')).toBeCloseTo(0)
  const items = await list('openItems', {})
  expect(items.length).toBeGreaterThan(0)

  // Other currencies at the rate of the month's last day.
  const held = await list('revaluation', span)
  expect(new Set(held.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(2)
  const posted = await finance.post(revaluations.post.path, { day: span.day_end }, key())
  expect([undefined, 'revaluation.nothing']).toContain(posted.error)

  const close = await finance.put(accounts.closeMonth.path, { month })
  expect(close, close.message).toMatchObject({ success: true })
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({
    drift: [],
    documentDrift: [],
  })
})

async function electronic(): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select i.id from invoice i join customer c on c.tenant_id = i.tenant_id and c.id = i.customer_id
      where c.code = 'C1005' and i.number is not null and i.kind = 'invoice' and i.currency = 'EUR'
      order by i.id desc limit 1`,
  )
  const xml = await finance.raw('GET', invoices.xml.path, { query: { id: rows[0]!.id } })
  expect(xml.bytes.toString('utf8')).toContain('urn:cen.eu:en16931:2017')
}

function monthAfter(month: string): string {
  const [year, at] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, at!, 1)).toISOString().slice(0, 7)
}
function lastDay(month: string): string {
  const [year, at] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, at!, 0)).toISOString().slice(0, 10)
}
