import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { accountRequests } from '#contracts/money/account-requests.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { trades } from '#contracts/money/trades.ts'
import { stepUpAbove } from '#contracts/money/account-figures.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import { enterCompany, issued, key } from '../invoices.fixture.ts'
import { partsOf } from './settle-lines.ts'

const world = useWorld()
let finance: Client
let admin: Client
beforeAll(async () => {
  finance = await world().as('finance')
  admin = await world().as('tenantAdmin')
  await enterCompany(world())
})
const now = (id: string) => finance.call(invoices.queryById, { id })
const settle = async (id: string, more: object, client = finance): Promise<Answer> => {
  const wish = { id, version: (await now(id)).version, as: 'writeOff', reason: 'agreed', ...more }
  return client.put(settlements.settle.path, wish, key())
}
const undoable = async (id: string) =>
  (await finance.call(invoices.detail, { id })).payments.filter((one) => one.undoable)
const undo = async (id: string, paymentId: string) =>
  finance.put(
    settlements.undo.path,
    { id, version: (await now(id)).version, paymentId, reason: 'paid after all' },
    key(),
  )
const approve = (client: Client, id: string) =>
  client.put(accountRequests.approve.path, { id, version: 1 })
/** VAT that went back of an account by what was given up. */
async function vatBack(accountId: string): Promise<string> {
  const { rows } = await world().db.pool.query<{ tax: string }>(
    `select coalesce(sum(money), 0)::text as tax from trade where tenant_id = $1 and account_id = $2
      and trade_type = 'adjustment' and trade_item = 'tax'`,
    [world().tenantId, accountId],
  )
  return rows[0]!.tax
}
const proved = async () =>
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({ drift: [], documentDrift: [] })

test.each([
  ['JPY', 99n],
  ['EUR', 1_003n],
  ['KWD', 1_777n],
])(
  'in %s many small parts have the VAT of their sum, also where some are undone',
  async (currency, net) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ minor: fc.bigInt({ min: 1n, max: 9n }), undone: fc.boolean() }), {
          minLength: 2,
          maxLength: 6,
        }),
        async (parts) => {
          const { id, accountId } = await issued(world(), finance, { net: [net], currency })
          let sum = 0n
          for (const { minor, undone } of parts) {
            const amount = formatMoney({ minor, currency })
            expect((await settle(id, { as: 'discount', amount })).success).toBe(true)
            if (undone) expect((await undo(id, (await undoable(id))[0]!.id)).success).toBe(true)
            sum += minor
          }
          const left = (await undoable(id)).reduce(
            (all, one) => all + BigInt(one.amount.replace('.', '')),
            0n,
          )
          const { tax, net: taxable } = await now(id)
          const minorOf = (text: unknown) => BigInt(String(text).replace('.', ''))
          const [whole] = partsOf([{ taxable: minorOf(taxable), tax: minorOf(tax) }], left)
          expect(await vatBack(accountId)).toBe(whole!.tax.toString())
          expect(left <= sum).toBe(true)
          expect(await now(id)).toMatchObject({ paid: formatMoney({ minor: left, currency }) })
        },
      ),
      { numRuns: 3 },
    )
    await proved()
  },
)

test('what was given up is open again, once, and not from the list of trade details', async () => {
  const { id, accountId } = await issued(world(), finance, { net: [10_000n] })
  expect((await settle(id, {})).success).toBe(true)
  expect(await now(id)).toMatchObject({ status: 'paid', open: '0.00' })
  const [trade] = (
    (await finance.get('/erp/trade/list', { accountId, tradeType: 'adjustment' })).result as {
      records: { id: string }[]
    }
  ).records
  const byHand = await finance.put(trades.reverse.path, { id: trade!.id, reason: 'x' }, key())
  expect(byHand.error).toBe('trade.ofSettlement')
  const [one] = await undoable(id)
  const both = await Promise.all([undo(id, one!.id), undo(id, one!.id)])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(await now(id)).toMatchObject({ status: 'issued', open: '119.00', paid: '0.00' })
  expect(await vatBack(accountId)).toBe('0')
  expect((await undo(id, one!.id)).error).toBe('invoice.settleUndone')
  expect(await undoable(id)).toEqual([])
  await proved()
})

test('above the limit a second user approves it, once, and never the same', async () => {
  const large = stepUpAbove('EUR') + 100n
  const { id } = await issued(world(), finance, { net: [large] })
  const effect = await finance.call(settlements.effect, { id })
  expect(effect).toMatchObject({ needsTwo: true, left: '0.00' })
  const asked = (await settle(id, {})).result as { requestId: string; no: string }
  expect(asked.no).toMatch(/^AR/)
  expect(await now(id)).toMatchObject({ status: 'issued', paid: '0.00' })
  expect((await settle(id, {})).error).toBe('accountRequest.waiting')
  expect((await approve(finance, asked.requestId)).error).toBe('ledger.secondUser')
  const answers = await Promise.all([1, 2].map(() => approve(admin, asked.requestId)))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(await now(id)).toMatchObject({ status: 'paid', open: '0.00' })
  await proved()
})

test('what is no longer open is not given up by an approval, and many small ones are a large one', async () => {
  const half = (stepUpAbove('JPY') * 6n) / 10n
  const wish = { net: [half], currency: 'JPY', rate: 0 }
  const [first, second] = [
    await issued(world(), finance, wish),
    await issued(world(), finance, wish),
  ]
  expect((await settle(first.id, {})).result).toEqual({ requestId: null, no: null })
  const { requestId } = (await settle(second.id, {})).result as { requestId: string }
  expect(requestId).toMatch(/^\d+$/)
  // The administrator gives a part up meanwhile: so much is not open any more.
  const amount = formatMoney({ minor: 100n, currency: 'JPY' })
  expect((await settle(second.id, { amount }, admin)).success).toBe(true)
  expect((await approve(admin, requestId)).error).toBe('invoice.beyondOpen')
})
