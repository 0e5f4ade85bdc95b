import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import {
  askReopening,
  capture,
  closeMonth,
  converted,
  decideReopening,
  ensureAccount,
  exchange,
  hold,
  lockAccounts,
  post,
  release,
  requireSecondUser,
  reverse,
  setAccount,
  standingsOf,
  transfer,
  type HoldWish,
  type Standing,
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

const of = async (customerId: string, currency = 'EUR'): Promise<Standing | undefined> =>
  (await inLedger(world(), (tx) => standingsOf(tx, customerId))).find(
    (one) => one.currency === currency,
  )

const account = (customerId: string, currency = 'EUR') => ({
  kind: 'customer' as const,
  customerId,
  currency,
})

async function setCredit(customerId: string, credit: bigint) {
  await inLedger(world(), async (tx) => {
    const id = await ensureAccount(tx, account(customerId))
    await setAccount(tx, id, { credit }, 1)
  })
}

test('a recharge and a charge move balance and trade details with them', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 10_000n))
  const done = await inLedger(world(), (tx) => charge(tx, customerId, 2_550n))
  expect(done.accounts).toMatchObject([{ balance: 7_450n, held: 0n, available: 7_450n }])
  const { rows } = await world().db.pool.query(
    `select account, email, money, trade_type, trade_item, payment_type, payment_channel,
      out_trade_no, balance from trade where tenant_id = $1 and customer_id = $2 order by id`,
    [world().tenantId, customerId],
  )
  expect(rows).toMatchObject([
    { money: '10000', trade_type: 'recharge', payment_channel: 'BANK', balance: '10000' },
    { money: '-2550', trade_type: 'charge', trade_item: 'freight', payment_type: 'balance' },
  ])
  expect(rows[0]).toMatchObject({ email: 'accounts@example.com', out_trade_no: `B-${customerId}` })
})

test('the same event posts once; with other amounts it is refused', async () => {
  const customerId = await newCustomer(world())
  const event = { key: key() }
  const times = Array.from({ length: 16 }, () =>
    inLedger(world(), (tx) => recharge(tx, customerId, 500n, 'EUR', event)),
  )
  const answers = await Promise.all(times)
  expect(new Set(answers.map((one) => one.transactionId)).size).toBe(1)
  expect(answers.filter((one) => !one.repeated)).toHaveLength(1)
  expect(await of(customerId)).toMatchObject({ balance: 500n })
  expect(
    await codeOf(inLedger(world(), (tx) => recharge(tx, customerId, 501n, 'EUR', event))),
  ).toBe('ledger.eventDiffers')
  const other = await newCustomer(world())
  expect(await codeOf(inLedger(world(), (tx) => recharge(tx, other, 500n, 'EUR', event)))).toBe(
    'ledger.eventDiffers',
  )
})

test('500 debits by fifty at once end exactly at the limit: balance and credit, nothing beyond', async () => {
  const customerId = await newCustomer(world())
  await setCredit(customerId, 1_000n)
  await inLedger(world(), (tx) => recharge(tx, customerId, 2_000n))
  const debit = () =>
    codeOf(inLedger(world(), (tx) => charge(tx, customerId, 10n, 'refusable', { useCredit: true })))
  // Fifty at a time: more would wait for a connection until the pool gives up.
  const ten = async () => {
    const found: (string | null)[] = []
    for (let at = 0; at < 10; at++) found.push(await debit())
    return found
  }
  const codes = (await Promise.all(Array.from({ length: 50 }, ten))).flat()
  expect(codes.filter((code) => code === null)).toHaveLength(300)
  expect(codes.filter((code) => code === 'ledger.insufficient')).toHaveLength(200)
  expect(await of(customerId)).toMatchObject({ balance: -1_000n, available: 0n })
})

test('credit counts only where the debit may use it', async () => {
  const customerId = await newCustomer(world())
  await setCredit(customerId, 1_000n)
  expect(await codeOf(inLedger(world(), (tx) => charge(tx, customerId, 1n)))).toBe(
    'ledger.insufficient',
  )
  const wish = { key: key(), account: account(customerId), minor: 1_000n, what: 'label' }
  expect(await codeOf(inLedger(world(), (tx) => hold(tx, wish)))).toBe('ledger.insufficient')
  await inLedger(world(), (tx) => hold(tx, { ...wish, useCredit: true }))
  expect(await of(customerId)).toMatchObject({ balance: 0n, held: 1_000n, available: 0n })
})

