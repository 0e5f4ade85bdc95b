import { expect, test } from 'vitest'
import { accounts } from '#contracts/money/accounts.ts'
import { ensureAccount } from '#server/features/money/ledger/index.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { useWorld } from '#test/harness.ts'
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
