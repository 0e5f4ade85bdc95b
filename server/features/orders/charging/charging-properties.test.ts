import { beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#contracts/kit/money.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { rerates } from '#contracts/money/rerates.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import {
  inboundScan,
  openOutBatch,
  outboundScan,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { charge, inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { Client, useWorld } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inCharging, minorOf } from './charging.fixture.ts'

const world = useWorld()
const {
  confirm,
  credit,
  customer,
  detail,
  drift,
  order,
  print,
  query,
  service,
  standing,
  switchOn,
  verb,
} = inCharging(world)

beforeAll(() => switchOn([{ currency: 'EUR', amount: '0.50' }]))

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

test('sub-accounts that confirm at once stay within their caps, and within what the account has', async () => {
  const main = await world().as('customer')
  const { customerId } = world()
  await service('ECO-PARCEL', '1')
  const subWith = async (spendCap: string) => {
    const username = `cap${spendCap.length}${Math.random().toString(36).slice(2, 8)}`
    const password = 'Green-Lantern-77!'
    const { account } = await main.call(subAccounts.add, {
      username,
      realname: username,
      password,
      perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
    })
    const { id, version, realname } = await main.call(subAccounts.queryById, { id: account.id })
    const answer = await world().anonymous.post('/sys/login', { username, password })
    const client = new Client(world().base, (answer.result as { token: string }).token)
    const made = await Promise.all(Array.from({ length: 5 }, () => order(customerId, {}, client)))
    const price = minorOf((await detail(made[0]!)).amount)
    const cap = { spendCap: formatMoney({ minor: price * 2n, currency: 'EUR' }) }
    await main.call(subAccounts.edit, { id, version, realname, ...cap, spendCurrency: 'EUR' })
    return { client, made, price, username }
  }
  const subs = [await subWith('1'), await subWith('22'), await subWith('333')]
  const { price } = subs[0]!
  // Caps of six orders in all, money for five.
  await inLedger(world(), (tx) => recharge(tx, customerId, price * 5n + price / 2n))
  const before = await standing(customerId)
  const rows = await Promise.all(
    subs.flatMap(({ client, made }) =>
      made.map(async ({ id }) => ({ client, row: (await confirm([id], client))[0]! })),
    ),
  )
  const done = rows.filter(({ row }) => row.ok)
  for (const { client } of subs)
    expect(done.filter((one) => one.client === client).length).toBeLessThanOrEqual(2)
  expect(done).toHaveLength(5)
  expect(new Set(rows.filter(({ row }) => !row.ok).map(({ row }) => row.code))).toEqual(
    new Set(['spendCap.over', 'ledger.insufficient']),
  )
  expect((await standing(customerId)).held - before.held).toBe(price * 5n)
})

test('accounts apart by contract: what is owed beyond the credit of one counts on the other', async () => {
  const finance = await world().as('finance')
  const who = await customer(10_000n)
  const open = { customerId: who, kind: 'receivable', currency: 'EUR' } as const
  await query('update customer set iz_apart = true where id = $1', [who])
  await service('ECO-PARCEL', '4')
  const [first, second, third] = [await order(who), await order(who), await order(who)]
  const price = minorOf((await detail(first)).amount)
  expect(await confirm([first.id])).toMatchObject([{ code: 'ledger.insufficient' }])
  const { id } = await finance.call(accounts.open, open)
  expect(await finance.call(accounts.open, open)).toMatchObject({ id })
  const wish = { id, version: 1, reason: 'contract' }
  const set = (credit: bigint, version: number) =>
    finance.call(accounts.credit, {
      ...wish,
      version,
      credit: formatMoney({ minor: credit, currency: 'EUR' }),
    })
  await set(price * 3n, 1)
  expect(await confirm([first.id])).toMatchObject([{ ok: true }])
  // Work done on the prepaid account leaves a debt that takes the room for two.
  await inLedger(world(), (tx) => charge(tx, who, 10_000n + price + 1n, 'workDone'))
  expect(await confirm([second.id, third.id])).toMatchObject([
    { code: 'ledger.insufficient' },
    { code: 'ledger.insufficient' },
  ])
  await inLedger(world(), (tx) => recharge(tx, who, 1n))
  expect(await confirm([second.id, third.id])).toMatchObject([
    { ok: true },
    { code: 'ledger.insufficient' },
  ])
  // And the other way: beyond its monthly limit the customer spends its balance no further.
  await inLedger(world(), (tx) => recharge(tx, who, price * 2n))
  await set(price, 2)
  await service('ECO-PARCEL', '1')
  expect((await standing(who)).balance).toBe(price)
  expect(await confirm([(await order(who)).id])).toMatchObject([{ code: 'ledger.insufficient' }])
  await set(price * 2n, 3)
  expect(await confirm([(await order(who)).id])).toMatchObject([{ ok: true }])
})

const STEPS = 30
const METHODS = ['1', '2', '3', '4'] as const

test.each([1, 2])(
  'orders, scans, revokes, recharges, re-weighings and corrections in any order keep the books (%i)',
  async (seed) => {
    const random = numbers(seed)
    const pick = <T>(of: readonly T[]): T => of[random(of.length)]!
    const [staff, finance] = [await world().as('manager'), await world().as('finance')]
    const who = await customer(2_000n)
    await credit(who, 1_500n)
    const orders: { id: string }[] = []
    const parcelsOf = async (one: { id: string }) =>
      (await detail(one)).parcels.filter(({ trackNo }) => trackNo !== null)
    const kg = () => pick(['0.3', '4.5', '10', '22.5', '31.6'])
    const free = async (kind: 'customer' | 'receivable') => {
      const { balance, held } = await standing(who, kind)
      return balance - held + (kind === 'receivable' ? 1_500n : 0n)
    }
    const steps = {
      add: async () => {
        const method = pick(METHODS)
        await service('ECO-PARCEL', method)
        const parcels = Array.from({ length: 1 + random(3) }, () => parcel({ weightKg: '4' }))
        const one = await order(who, { parcels })
        // What may be refused takes no more than there is.
        const before = [await free('customer'), await free('receivable')]
        await confirm([one.id])
        const after = [await free('customer'), await free('receivable')]
        const [was, left] = [before, after].map(([one, other]) => one! + other!)
        expect(left! >= 0n || left === was, `${left} of ${was}`).toBe(true)
        orders.push(one)
      },
      print: async () => void (await print([pick(orders).id], { reason: 'again' })),
      scan: async () => {
        const [first] = await parcelsOf(pick(orders))
        if (first) await inboundScan(staff, first.trackNo!, random(4) > 0 ? { weightKg: kg() } : {})
      },
      weigh: async () => {
        const found = await parcelsOf(pick(orders))
        if (found.length > 0)
          await staff.post('/erp/intoParcel/measure', { no: pick(found).trackNo, weightKg: kg() })
      },
      undo: async () => {
        const { rows } = (await staff.get('/erp/intoParcel/recent')).result as {
          rows: { id: string; undoUntil: string | null }[]
        }
        const last = rows.find(({ undoUntil }) => undoUntil !== null)
        if (last) await staff.post('/erp/intoParcel/undo', { scanId: last.id })
      },
      end: async () =>
        void (await verb(pick(['cancel', 'revoke']), [pick(orders).id], { reason: 'x' })),
      recharge: async () => void (await inLedger(world(), (tx) => recharge(tx, who, 700n))),
      ship: async () => {
        const { id } = await openOutBatch(world())
        for (const { trackNo } of await parcelsOf(pick(orders)))
          await outboundScan(staff, id, trackNo!)
        await staff.put(outBatches.close.path, { id })
      },
      correct: async () => {
        const { id } = pick(orders)
        await query(
          'update shipment set amount = amount + $2 where id = $1 and amount is not null',
          [id, random(900)],
        )
        const { rows } = await finance.call(rerates.preview, { orderIds: [id] })
        const [row] = rows
        if (row?.key) await finance.post(rerates.apply.path, { ids: [id], keys: { [id]: row.key } })
      },
    }
    await steps.add()
    const names = Object.keys(steps) as (keyof typeof steps)[]
    for (let step = 0; step < STEPS; step++) {
      const name = step % 5 === 0 ? 'add' : pick(names)
      await steps[name]()
    }
    await service('ECO-PARCEL', '1')
    expect(await drift()).toEqual({ drift: [], same: true })
    const unbalanced = await query(
      `select currency from ledger_entry where tenant_id = $1 group by currency having sum(amount) <> 0`,
      [world().tenantId],
    )
    expect(unbalanced).toEqual([])
    // No posting gave back more than it took.
    const over = await query(
      `select t.id from ledger_transaction t
        join ledger_transaction b on b.tenant_id = t.tenant_id and t.id in (b.refunds_id, b.reverses_id)
        join lateral (select sum(e.amount) filter (where e.transaction_id = t.id) as took,
            sum(e.amount) filter (where e.transaction_id = b.id) as gave
          from ledger_entry e join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
          where e.tenant_id = t.tenant_id and e.transaction_id in (t.id, b.id)
            and a.customer_id is not null) s on true
        where t.tenant_id = $1 group by t.id, s.took having sum(s.gave) > -s.took`,
      [world().tenantId],
    )
    expect(over).toEqual([])
    // What a parcel was charged in all is what its charges come to.
    const differing = await query(
      `select p.parcel_no, p.due, p.paid from (select c.parcel_no,
          sum(case c.state when 'charged' then c.amount when 'refunded' then c.handling_fee else 0 end)
            as due,
          (select coalesce(-sum(t.money), 0) from trade t
            where t.tenant_id = c.tenant_id and t.parcel_id = c.parcel_id) as paid
        from parcel_charge c where c.tenant_id = $1 and c.method <> '5'
        group by c.tenant_id, c.parcel_id, c.parcel_no) p where p.due <> p.paid`,
      [world().tenantId],
    )
    expect(differing).toEqual([])
  },
  60_000,
)