test('work done is posted as a debt, and blocks what can be refused until it is paid', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => charge(tx, customerId, 700n, 'workDone'))
  expect(await of(customerId)).toMatchObject({ balance: -700n, available: -700n })
  await inLedger(world(), (tx) => recharge(tx, customerId, 700n))
  expect(await codeOf(inLedger(world(), (tx) => charge(tx, customerId, 1n)))).toBe(
    'ledger.insufficient',
  )
})

test('a refusal leaves nothing, and the transaction may go on', async () => {
  const [poor, rich] = [await newCustomer(world()), await newCustomer(world())]
  await inLedger(world(), async (tx) => {
    await recharge(tx, rich, 100n)
    expect(await codeOf(charge(tx, poor, 50n))).toBe('ledger.insufficient')
    await charge(tx, rich, 50n)
  })
  expect(await of(poor)).toMatchObject({ balance: 0n })
  expect(await of(rich)).toMatchObject({ balance: 50n })
})

test('a frozen account refuses spending; work done, held money and money in go through', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  const wish = { key: key(), account: account(customerId), minor: 300n, what: 'label' }
  await inLedger(world(), (tx) => hold(tx, wish))
  const { accountId } = (await of(customerId))!
  await inLedger(world(), (tx) => setAccount(tx, accountId, { frozenReason: 'dispute' }, 1))
  const codes = [
    await codeOf(inLedger(world(), (tx) => charge(tx, customerId, 1n))),
    await codeOf(inLedger(world(), (tx) => hold(tx, { ...wish, key: key(), minor: 1n }))),
  ]
  expect(codes).toEqual(['ledger.frozen', 'ledger.frozen'])
  const captured = { key: key(), kind: 'charge' as const, debit: 'refusable' as const }
  expect(
    await codeOf(
      inLedger(world(), (tx) =>
        capture(tx, wish.key, { ...captured, lines: freight(customerId, 301n) }),
      ),
    ),
  ).toBe('ledger.frozen')
  await inLedger(world(), (tx) =>
    capture(tx, wish.key, { ...captured, lines: freight(customerId, 300n) }),
  )
  await inLedger(world(), (tx) => charge(tx, customerId, 100n, 'workDone'))
  await inLedger(world(), (tx) => recharge(tx, customerId, 50n))
  expect(await of(customerId)).toMatchObject({ balance: 650n, held: 0n })
  await inLedger(world(), (tx) => setAccount(tx, accountId, { frozenReason: null }, 2))
  await inLedger(world(), (tx) => charge(tx, customerId, 650n))
})

test('a hold is charged whole, less or more, and released once', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  const wish = (): HoldWish => ({
    key: key(),
    account: account(customerId),
    minor: 400n,
    what: 'label',
  })
  const [less, more, free] = [wish(), { ...wish(), minor: 300n }, { ...wish(), minor: 300n }]
  for (const one of [less, more, free]) await inLedger(world(), (tx) => hold(tx, one))
  expect(await of(customerId)).toMatchObject({ held: 1_000n, available: 0n })
  expect((await inLedger(world(), (tx) => hold(tx, less))).repeated).toBe(true)
  const posting = (minor: bigint, debit: 'refusable' | 'workDone') => ({
    key: key(),
    kind: 'charge' as const,
    debit,
    lines: freight(customerId, minor),
  })
  const take = (hold: string, minor: bigint, debit: 'refusable' | 'workDone' = 'refusable') =>
    codeOf(inLedger(world(), (tx) => capture(tx, hold, posting(minor, debit))))
  expect(await take(more.key, 301n)).toBe('ledger.insufficient')
  expect(await take(less.key, 250n)).toBeNull()
  expect(await of(customerId)).toMatchObject({ balance: 750n, held: 600n, available: 150n })
  expect(await take(more.key, 500n, 'workDone')).toBeNull()
  expect(await of(customerId)).toMatchObject({ balance: 250n, held: 300n, available: -50n })
  expect(await take(more.key, 1n)).toBe('ledger.holdEnded')
  expect(await take(key(), 1n)).toBe('ledger.holdMissing')
  for (let time = 0; time < 2; time++)
    await inLedger(world(), (tx) => release(tx, free.key, 'cancelled'))
  expect(await codeOf(inLedger(world(), (tx) => release(tx, less.key, 'late')))).toBe(
    'ledger.holdEnded',
  )
  expect(await of(customerId)).toMatchObject({ balance: 250n, held: 0n, available: 250n })
})

