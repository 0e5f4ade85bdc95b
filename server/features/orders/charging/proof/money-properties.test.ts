import { beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#contracts/kit/money.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { tax } from '#contracts/money/tax.ts'
import { trades } from '#contracts/money/trades.ts'
import {
  inboundScan,
  openOutBatch,
  outboundScan,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { enterCompany, key, TO } from '#server/features/money/invoices/invoices.fixture.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inCharging } from '../charging.fixture.ts'

const world = useWorld()
const calls = inCharging(world)
const { confirm, credit, customer, detail, drift, order, print, query, service, switchOn } = calls

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await enterCompany(world())
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  const vat = { prices: 'net' as const, country: 'DE', vatId: 'DE136695976' }
  await finance.call(tax.saveSetting, { ...vat, version })
})

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b9
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const ROUNDS = 5
const AT_ONCE = 10

/** Postings that gave back more than is left of what they name, on any account. */
const over = () =>
  query(
    `select b.refunds_id, e.account_id from ledger_transaction b
        join ledger_entry e on e.tenant_id = b.tenant_id and e.transaction_id = b.id
        cross join lateral ledger_given_back(b.tenant_id, b.refunds_id, e.account_id) g
      where b.tenant_id = $1 and b.refunds_id is not null
        and (sign(g.taken) * sign(g.given) > 0 or abs(g.given) > abs(g.taken))`,
    [world().tenantId],
  )

test.each([
  ['EUR', 1],
  ['JPY', 2],
  ['KWD', 3],
])(
  'ten at once in %s: nothing gives back more than was taken, documents equal postings',
  async (currency, seed) => {
    const random = numbers(seed)
    const pick = <T>(of: readonly T[]): T => of[random(of.length)]!
    const [staff, finance] = [await world().as('manager'), await world().as('finance')]
    const who = await customer(200_000n, currency)
    await query(
      `update customer set country = 'DE', invoice_street = 'Ring 5', legal_name = code,
        invoice_postal_code = '10115', invoice_city = 'Berlin' where id = $1`,
      [who],
    )
    await credit(who, 100_000n, 'receivable', currency)
    const orders: { id: string }[] = []
    const batches: string[] = []
    const numbersOf = async (one: { id: string }) =>
      (await detail(one)).parcels.flatMap(({ trackNo }) => (trackNo === null ? [] : [trackNo]))
    const invoicesOf = async () =>
      query<{ id: string; version: number; open: string; number: string | null }>(
        `select id, version, open, number from invoice
          where customer_id = $1 and kind = 'invoice' and currency = $2`,
        [who, currency],
      )
    const at = (client: Client, method: 'put' | 'post', path: string, body: object) =>
      client[method](path, body, key())
    /** What one step does is drawn before it runs: steps that run at once keep their order. */
    const steps: Record<string, () => () => Promise<unknown>> = {
      print: () => {
        const { id } = pick(orders)
        return () => print([id], { reason: 'again' })
      },
      scan: () => {
        const [one, weightKg] = [pick(orders), pick(['0.3', '4.5', '10', '31'])]
        return async () => {
          const [no] = await numbersOf(one)
          if (no) await inboundScan(staff, no, { weightKg })
        }
      },
      weigh: () => {
        const [one, weightKg] = [pick(orders), pick(['0.3', '4.5', '10', '31'])]
        return async () => {
          const [no] = await numbersOf(one)
          if (no) await staff.post('/erp/intoParcel/measure', { no, weightKg })
        }
      },
      end: () => {
        const [name, { id }] = [pick(['cancel', 'revoke']), pick(orders)]
        return () => calls.verb(name, [id], { reason: 'x' })
      },
      recharge: () => () => inLedger(world(), (tx) => recharge(tx, who, 700n, currency)),
      ship: () => {
        const one = pick(orders)
        return async () => {
          const { id } = await openOutBatch(world())
          for (const no of await numbersOf(one)) await outboundScan(staff, id, no)
          await staff.put(outBatches.close.path, { id })
          batches.push(id)
        }
      },
      reopen: () => {
        const id = batches.length > 0 ? pick(batches) : null
        return async () => {
          if (id) await staff.put(outBatches.reopen.path, { id, reason: 'x' })
        }
      },
      issue: () => async () => {
        const accounts = await query<{ id: string }>(
          'select id from ledger_account where customer_id = $1 and currency = $2',
          [who, currency],
        )
        const ids = accounts.map(({ id }) => id)
        await at(finance, 'post', invoices.draft.path, { ids, to: TO })
        const drafts = (await invoicesOf()).filter((one) => one.number === null)
        if (drafts.length > 0)
          await at(finance, 'put', invoices.issue.path, { ids: drafts.map(({ id }) => id) })
      },
      credit: () => {
        const [which, frees] = [random(100), random(4) === 0]
        return async () => {
          const issued = (await invoicesOf()).filter((one) => one.number !== null)
          if (issued.length === 0) return
          const { id, version } = issued[which % issued.length]!
          const wish = { id, version, transactionIds: [], frees, reason: 'x' }
          await at(finance, 'post', invoices.credit.path, wish)
        }
      },
      pay: () => {
        const which = random(100)
        return async () => {
          const open = (await invoicesOf()).filter((one) => BigInt(one.open) > 1n)
          if (open.length === 0) return
          const { id, version, open: left } = open[which % open.length]!
          const amount = formatMoney({ minor: BigInt(left) / 2n, currency })
          await at(finance, 'put', invoices.apply.path, { id, version, amount })
        }
      },
      byHand: () => {
        const which = random(1000)
        return async () => {
          const charged = await query<{ id: string }>(
            `select id from trade where customer_id = $1 and trade_type = 'charge' order by id`,
            [who],
          )
          if (charged.length === 0) return
          const { id } = charged[which % charged.length]!
          await at(finance, 'put', trades.reverse.path, { id, reason: 'x' })
        }
      },
    }
    // Those that give back come twice as often.
    const names = [...Object.keys(steps), 'end', 'credit', 'byHand', 'weigh']
    for (let round = 0; round < ROUNDS; round++) {
      for (const method of ['1', pick(['1', '2', '3', '4'])]) {
        await service('ECO-PARCEL', method, currency)
        const parcels = Array.from({ length: 1 + random(2) }, () => parcel({ weightKg: '4' }))
        const one = await order(who, { parcels })
        await confirm([one.id])
        await print([one.id])
        orders.push(one)
      }
      const some = Array.from({ length: AT_ONCE }, () => steps[pick(names)]!())
      await Promise.all(some.map((run) => run()))
      expect(await over()).toEqual([])
      expect(await drift()).toEqual({ drift: [], same: true })
    }
    const [given] = await query<{ count: number }>(
      `select count(*)::int as count from ledger_transaction p
        where p.refunds_id in (select t.transaction_id from trade t where t.customer_id = $1)`,
      [who],
    )
    expect(given!.count).toBeGreaterThan(2)
    await service('ECO-PARCEL', '1', 'EUR')
  },
  60_000,
)
