import { expect, test } from 'vitest'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { ensureAccount } from '#server/features/money/ledger/index.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { fundedAccount } from './accounts.fixture.ts'

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