test('a charge given back by hand is linked both ways, once', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  const { transactionId } = await inLedger(world(), (tx) => charge(tx, customerId, 300n))
  const both = await Promise.all(
    [1, 2].map(() => inLedger(world(), (tx) => back(tx, transactionId))),
  )
  const [given, ...others] = both.filter((one) => one !== null)
  expect(others).toEqual([])
  const { transactionId: by } = given!
  expect(await of(customerId)).toMatchObject({ balance: 1_000n })
  const { rows } = await world().db.pool.query(
    `select money, trade_item, reverses_id, reversed_by_id from trade
      where tenant_id = $1 and transaction_id = any($2) order by id`,
    [world().tenantId, [transactionId, by]],
  )
  expect(rows).toEqual([
    { money: '-300', trade_item: 'freight', reverses_id: null, reversed_by_id: by },
    { money: '300', trade_item: 'freight', reverses_id: transactionId, reversed_by_id: null },
  ])
  expect(
    await codeOf(
      inLedger(world(), (tx) => reverse(tx, { transactionId: by, reason: 'back again' })),
    ),
  ).toBe('ledger.originalTakesBack')
})

test('parts of a charge are given back up to the whole, then no more, and it is never reversed', async () => {
  const customerId = await newCustomer(world())
  const { transactionId } = await inLedger(world(), (tx) =>
    charge(tx, customerId, 300n, 'workDone'),
  )
  const refund = (minor: bigint) =>
    codeOf(
      inLedger(world(), (tx) =>
        post(tx, {
          key: key(),
          kind: 'refund',
          debit: 'refusable',
          refundsId: transactionId,
          lines: freight(customerId, -minor),
        }),
      ),
    )
  expect(await Promise.all([refund(200n), refund(200n)])).toContain('ledger.overRefunded')
  await expect(
    inLedger(world(), (tx) => reverse(tx, { transactionId, reason: 'x' })),
  ).rejects.toThrow('given back, not reversed')
  expect(await refund(101n)).toBe('ledger.overRefunded')
  expect(await refund(-10n)).toBe('ledger.overRefunded')
  expect(await refund(100n)).toBeNull()
  expect(await of(customerId)).toMatchObject({ balance: 0n })
})

test('money moves between customers and currencies with entries of its own', async () => {
  const [from, to] = [await newCustomer(world()), await newCustomer(world())]
  await inLedger(world(), (tx) => recharge(tx, from, 10_000n))
  const wish = { key: key(), fromCustomerId: from, toCustomerId: to, reason: 'merged' }
  await inLedger(world(), (tx) =>
    transfer(tx, { ...wish, money: { minor: 4_000n, currency: 'EUR' } }),
  )
  const change = { customerId: to, rate: '162.355', rateOn: '2026-11-20' }
  const got = await inLedger(world(), (tx) =>
    exchange(tx, { ...change, key: key(), from: { minor: 1_000n, currency: 'EUR' }, to: 'JPY' }),
  )
  expect(got.money).toEqual({ minor: 1_624n, currency: 'JPY' })
  expect(await of(from)).toMatchObject({ balance: 6_000n })
  expect(await of(to)).toMatchObject({ balance: 3_000n })
  expect(await of(to, 'JPY')).toMatchObject({ balance: 1_624n })
})

test.each([
  ['EUR', 'JPY', 1_000n, '162.355', 1_624n],
  ['JPY', 'EUR', 1_624n, '0.0061593', 1_000n],
  ['EUR', 'KWD', 1n, '0.3355', 3n],
  ['KWD', 'JPY', 1n, '499.5', 0n],
  ['KWD', 'JPY', 1n, '500', 1n],
])('%s to %s is exact to the minor unit', (currency, to, minor, rate, result) => {
  expect(converted({ minor, currency }, to, rate)).toBe(result)
})

