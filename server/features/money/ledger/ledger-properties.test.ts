import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import {
  capture,
  ensureAccount,
  exchange,
  hold,
  post,
  prove,
  release,
  setAccount,
  standingsOf,
  transfer,
  type EventKey,
} from './index.ts'
import {
  back,
  charge,
  codeOf,
  freight,
  inLedger,
  key,
  newCustomer,
  recharge,
} from './ledger.fixture.ts'

const world = useWorld()
/** Of 0, 2 and 3 decimals. */
const CURRENCIES = ['JPY', 'EUR', 'KWD'] as const

const OPS = [
  'recharge',
  'charge',
  'workDone',
  'hold',
  'capture',
  'release',
  'reverse',
  'refund',
  'exchange',
  'transfer',
  'again',
] as const
const step = fc.record({
  op: fc.constantFrom(...OPS),
  who: fc.nat(1),
  currency: fc.constantFrom(...CURRENCIES),
  minor: fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, 2n ** 50n)),
  which: fc.nat(),
  useCredit: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Account {
  balance: bigint
  held: bigint
  credit: bigint
}
interface Charge {
  id: string
  at: string
  minor: bigint
  given: bigint
  eventKey: EventKey
}

/** The ledger as it should be, next to the real one. */
class Model {
  readonly accounts = new Map<string, Account>()
  readonly holds: { key: string; at: string; minor: bigint; open: boolean }[] = []
  readonly charges: Charge[] = []
  at(place: string): Account {
    const known = this.accounts.get(place) ?? { balance: 0n, held: 0n, credit: 0n }
    this.accounts.set(place, known)
    return known
  }
  free(place: string, useCredit: boolean): bigint {
    const { balance, held, credit } = this.at(place)
    return balance - held + (useCredit ? credit : 0n)
  }
}

const run = <R>(work: Parameters<typeof inLedger<R>>[1]) => inLedger(world(), work)
const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]

