import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import {
  capture,
  ensureAccount,
  exchange,
  hold,
  lastProof,
  post,
  prove,
  release,
  reverse,
  setAccount,
  standingsOf,
  transfer,
} from './index.ts'
import { charge, codeOf, freight, inLedger, key, newCustomer, recharge } from './ledger.fixture.ts'

const world = useWorld()

const of = async (customerId: string, currency = 'EUR') =>
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

const count = async (text: string, ...values: unknown[]) =>
  Number((await world().db.pool.query<{ n: string }>(text, values)).rows[0]!.n)

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

test('500 debits at once end exactly at the limit: balance and credit, nothing beyond', async () => {
  const customerId = await newCustomer(world())
  await setCredit(customerId, 1_000n)
  await inLedger(world(), (tx) => recharge(tx, customerId, 2_000n))
  const codes = await Promise.all(
    Array.from({ length: 500 }, () =>
      codeOf(
        inLedger(world(), (tx) => charge(tx, customerId, 10n, 'refusable', { useCredit: true })),
      ),
    ),
  )
  expect(codes.filter((code) => code === null)).toHaveLength(300)
  expect(codes.filter((code) => code === 'ledger.insufficient')).toHaveLength(200)
  expect(await of(customerId)).toMatchObject({ balance: -1_000n, available: 0n })
}, 60_000)

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
  const wish = () => ({ key: key(), account: account(customerId), minor: 400n, what: 'label' })
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

test('a reversal is linked both ways and happens once', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  const { transactionId } = await inLedger(world(), (tx) => charge(tx, customerId, 300n))
  const both = await Promise.all(
    [1, 2].map(() => inLedger(world(), (tx) => reverse(tx, { transactionId, reason: 'wrong' }))),
  )
  expect(both[0]!.transactionId).toBe(both[1]!.transactionId)
  const [{ transactionId: back }] = both as [(typeof both)[0]]
  expect(await of(customerId)).toMatchObject({ balance: 1_000n })
  const { rows } = await world().db.pool.query(
    `select money, trade_item, reverses_id, reversed_by_id from trade
      where tenant_id = $1 and transaction_id = any($2) order by id`,
    [world().tenantId, [transactionId, back]],
  )
  expect(rows).toEqual([
    { money: '-300', trade_item: 'freight', reverses_id: null, reversed_by_id: back },
    { money: '300', trade_item: 'freight', reverses_id: transactionId, reversed_by_id: null },
  ])
  expect(
    await codeOf(
      inLedger(world(), (tx) => reverse(tx, { transactionId: back, reason: 'back again' })),
    ),
  ).toBe('ledger.originalTakesBack')
})

test('parts of a charge are given back up to the whole, then no more and no reversal', async () => {
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
  expect(await codeOf(inLedger(world(), (tx) => reverse(tx, { transactionId, reason: 'x' })))).toBe(
    'ledger.partlyRefunded',
  )
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

test('what was posted cannot be changed, by the owner of the tables neither', async () => {
  const customerId = await newCustomer(world())
  await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  for (const table of ['ledger_entry', 'ledger_transaction', 'trade', 'ledger_hold'])
    for (const statement of [
      `update ${table} set version = 1`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      if (statement.startsWith('update') && table === 'ledger_hold') continue
      const text = statement.replace('version = 1', 'tenant_id = tenant_id')
      await expect(world().db.pool.query(text)).rejects.toThrow(/never changed/)
    }
})

test('a transaction that does not balance is refused at the commit', async () => {
  const customerId = await newCustomer(world())
  const { transactionId } = await inLedger(world(), (tx) => recharge(tx, customerId, 1_000n))
  const accountId = (await of(customerId))!.accountId
  await expect(
    world().db.pool.query(
      `insert into ledger_entry (tenant_id, transaction_id, account_id, seq, line_no, amount,
        currency, balance_after, hash) values ($1, $2, $3, 2, 3, 5, 'EUR', 1005, '\\x00')`,
      [world().tenantId, transactionId, accountId],
    ),
  ).rejects.toThrow(/does not balance/)
  await expect(
    inLedger(world(), (tx) =>
      post(tx, {
        key: key(),
        kind: 'charge',
        debit: 'workDone',
        lines: freight(customerId, 5n).slice(1),
      }),
    ),
  ).rejects.toThrow(/at least two lines/)
})

test('the proof names the account whose entry, balance or trade detail was altered', async () => {
  const [good, bad, poor] = [
    await newCustomer(world()),
    await newCustomer(world()),
    await newCustomer(world()),
  ]
  for (const one of [good, bad, poor])
    for (let time = 0; time < 3; time++) await inLedger(world(), (tx) => recharge(tx, one, 1_000n))
  const ctx = () => inLedger(world(), (tx) => prove(tx))
  expect((await ctx()).drift).toEqual([])
  const client = await world().db.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table ledger_entry disable trigger ledger_entry_fixed')
    await client.query(
      `update ledger_entry e set amount = 1001 from ledger_account a
        where a.tenant_id = $1 and a.customer_id = $2 and e.tenant_id = a.tenant_id
          and e.account_id = a.id and e.seq = 2`,
      [world().tenantId, bad],
    )
    await client.query('alter table ledger_entry enable always trigger ledger_entry_fixed')
    await client.query(
      'update ledger_account set held = 5 where tenant_id = $1 and customer_id = $2',
      [world().tenantId, poor],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  const found = await ctx()
  const reasons = (customerId: string) =>
    found.drift.find((one) => one.customerId === customerId && one.kind === 'customer')?.reasons
  expect(reasons(bad)).toEqual(['balance', 'chain', 'transaction', 'trade'])
  expect(reasons(poor)).toEqual(['held'])
  expect(reasons(good)).toBeUndefined()
  expect(found.accounts).toBeGreaterThan(3)
  expect(await inLedger(world(), (tx) => lastProof(tx))).toEqual(found)
  expect(
    await count(`select count(*) as n from ledger_proof where tenant_id = $1`, world().tenantId),
  ).toBeGreaterThan(1)
})