test('accounts are locked by id, whatever order they are asked for in', async () => {
  const customers = [await newCustomer(world()), await newCustomer(world())]
  const ids: string[] = []
  for (const one of customers)
    ids.push(await inLedger(world(), (tx) => ensureAccount(tx, account(one))))
  const locked = await inLedger(world(), (tx) => lockAccounts(tx, ids.toReversed()))
  expect(locked.map((one) => one.accountId)).toEqual(ids)
})

const userId = async (role: 'finance' | 'manager') =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_user where tenant_id = $1 and username = $2',
      [world().tenantId, world().username(role)],
    )
  ).rows[0]!.id

const monthOf = async (transactionId: string) =>
  (
    await world().db.pool.query(
      `select month::text, late_for::text from ledger_transaction where tenant_id = $1 and id = $2`,
      [world().tenantId, transactionId],
    )
  ).rows[0] as object

test('a closed month takes no entry; reopening needs a reason and a second user', async () => {
  const customerId = await newCustomer(world())
  const on = (day: string) =>
    inLedger(world(), (tx) => recharge(tx, customerId, 100n, 'EUR', { on: day }))
  const [asks, approves] = [await userId('finance'), await userId('manager')]
  const as = <R>(
    actor: NonNullable<Parameters<typeof inLedger>[2]>,
    work: Parameters<typeof inLedger<R>>[1],
  ) => inLedger(world(), work, actor)
  const before = await on('2026-03-15')
  expect(await monthOf(before.transactionId)).toEqual({ month: '2026-03-01', late_for: null })
  await on('2026-02-10')
  expect(await codeOf(inLedger(world(), (tx) => closeMonth(tx, '2026-03')))).toBe(
    'ledger.monthBefore',
  )
  for (const month of ['2026-02', '2026-03']) await inLedger(world(), (tx) => closeMonth(tx, month))
  expect(await codeOf(inLedger(world(), (tx) => closeMonth(tx, '2026-03')))).toBe(
    'ledger.monthClosed',
  )
  const future = new Date().toISOString().slice(0, 7)
  expect(await codeOf(inLedger(world(), (tx) => closeMonth(tx, future)))).toBe(
    'ledger.monthNotOver',
  )
  const late = await on('2026-02-28')
  expect(await monthOf(late.transactionId)).toEqual({
    month: '2026-04-01',
    late_for: '2026-02-28',
  })
  await expect(
    world().db.pool.query(
      `insert into ledger_transaction (tenant_id, event_key, kind, digest, month,
          booked_on) values ($1, $2, 'charge', '\\x00', '2026-03-01', '2026-03-01')`,
      [world().tenantId, key()],
    ),
  ).rejects.toThrow(/is closed/)

  expect(await codeOf(as({ userId: approves }, (tx) => decideReopening(tx, '2026-03', true)))).toBe(
    'ledger.monthNotAsked',
  )
  await as({ userId: asks }, (tx) => askReopening(tx, '2026-03', 'carrier bill came late'))
  const decide = (actor: Parameters<typeof as>[0]) =>
    codeOf(as(actor, (tx) => decideReopening(tx, '2026-03', true)))
  const admin = { userId: '99', username: 'admin' }
  expect(await decide({ userId: asks })).toBe('ledger.secondUser')
  expect(await decide({})).toBe('ledger.secondUser')
  expect(await decide({ userId: approves, by: { userId: asks, username: 'x' } })).toBe(
    'ledger.secondUser',
  )
  await world().db.pool.query(
    `insert into sys_user_agent (tenant_id, user_id, agent_user_id) values ($1, $2, $3)`,
    [world().tenantId, asks, approves],
  )
  expect(await decide({ userId: approves })).toBe('ledger.secondUser')
  await world().db.pool.query(`delete from sys_user_agent where tenant_id = $1`, [world().tenantId])
  // An administrator who signed in for one cannot sign in for the other.
  const first = { userId: asks, actorId: admin.userId }
  expect(
    await codeOf(as({ userId: approves, by: admin }, (tx) => requireSecondUser(tx, first))),
  ).toBe('ledger.secondUser')
  expect(await decide({ userId: approves })).toBeNull()
  expect(await monthOf((await on('2026-03-31')).transactionId)).toEqual({
    month: '2026-03-01',
    late_for: null,
  })
})
