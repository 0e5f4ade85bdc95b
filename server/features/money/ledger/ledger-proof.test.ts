import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/kit/db/database.ts'
import type { Deps } from '#server/kit/runtime/deps.ts'
import { useWorld } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { hold, lastProof, post, prove, release, standingsOf } from './index.ts'
import { freight, inLedger, key, newCustomer, recharge } from './ledger.fixture.ts'

// What the owner of the tables does to them is done in a database of its own.
const world = useWorld()
let own: { deps: Deps; tenantId: string }
const suite = () => own
const db = (): Database => own.deps.db
beforeAll(async () => {
  const opened = openDatabase(await ownDatabase())
  const { rows } = await opened.pool.query<{ id: string }>(
    `insert into tenant (code, name, name_en) values ('ledger', 'ledger', 'ledger') returning id`,
  )
  own = { deps: { ...world().deps, db: opened }, tenantId: rows[0]!.id }
})
afterAll(() => db().close())

const of = async (customerId: string) =>
  (await inLedger(suite(), (tx) => standingsOf(tx, customerId)))[0]

test('what was posted cannot be changed, by the owner of the tables neither', async () => {
  const customerId = await newCustomer(suite())
  await inLedger(suite(), (tx) => recharge(tx, customerId, 1_000n))
  const wish = { key: key(), minor: 10n, what: 'label' }
  const account = { kind: 'customer' as const, customerId, currency: 'EUR' }
  await inLedger(suite(), (tx) => hold(tx, { ...wish, account }))
  await inLedger(suite(), (tx) => release(tx, wish.key, 'cancelled'))
  for (const table of ['ledger_entry', 'ledger_transaction', 'trade', 'ledger_hold'])
    for (const statement of [
      `update ${table} set tenant_id = tenant_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(db().pool.query(statement), statement).rejects.toThrow(/never changed/)
})

test('a transaction that does not balance is refused at the commit', async () => {
  const customerId = await newCustomer(suite())
  const { transactionId } = await inLedger(suite(), (tx) => recharge(tx, customerId, 1_000n))
  const accountId = (await of(customerId))!.accountId
  await expect(
    db().pool.query(
      `insert into ledger_entry (tenant_id, transaction_id, account_id, seq, line_no, amount,
        currency, balance_after, hash) values ($1, $2, $3, 2, 3, 5, 'EUR', 1005, '\\x00')`,
      [suite().tenantId, transactionId, accountId],
    ),
  ).rejects.toThrow(/does not balance/)
  await expect(
    inLedger(suite(), (tx) =>
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
    await newCustomer(suite()),
    await newCustomer(suite()),
    await newCustomer(suite()),
  ]
  for (const one of [good, bad, poor])
    for (let time = 0; time < 3; time++) await inLedger(suite(), (tx) => recharge(tx, one, 1_000n))
  const ctx = () => inLedger(suite(), (tx) => prove(tx))
  expect((await ctx()).drift).toEqual([])
  const client = await db().pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table ledger_entry disable trigger ledger_entry_fixed')
    await client.query(
      `update ledger_entry e set amount = 1001 from ledger_account a
        where a.tenant_id = $1 and a.customer_id = $2 and e.tenant_id = a.tenant_id
          and e.account_id = a.id and e.seq = 2`,
      [suite().tenantId, bad],
    )
    await client.query('alter table ledger_entry enable always trigger ledger_entry_fixed')
    await client.query(
      'update ledger_account set held = 5 where tenant_id = $1 and customer_id = $2',
      [suite().tenantId, poor],
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
  expect(await inLedger(suite(), (tx) => lastProof(tx))).toEqual(found)
})
