import { beforeAll, describe, expect, test } from 'vitest'
import { earnings } from '#contracts/insight/earnings.ts'
import { post, type Line } from '#server/features/money/ledger/index.ts'
import { back, inLedger, key, newCustomer } from '#server/features/money/ledger/ledger.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { foldTenant } from './fold-earnings.ts'

const world = useWorld()
const fold = () => foldTenant(jobCtx(world().deps, world().tenantId, {}))
const summary = (client: Client, input: Record<string, string> = {}) =>
  client.call(earnings.summary, input)
const today = () => new Date().toISOString().slice(0, 10)

interface Charged {
  customerId: string
  minor: bigint
  cost?: bigint
  currency?: string
  shipmentId?: string
}

/** What charging posts for a parcel: revenue and tax, and the expected cost against what is owed. */
const charge = ({ customerId, minor, cost = 0n, currency = 'EUR', shipmentId }: Charged) =>
  inLedger(world(), (tx) => {
    const tax = minor / 5n
    const owed: Line[] =
      cost === 0n
        ? []
        : [
            { account: { kind: 'cost', ref: '1', customerId, currency }, minor: -cost },
            { account: { kind: 'payable', ref: 'accrued:1', customerId, currency }, minor: cost },
          ]
    return post(tx, {
      key: key(),
      kind: 'charge',
      debit: 'workDone',
      lines: [
        {
          account: { kind: 'customer', customerId, currency },
          minor: -minor,
          trade: { tradeItem: 'freight', ...(shipmentId ? { shipmentId } : {}) },
        },
        { account: { kind: 'revenue', ref: 'freight', customerId, currency }, minor },
        {
          account: { kind: 'customer', customerId, currency },
          minor: -tax,
          trade: { tradeItem: 'tax', ...(shipmentId ? { shipmentId } : {}) },
        },
        { account: { kind: 'tax', ref: 'DE:S:1900', customerId, currency }, minor: tax },
        ...owed,
      ],
    })
  })

let shipmentId: string
let country: string
let other: string
let given: string

beforeAll(async () => {
  const { customerId } = world()
  const made = await makeOrder(world(), await world().as('manager'), { confirm: true })
  shipmentId = made.id
  const { rows } = await world().db.pool.query<{ country: string }>(
    'select country from shipment where id = $1',
    [shipmentId],
  )
  country = rows[0]!.country
  other = await newCustomer(world())
  await charge({ customerId, minor: 10_000n, cost: 7_000n, shipmentId })
  await charge({ customerId, minor: 5_000n, cost: 6_000n, shipmentId })
  await charge({ customerId: other, minor: 2_000n })
  await charge({ customerId: other, minor: 1_234n, currency: 'JPY' })
  const taken = await charge({ customerId: other, minor: 900n, cost: 400n, shipmentId })
  given = taken.transactionId
  await fold()
})

