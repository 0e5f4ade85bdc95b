import { beforeAll, expect, test } from 'vitest'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { scanCounts } from '#contracts/depot/scan-hours.ts'
import { IN_DEPOT } from '#contracts/orders/parcels.measures.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { flowed, TODAY, valued } from '#contracts/insight/dashboards.measures.ts'
import { earnings } from '#contracts/insight/earnings.ts'
import { FIGURES } from '#contracts/insight/figures.ts'
import { linkOf, type Measure } from '#contracts/kit/measure.ts'
import { boundsOf, lookFrom } from '#contracts/kit/zone-days.ts'
import { tradeList } from '#contracts/money/trades.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { inboundScan } from '#server/features/depot/inbound/depot.fixture.ts'
import {
  back,
  charge,
  inLedger,
  newCustomer,
} from '#server/features/money/ledger/ledger.fixture.ts'
import { translate } from '#server/kit/http/texts.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { foldTenant } from './fold-earnings.ts'

const world = useWorld()
/** West and east of every office: at any moment two of them are on different days. */
const ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Kiritimati'] as const
const FLOWS = ['received', 'outbound', 'delivered'] as const
const query = (text: string, values: unknown[] = []) => world().db.pool.query(text, values)

/** Orders of four days: drafts, confirmed, cancelled, lost and received ones, and a refund. */
beforeAll(async () => {
  const manager = await world().as('manager')
  const made = []
  for (const confirm of [false, true, true, true, true, true, true])
    made.push(await makeOrder(world(), manager, { confirm }))
  const [, cancelled, lost, ...rest] = made
  const ended = await manager.put('/erp/shipment/cancel', { ids: [cancelled!.id] })
  expect(ended, JSON.stringify(ended)).toMatchObject({ result: { failed: 0 } })
  await query('update shipment set shipment_status = -40 where id = $1', [lost!.id])
  const clerk = await world().as('warehouse')
  for (const { parcels: of } of rest) await inboundScan(clerk, of[0]!.trackNo!)
  // Around midnight in each zone, and some days ago.
  for (const [at, { id }] of made.entries()) {
    await query(
      `update shipment set create_time = create_time - $2 * interval '7 hours' where id = $1`,
      [id, at],
    )
    await query(
      `update parcel set received_at = received_at - $2 * interval '7 hours',
        outbound_at = now() - $2 * interval '5 hours', delivered_at = now() - $2 * interval '3 hours'
        where shipment_id = $1 and received_at is not null`,
      [id, at],
    )
  }
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => charge(tx, customerId, 12_345n, 'workDone'))
  const wrong = await inLedger(world(), (tx) => charge(tx, customerId, 2_000n, 'workDone'))
  await inLedger(world(), (tx) => back(tx, wrong.transactionId))
  await foldTenant(jobCtx(world().deps, world().tenantId, {}))
})

type Row = Record<string, string | null>
/** The rows behind a figure, asked as its screen asks: days are those of a zone. */
async function rowsOf(client: Client, of: Measure, zone: string): Promise<Row[]> {
  const { searchParams } = new URL(linkOf(of, lookFrom(zone, Date.now())!)!, 'http://x')
  const asked = [...searchParams].map(([name, value]) => {
    const edge = /_(begin|end)$/.exec(name)?.[1]
    const { first, last } = edge ? boundsOf(value, zone) : { first: value, last: value }
    return [name, edge === 'begin' ? first : last]
  })
  const { list } = (of.entity === 'parcels' ? parcels : shipmentList).endpoints
  const found = await client.get(list.path, { ...Object.fromEntries(asked), pageSize: 200 })
  expect(found, JSON.stringify(found)).toMatchObject({ success: true })
  return (found.result as { records: Row[] }).records
}
const cents = (amount: string | null | undefined) => Math.round(Number(amount ?? 0) * 100)
const euro = (found: readonly { currency: string; amount: string }[]) =>
  cents(found.find(({ currency }) => currency === 'EUR')?.amount)

test.each(ZONES)(
  'a day of %s has the same figures on every board and in every list',
  async (zone) => {
    const client = await world().as('manager')
    const today = await client.call(dashboards.today, { zone })
    const board = await client.call(dashboards.analysis, { zone })
    const days = [
      ...board.days.slice(-4).map(({ day }) => [day, day] as const),
      [board.from, board.to] as const,
    ]
    for (const [from, to] of days) {
      const shown = from === to ? board.days.find(({ day }) => day === from)! : board.total
      for (const key of FLOWS)
        expect([from, key, (await rowsOf(client, flowed(from, to)[key], zone)).length]).toEqual([
          from,
          key,
          shown[key],
        ])
      const orders = await rowsOf(client, valued(from, to), zone)
      expect([from, orders.reduce((sum, { amount }) => sum + cents(amount), 0)]).toEqual([
        from,
        euro(shown.orderValue),
      ])
    }
    const last = board.days.at(-1)!
    for (const key of FLOWS) expect([key, today[key]]).toEqual([key, last[key]])
    for (const [key, of] of Object.entries(TODAY))
      expect([key, (await rowsOf(client, of, zone)).length]).toEqual([
        key,
        today[key as keyof typeof TODAY],
      ])
    expect(board.total.received * euro(board.total.orderValue)).toBeGreaterThan(0)
    // A lost order was confirmed, a cancelled one and a draft have no value.
    expect((await rowsOf(client, valued(board.from, board.to), zone)).length).toBe(
      board.total.orders - 1,
    )
  },
)

test.each(ZONES)(
  'revenue of a day of %s is that of its trade details without VAT',
  async (zone) => {
    const client = await world().as('finance')
    const { from, to, currencies } = await client.call(earnings.summary, { zone })
    for (const { currency, total } of currencies) {
      const found = await client.call(tradeList.endpoints.list, {
        createTime_begin: boundsOf(from, zone).first,
        createTime_end: boundsOf(to, zone).last,
        currency,
        pageSize: 200,
      })
      const records = found.records as Row[]
      const charged = records.filter(
        ({ tradeItem }) => !['tax', 'recharge'].includes(tradeItem ?? ''),
      )
      expect([currency, -charged.reduce((sum, { money }) => sum + cents(money), 0)]).toEqual([
        currency,
        cents(total.revenue),
      ])
    }
    expect(currencies.length).toBeGreaterThan(0)
  },
)

test('a depot counts as the boards do, and the caller’s scans as the list by person', async () => {
  const clerk = await world().as('warehouse')
  for (const input of [{}, { depotId: await world().depotId('FRA1') }]) {
    const found = await clerk.call(intoParcel.recent, input)
    const { people } = await clerk.call(scanCounts.hours, { station: 'into', ...input })
    const own = people.find(({ username }) => username === world().username('warehouse'))
    expect(found.today).toBe(own?.total)
    expect(found.today).toBeGreaterThan(0)
    for (const key of ['held', 'inStock', 'expected'] as const)
      expect([key, found[key]]).toEqual([
        key,
        (await rowsOf(await world().as('manager'), IN_DEPOT[key], 'UTC')).length,
      ])
  }
})

test.each(['zh_CN', 'en_US'] as const)(
  'in %s every figure has a name and a tip of its own',
  (lang) => {
    const names = Object.keys(FIGURES).map((key) => translate(lang, 'figures', key))
    expect(new Set(names).size).toBe(names.length)
    for (const key of Object.keys(FIGURES))
      expect(translate(lang, 'figures', `${key}.tip`).length, key).toBeGreaterThan(5)
  },
)
