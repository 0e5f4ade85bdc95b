import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contracts/money/accounts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { trades } from '#contracts/money/trades.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { post } from '#server/features/money/ledger/index.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { enterCompany, issued, key } from './invoices.fixture.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})

const tradesBy = async (eventKey: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      `select t.id from trade t join ledger_transaction p on p.tenant_id = t.tenant_id
          and p.id = t.transaction_id
        where t.tenant_id = $1 and p.event_key like $2 order by t.id`,
      [world().tenantId, eventKey],
    )
  ).rows

const refusals = async (eventKey: string) => {
  const found = await tradesBy(eventKey)
  expect(found.length).toBeGreaterThan(0)
  const answers = await Promise.all(
    found.map(({ id }) => finance.put(trades.reverse.path, { id, reason: 'x' }, key())),
  )
  return new Set(answers.map(({ error }) => error))
}

test('what a document stands on is not reversed by hand, and the refusal names what takes it back', async () => {
  const { id, customerId, transactionId } = await issued(world(), finance)
  await inLedger(world(), (tx) => recharge(tx, customerId, 5_000n))
  const { version } = await finance.call(invoices.queryById, { id })
  await finance.put(invoices.apply.path, { id, version, amount: '5.00' }, key())
  const paid = await finance.call(invoices.queryById, { id })
  const wish = { id, version: paid.version, transactionIds: [transactionId], frees: false }
  await finance.post(invoices.credit.path, { ...wish, reason: 'wrong' }, key())
  expect(await refusals('invoice-payment:%')).toEqual(new Set(['trade.ofPayment']))
  const [over] = await tradesBy('invoice-credit:%:over')
  const answer = await finance.put(trades.reverse.path, { id: over!.id, reason: 'x' }, key())
  expect(answer.error).toBe('trade.ofCreditNote')
  const proof = await finance.call(accounts.reconcile, {})
  expect(proof).toMatchObject({ drift: [], documentDrift: [] })
  expect(proof.documents).toBeGreaterThan(3)
})

test('a reversal names all that goes back before it is posted', async () => {
  const { transactionId } = await issued(world(), finance, { net: [340n, 29n] })
  const [line] = (
    await world().db.pool.query<{ id: string }>(
      'select id from trade where tenant_id = $1 and transaction_id = $2 order by id desc',
      [world().tenantId, transactionId],
    )
  ).rows
  const effect = await finance.call(trades.reversal, { id: line!.id })
  expect(effect).toEqual({
    lines: [
      { tradeItem: '1', currency: 'EUR', amount: '3.40' },
      { tradeItem: '2', currency: 'EUR', amount: '0.29' },
      { tradeItem: 'tax', currency: 'EUR', amount: '0.70' },
    ],
    total: '4.39',
    currency: 'EUR',
    needsTwo: false,
  })
})

test('the proof names the document and the account whose postings differ', async () => {
  const { id, customerId, accountId } = await issued(world(), finance)
  const { number } = await finance.call(invoices.queryById, { id })
  // Past the invoices: a payment of none.
  await inLedger(world(), (tx) =>
    post(tx, {
      key: `invoice-payment:none:${id}`,
      kind: 'transfer',
      debit: 'workDone',
      lines: [
        { account: { kind: 'customer', customerId, currency: 'EUR' }, minor: -100n },
        { account: { kind: 'receivable', customerId, currency: 'EUR' }, minor: 100n },
      ],
    }),
  )
  await world().db.pool.query('update invoice set paid = 7 where id = $1', [id])
  const { documentDrift } = await finance.call(accounts.reconcile, {})
  expect(documentDrift).toContainEqual(
    expect.objectContaining({ check: 'receivable', accountId, expected: '1183', found: '1090' }),
  )
  expect(documentDrift).toContainEqual(
    expect.objectContaining({ check: 'paid', document: number, expected: '7', found: '0' }),
  )
})
