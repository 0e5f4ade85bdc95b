import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accountRequests } from '#contracts/money/account-requests.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { stepUpAbove } from '#contracts/money/account-figures.ts'
import { goodwill } from '#contracts/money/corrections/goodwill.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  accountOf,
  charge,
  enterCompany,
  invoicedCustomer,
  issued,
  key,
} from '../invoices.fixture.ts'
import { creditGivenBack } from './credit-given-back.ts'

const world = useWorld()
let finance: Client
let admin: Client
beforeAll(async () => {
  finance = await world().as('finance')
  admin = await world().as('tenantAdmin')
  await enterCompany(world())
})
const give = (id: string, amount: string, client = finance) =>
  client.post(goodwill.give.path, { id, amount, reason: 'late delivery' }, key())
/** A charge's trade detail on the customer's account. */
async function tradeOf(transactionId: string): Promise<string> {
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select min(id) as id from trade where tenant_id = $1 and transaction_id = $2',
    [world().tenantId, transactionId],
  )
  return rows[0]!.id
}
const balanceOf = async (accountId: string) =>
  (
    await world().db.pool.query<{ balance: string }>(
      'select balance from ledger_account where tenant_id = $1 and id = $2',
      [world().tenantId, accountId],
    )
  ).rows[0]!.balance
const proved = async () =>
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({ drift: [], documentDrift: [] })

test.each(['JPY', 'EUR', 'KWD'])(
  'in %s it is up to what is left of its charge, ten at once',
  async (currency) => {
    const customerId = await invoicedCustomer(world())
    const made = await charge(world(), customerId, { net: [1_000n], currency })
    const id = await tradeOf(made.transactionId)
    const accountId = await accountOf(world(), customerId, 'receivable', currency)
    const amount = formatMoney({ minor: 300n, currency })
    const effect = await finance.call(goodwill.effect, { id, amount })
    expect(effect).toMatchObject({ gross: amount, needsTwo: false, currency })
    expect(effect).toMatchObject({ left: formatMoney({ minor: 1_190n, currency }) })
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(id, amount)))
    expect(answers.filter(({ success }) => success)).toHaveLength(3)
    expect(await balanceOf(accountId)).toBe('-290')
    const rest = formatMoney({ minor: 290n, currency })
    expect((await give(id, rest)).success).toBe(true)
    expect(await balanceOf(accountId)).toBe('0')
    expect((await give(id, rest)).success).toBe(false)
    await proved()
  },
)

test('whatever parts are given, tax is given back with net, and never more than was charged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 1n, max: 2_000n }),
      fc.array(fc.bigInt({ min: 1n, max: 900n }), { minLength: 1, maxLength: 5 }),
      async (net, parts) => {
        const customerId = await invoicedCustomer(world())
        const { transactionId, gross } = await charge(world(), customerId, { net: [net] })
        const id = await tradeOf(transactionId)
        let left = gross
        for (const minor of parts) {
          const { success } = await give(id, formatMoney({ minor, currency: 'EUR' }))
          expect(success).toBe(minor <= left)
          if (success) left -= minor
        }
        const { rows } = await world().db.pool.query<{ tax: string; net: string }>(
          `select coalesce(sum(t.money) filter (where t.trade_item = 'tax'), 0)::text as tax,
              coalesce(sum(t.money) filter (where t.trade_item <> 'tax'), 0)::text as net
            from trade t where t.tenant_id = $1 and t.reverses_id = $2`,
          [world().tenantId, transactionId],
        )
        const [tax, given] = [BigInt(rows[0]!.tax), BigInt(rows[0]!.net)]
        expect(tax + given).toBe(gross - left)
        expect(tax >= 0n && given >= 0n && given <= net && tax <= gross - net).toBe(true)
      },
    ),
    { numRuns: 6 },
  )
})

test('an invoiced charge gets its credit note, and a recharge is no charge', async () => {
  const {
    id: invoiceId,
    transactionId,
    customerId,
  } = await issued(world(), finance, { net: [10_000n] })
  expect((await give(await tradeOf(transactionId), '11.90')).success).toBe(true)
  await creditGivenBack(jobCtx(world().deps, world().tenantId))
  expect(await finance.call(invoices.queryById, { id: invoiceId })).toMatchObject({
    credited: '11.90',
    open: '107.10',
  })
  const paid = await inLedger(world(), (tx) => recharge(tx, customerId, 500n))
  expect((await give(await tradeOf(paid.transactionId), '1.00')).error).toBe('goodwill.noCharge')
  await proved()
})

test('above the limit a second user approves it, once; others reach nothing', async () => {
  const customerId = await invoicedCustomer(world())
  const made = await charge(world(), customerId, { net: [stepUpAbove('EUR') * 2n] })
  const id = await tradeOf(made.transactionId)
  const accountId = await accountOf(world(), customerId)
  const before = await balanceOf(accountId)
  const amount = formatMoney({ minor: stepUpAbove('EUR') + 1n, currency: 'EUR' })
  const { requestId } = (await give(id, amount)).result as { requestId: string }
  expect(await balanceOf(accountId)).toBe(before)
  const approve = (client: Client) =>
    client.put(accountRequests.approve.path, { id: requestId, version: 1 })
  expect((await approve(finance)).error).toBe('ledger.secondUser')
  const answers = await Promise.all([approve(admin), approve(admin)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(BigInt(await balanceOf(accountId)) - BigInt(before)).toBe(stepUpAbove('EUR') + 1n)
  for (const role of ['customer', 'sales', 'service'] as const)
    expect((await give(id, '1.00', await world().as(role))).status, role).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await give(id, '1.00', stranger)).error).toBe('row.missing')
  await proved()
})

test('what was written off is not given back as well, nor the other way round', async () => {
  const settle = async (id: string) => {
    const { version } = await finance.call(invoices.queryById, { id })
    const body = { id, version, as: 'writeOff', reason: 'insolvent' }
    return finance.put(settlements.settle.path, body, key())
  }
  const first = await issued(world(), finance, { net: [10_000n] })
  expect((await settle(first.id)).success).toBe(true)
  const twice = await give(await tradeOf(first.transactionId), '119.00')
  expect(twice.error).toBe('invoice.givenUp')
  const second = await issued(world(), finance, { net: [10_000n] })
  expect((await give(await tradeOf(second.transactionId), '60.00')).success).toBe(true)
  expect((await settle(second.id)).error).toBe('invoice.refundWaiting')
  await creditGivenBack(jobCtx(world().deps, world().tenantId))
  expect((await settle(second.id)).error).toBe('invoice.partCredited')
  await proved()
})