describe('revenue and margin', () => {
  test('come from the ledger without tax, by day, service, country and customer', async () => {
    const found = await summary(await world().as('finance'))
    expect(found.to).toBe(today())
    expect(found.madeAt).not.toBeNull()
    expect(found.currencies.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'JPY'])
    const euro = found.currencies.find(({ currency }) => currency === 'EUR')!
    expect(euro.total).toEqual({ revenue: '179.00', cost: '134.00', margin: '45.00' })
    expect(euro.before).toEqual({ revenue: '0.00', cost: '0.00', margin: '0.00' })
    expect(euro.days).toHaveLength(30)
    expect(euro.days.at(-1)).toMatchObject({ day: today(), revenue: '179.00', cost: '134.00' })
    expect(euro.by.country.top).toEqual([
      { key: country, text: country, revenue: '159.00', cost: '134.00', margin: '25.00' },
      expect.objectContaining({ key: null, revenue: '20.00', cost: '0.00' }),
    ])
    expect(euro.by.service.top[0]).toMatchObject({ revenue: '159.00' })
    expect(euro.by.service.top[0]!.text).not.toBe(euro.by.service.top[0]!.key)
    expect(euro.by.customer.top.map(({ key: id, revenue }) => [id, revenue])).toEqual([
      [world().customerId, '150.00'],
      [other, '29.00'],
    ])
    const yen = found.currencies.find(({ currency }) => currency === 'JPY')!
    expect(yen.total).toEqual({ revenue: '1234', cost: '0', margin: '1234' })
    const narrow = await summary(await world().as('finance'), { country, customerId: other })
    expect(narrow.currencies.map(({ total }) => total)).toEqual([
      { revenue: '9.00', cost: '4.00', margin: '5.00' },
    ])
  })

  test('are the sums of the entries themselves, however often they are added up', async () => {
    await Promise.all([fold(), fold()])
    await fold()
    const { rows } = await world().db.pool.query<{ kind: string; sum: string; folded: string }>(
      `select a.kind, sum(e.amount)::text as sum, case a.kind when 'revenue' then
          (select sum(revenue) from earning where tenant_id = $1)
          else -(select sum(cost) from earning where tenant_id = $1) end::text as folded
        from ledger_entry e join ledger_account a using (tenant_id)
        where e.tenant_id = $1 and a.id = e.account_id and a.kind in ('revenue', 'cost')
        group by 1`,
      [world().tenantId],
    )
    expect(rows).toHaveLength(2)
    for (const { sum, folded } of rows) expect(folded).toBe(sum)
  })

  test('have what is imported with days long past, and are made again as a whole', async () => {
    const customerId = await newCustomer(world())
    await charge({ customerId, minor: 500n })
    await fold()
    const { pool } = world().db
    await pool.query(
      `with posted as (
          insert into ledger_transaction (tenant_id, event_key, kind, digest, month,
            booked_on, create_time)
          values ($1, $2, 'charge', '', '2026-02-01', '2026-02-03', '2026-02-03T10:00:00Z') returning id)
        insert into ledger_entry (tenant_id, transaction_id, account_id, seq, line_no, amount,
          currency, balance_after, hash)
        select $1, p.id, a.id, a.seq + 1, 1, case a.kind when 'revenue' then 300 else -300 end,
          'EUR', 0, ''
        from posted p, ledger_account a
        where a.tenant_id = $1 and a.party_id = $3 and a.kind in ('revenue', 'customer')`,
      [world().tenantId, key(), customerId],
    )
    await fold()
    const asked = { from: '2026-02-01', to: '2026-02-28', customerId }
    const [euro] = (await summary(await world().as('finance'), asked)).currencies
    expect(euro!.days[2]).toMatchObject({ day: '2026-02-03', revenue: '3.00' })
    await pool.query(`update earning set revenue = 1 where customer_id = $1`, [customerId])
    await foldTenant(jobCtx(world().deps, world().tenantId, {}), true)
    const [again] = (await summary(await world().as('finance'), asked)).currencies
    expect(again!.total.revenue).toBe('3.00')
  })

  test('of a posting that is taken back are nothing, under its own service and country', async () => {
    await inLedger(world(), (tx) => back(tx, given, true))
    await fold()
    const found = await summary(await world().as('finance'), { country, customerId: other })
    expect(found.currencies.map(({ total }) => total)).toEqual([
      { revenue: '0.00', cost: '0.00', margin: '0.00' },
    ])
  })

  test('belong to the day where the reader is, and to the span before', async () => {
    const customerId = await newCustomer(world())
    await charge({ customerId, minor: 700n })
    await fold()
    await world().db.pool.query(
      `update earning set at = '2026-03-10T18:30:00Z' where customer_id = $1`,
      [customerId],
    )
    const finance = await world().as('finance')
    const at = async (zone: string) => {
      const asked = { from: '2026-03-09', to: '2026-03-12', zone, customerId }
      const [euro] = (await summary(finance, asked)).currencies
      return euro!.days.filter(({ revenue }) => revenue !== '0.00').map(({ day }) => day)
    }
    expect([await at('UTC'), await at('Asia/Kolkata'), await at('America/Los_Angeles')]).toEqual([
      ['2026-03-10'],
      ['2026-03-11'],
      ['2026-03-10'],
    ])
    await charge({ customerId, minor: 100n })
    await fold()
    const later = await summary(finance, { from: '2026-03-11', to: today(), customerId })
    expect(later.before.to).toBe('2026-03-10')
    expect(later.currencies[0]!.before.revenue).toBe('7.00')
  })
})

describe('who sees them', () => {
  test('costs only with the permission for costs, customers and depots nothing', async () => {
    const manager = await summary(await world().as('manager'))
    expect(manager.currencies[0]!.total.cost).not.toBeNull()
    const sales = await summary(await world().as('sales'))
    const shown = JSON.stringify(sales)
    expect(shown).not.toMatch(/"(cost|margin)":"/)
    for (const user of ['customer', 'sub', 'warehouse', 'service'] as const) {
      const client = await world().as(user)
      expect((await client.get('/rwms/earnings/summary')).status).toBe(403)
      expect((await client.get('/rwms/earnings/sheet', { by: 'day' })).status).toBe(403)
    }
    const stranger = await summary(await world().otherTenantUser())
    expect(stranger.currencies).toEqual([])
  })

  test('sales see their own customers only', async () => {
    const sales = await world().as('sales')
    const mine = (await sales.get('/erp/customer/list', { pageSize: 100 })).result as {
      records: { id: string }[]
    }
    const own = new Set(mine.records.map(({ id }) => id))
    const seen = (await summary(sales)).currencies.flatMap(({ by }) =>
      by.customer.top.map(({ key: id }) => id),
    )
    for (const id of seen) expect(own.has(id ?? '')).toBe(true)
    expect(seen).not.toContain(other)
  })

  test('invalid spans, zones and parts are refused', async () => {
    const finance = await world().as('finance')
    for (const [input, path] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2020-01-01', to: '2026-01-01' }, 'from'],
      [{ from: today(), to: '2026-01-01' }, 'to'],
      [{ zone: 'Nowhere/Land' }, 'zone'],
      [{ customerId: '1 or 1=1' }, 'customerId'],
    ] as const)
      expect(await finance.get('/rwms/earnings/summary', input)).toMatchObject({
        success: false,
        result: { issues: [{ path }] },
      })
  })
})

test('a sheet has all rows of a breakdown, with costs for those who see them', async () => {
  const sheet = async (user: 'finance' | 'sales', by: string) =>
    (
      await (await world().as(user)).get('/rwms/earnings/sheet', { by, format: 'csv' })
    ).bytes.toString('utf8')
  const byCustomer = await sheet('finance', 'customer')
  expect(byCustomer).toContain('150.00')
  expect(byCustomer.split('\n')[0]).toContain('Cost')
  expect((await sheet('sales', 'country')).split('\n')[0]).not.toContain('Cost')
  expect(await sheet('finance', 'day')).toContain(today())
})
