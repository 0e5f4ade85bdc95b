import { expect, test } from 'vitest'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { ensureAccount } from '#server/features/money/ledger/index.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { book, fundedAccount } from './accounts.fixture.ts'

const world = useWorld()

test('orders may be charged what both accounts of a customer have, unless they pay apart', async () => {
  const finance = await world().as('finance')
  const { pool } = world().db
  const { id, customerId } = await fundedAccount(world(), 5_000n)
  const key = { kind: 'receivable', customerId, currency: 'EUR' } as const
  const monthly = await inLedger(world(), (tx) => ensureAccount(tx, key))
  const spendable = async () => {
    const found = await finance.call(accounts.figures, { ids: [id, monthly] })
    return [found[id]!.spendable, found[monthly]!.spendable]
  }
  await pool.query('update ledger_account set held = 511 where id = $1', [monthly])
  expect(await spendable()).toEqual(['44.89', '44.89'])
  await pool.query('update customer set iz_apart = true where id = $1', [customerId])
  expect(await spendable()).toEqual(['44.89', '-5.11'])
  await pool.query('update ledger_account set held = 0 where id = $1', [monthly])
})

test('the figure names what makes it up; days are those of the account; a frozen one has none', async () => {
  const finance = await world().as('finance')
  const { pool } = world().db
  const { id, customerId } = await fundedAccount(world(), 3_000n)
  await book(world(), customerId, -1_000n)
  const key = { kind: 'receivable', customerId, currency: 'EUR' } as const
  const monthly = await inLedger(world(), (tx) => ensureAccount(tx, key))
  await pool.query('update ledger_account set credit = 100000 where id = $1', [monthly])
  const figures = () => finance.call(accounts.figures, { ids: [id, monthly] })
  expect((await figures())[id]).toMatchObject({
    spendable: '1020.00',
    spendableOf: { own: '20.00', credit: '0.00', other: '1000.00' },
    daysLeft: 2,
    together: { daysLeft: 102 },
  })
  expect((await figures())[monthly]).toMatchObject({
    spendable: '1020.00',
    spendableOf: { own: '0.00', credit: '1000.00', other: '20.00' },
    perDay: null,
  })
  const freeze = { id, version: 1, frozen: true, reason: 'unpaid' }
  const { id: foreign } = await fundedAccount(world(), 0n)
  const wrong = { ...freeze, also: [{ id: foreign, version: 1 }] }
  expect((await finance.put(accounts.freeze.path, wrong)).success).toBe(false)
  expect(
    (await finance.put(accounts.freeze.path, { ...freeze, also: [{ id: monthly, version: 7 }] }))
      .error,
  ).toBe('row.stale')
  expect((await figures())[id]).toMatchObject({ spendable: '1020.00' })
  await finance.call(accounts.freeze, { ...freeze, also: [{ id: monthly, version: 1 }] })
  const after = await figures()
  expect([after[id]!.spendable, after[monthly]!.spendable]).toEqual(['0.00', '0.00'])
})

test('a customer is shown a monthly account once it has credit or a line, staff always', async () => {
  const { customerId } = world()
  const [customer, finance] = [await world().as('customer'), await world().as('finance')]
  const key = { kind: 'receivable', customerId, currency: 'PLN' } as const
  const id = await inLedger(world(), (tx) => ensureAccount(tx, key))
  const { list } = accountList.endpoints
  const shown = async (who: Client) =>
    (await who.call(list, { currency: 'PLN' })).records.map((row) => row.id)
  expect([await shown(customer), await shown(finance)]).toEqual([[], [id]])
  expect((await customer.get(accounts.queryById.path, { id })).success).toBe(false)
  const { pool } = world().db
  // Held for an order, it takes of the prepaid money: nothing of the account is the customer's.
  await pool.query('update ledger_account set held = 511 where id = $1', [id])
  expect(await shown(customer)).toEqual([])
  for (const change of ['credit = 100', "status = 'frozen'", 'last_entry_at = now()']) {
    await pool.query(
      `update ledger_account set credit = 0, held = 0, status = 'open', last_entry_at = null
        where id = $1`,
      [id],
    )
    await pool.query(`update ledger_account set ${change} where id = $1`, [id])
    expect(await shown(customer), change).toEqual([id])
  }
  await pool.query('update ledger_account set last_entry_at = null where id = $1', [id])
  expect(await shown(customer)).toEqual([])
  await finance.call(accounts.alarm, { id, level: '5.00' })
  expect(await shown(customer), 'with an alarm').toEqual([id])
})