async function apply(model: Model, customers: readonly string[], one: Step): Promise<void> {
  const { op, currency, minor, useCredit, which } = one
  const customerId = customers[one.who]!
  const place = `${customerId} ${currency}`
  const mine = model.at(place)
  const charged = async (debit: 'refusable' | 'workDone') => {
    const eventKey = key()
    const enough = debit === 'workDone' || model.free(place, useCredit) >= minor
    let id = ''
    const code = await codeOf(
      run(async (tx) => {
        const change = { key: eventKey, useCredit }
        id = (await charge(tx, customerId, minor, debit, change, currency)).transactionId
      }),
    )
    expect(code).toBe(enough ? null : 'ledger.insufficient')
    if (!enough) return
    mine.balance -= minor
    model.charges.push({ id, at: place, minor, given: 0n, eventKey })
  }
  switch (op) {
    case 'recharge':
      await run((tx) => recharge(tx, customerId, minor, currency))
      mine.balance += minor
      return
    case 'charge':
      return charged('refusable')
    case 'workDone':
      return charged('workDone')
    case 'again': {
      const [owner, unit] = (pick(model.charges, which)?.at ?? '').split(' ')
      const known = pick(model.charges, which)
      if (!known || !owner) return
      const posted = await run((tx) =>
        charge(tx, owner, known.minor, 'workDone', { key: known.eventKey }, unit),
      )
      expect(posted).toMatchObject({ repeated: true, transactionId: known.id })
      return
    }
    case 'hold': {
      const wish = { key: key(), minor, what: 'label', useCredit }
      const account = { kind: 'customer' as const, customerId, currency }
      const enough = model.free(place, useCredit) >= minor
      const code = await codeOf(run((tx) => hold(tx, { ...wish, account })))
      expect(code).toBe(enough ? null : 'ledger.insufficient')
      if (!enough) return
      mine.held += minor
      model.holds.push({ key: wish.key, at: place, minor, open: true })
      return
    }
    case 'capture': {
      const held = pick(model.holds, which)
      if (!held) return
      const [owner, unit] = held.at.split(' ') as [string, string]
      const of = model.at(held.at)
      const enough = minor <= held.minor || model.free(held.at, useCredit) + held.minor >= minor
      const lines = freight(owner, minor, unit)
      const posting = { key: key(), kind: 'charge' as const, debit: 'refusable' as const, lines }
      const code = await codeOf(run((tx) => capture(tx, held.key, { ...posting, useCredit })))
      expect(code).toBe(!held.open ? 'ledger.holdEnded' : enough ? null : 'ledger.insufficient')
      if (code !== null) return
      held.open = false
      of.held -= held.minor
      of.balance -= minor
      return
    }
    case 'release': {
      const held = pick(model.holds, which)
      if (!held) return
      const code = await codeOf(run((tx) => release(tx, held.key, 'cancelled')))
      if (held.open) model.at(held.at).held -= held.minor
      expect(code === null || !held.open).toBe(true)
      held.open = false
      return
    }
    case 'reverse': {
      const known = pick(model.charges, which)
      if (!known) return
      const posted = await run((tx) => back(tx, known.id))
      expect(posted === null).toBe(known.given === known.minor)
      model.at(known.at).balance += known.minor - known.given
      known.given = known.minor
      return
    }
    case 'refund': {
      const known = pick(model.charges, which)
      if (!known) return
      const [owner, unit] = known.at.split(' ') as [string, string]
      const code = await codeOf(
        run((tx) =>
          post(tx, {
            key: key(),
            kind: 'refund',
            debit: 'refusable',
            refundsId: known.id,
            lines: freight(owner, -minor, unit),
          }),
        ),
      )
      const fits = known.given + minor <= known.minor
      expect(code).toBe(fits ? null : 'ledger.overRefunded')
      if (code !== null) return
      known.given += minor
      model.at(known.at).balance += minor
      return
    }
    case 'exchange': {
      const to = CURRENCIES[(CURRENCIES.indexOf(currency) + 1) % CURRENCIES.length]!
      const wish = { key: key(), customerId, from: { minor, currency }, to, rateOn: '2026-11-20' }
      let got = 0n
      const code = await codeOf(
        run(async (tx) => {
          got = (await exchange(tx, { ...wish, rate: '1.0375' })).money.minor
        }),
      )
      if (code === 'ledger.exchangeTooSmall') return
      expect(code).toBe(model.free(place, false) >= minor ? null : 'ledger.insufficient')
      if (code !== null) return
      mine.balance -= minor
      model.at(`${customerId} ${to}`).balance += got
      return
    }
    case 'transfer': {
      const other = customers[1 - one.who]!
      const ids = { fromCustomerId: customerId, toCustomerId: other }
      const wish = { key: key(), ...ids, money: { minor, currency }, reason: 'merged' }
      const code = await codeOf(run((tx) => transfer(tx, { ...wish, useCredit })))
      expect(code).toBe(model.free(place, useCredit) >= minor ? null : 'ledger.insufficient')
      if (code !== null) return
      mine.balance -= minor
      model.at(`${other} ${currency}`).balance += minor
    }
  }
}

test('random histories end as they should: balances, holds, sums of 0, chains', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (history) => {
      const customers = [await newCustomer(world()), await newCustomer(world())]
      const model = new Model()
      for (const customerId of customers) {
        const wish = { kind: 'customer' as const, customerId, currency: 'EUR' }
        const id = await run((tx) => ensureAccount(tx, wish))
        await run((tx) => setAccount(tx, id, { credit: 100n }, 1))
        model.at(`${customerId} EUR`).credit = 100n
      }
      for (const one of history) await apply(model, customers, one)
      steps += history.length
      const found = (
        await Promise.all(customers.map((one) => run((tx) => standingsOf(tx, one))))
      ).flat()
      for (const { customerId, currency, balance, held } of found)
        expect({ balance, held }).toMatchObject({
          balance: model.at(`${customerId} ${currency}`).balance,
          held: model.at(`${customerId} ${currency}`).held,
        })
    }),
    { numRuns: 20 },
  )
  expect(steps).toBeGreaterThan(300)
  expect((await run((tx) => prove(tx))).drift).toEqual([])
  const { rows } = await world().db.pool.query<{ sum: string }>(
    'select sum(amount) from ledger_entry where tenant_id = $1 group by currency',
    [world().tenantId],
  )
  expect(new Set(rows.map((row) => row.sum))).toEqual(new Set(['0']))
})
