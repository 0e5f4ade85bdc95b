import { beforeAll, expect, test } from 'vitest'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { bankLines } from '#contracts/money/bank-lines.ts'
import { recharges } from '#contracts/money/recharges.ts'
import { charge, inLedger, newCustomer } from '#server/features/money/ledger/ledger.fixture.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { camt } from '../bank-files/bank-files.fixture.ts'
import { ask, balanceOf, driftOf, keyed, newAccount, row, setUp } from '../recharges.fixture.ts'

const world = useWorld()
let finance: Client
let second: Client
const banks: Record<string, string> = {}
beforeAll(async () => {
  ;({ finance, second } = await setUp(world()))
  for (const currency of ['EUR', 'JPY', 'KWD'])
    banks[currency] = await newAccount(finance, { currency, iban: 'DE89370400440532013000' })
})

let count = 0
/** A movement that came in, of no known reference. */
async function movement(amount: string, currency = 'EUR', text = 'no reference'): Promise<string> {
  const id = `UNDO${++count}`
  const file = camt('08', [{ amount, text, sign: 'CRDT', payer: 'Li Wei', id }], currency)
  const receivingAccountId = banks[currency]!
  row(await finance.upload('/erp/recharge/importBank', 's.xml', file, { receivingAccountId }))
  const found = await finance.get('/erp/bankLine/list', { bankId: id, pageSize: 5 })
  return (found.result as { records: { id: string }[] }).records[0]!.id
}
const assign = (id: string, customerId: string) =>
  finance.call(bankLines.assign, { id, customerId })
const undo = (lineId: string, by = finance) =>
  by.put('/erp/bankLine/undoInvoices', { lineId, reason: 'another customer' }, keyed())

test.each([
  ['EUR', '44.10', 4_410n],
  ['JPY', '4410', 4_410n],
  ['KWD', '4.410', 4_410n],
])('%s credited to the wrong customer is undone, and goes to the right one', async (...of) => {
  const [currency, amount, minor] = of
  const [wrong, right] = [await newCustomer(world()), await newCustomer(world())]
  const lineId = await movement(amount, currency)
  const { rechargeId } = await assign(lineId, wrong)
  expect(await balanceOf(world(), currency, wrong)).toBe(minor)
  expect(row(await undo(lineId))).toMatchObject({ status: 'open', rechargeId: null, reason: null })
  expect(await balanceOf(world(), currency, wrong)).toBe(0n)
  const id = rechargeId as string
  const stored = await finance.call(recharges.queryById, { id })
  expect(stored).toMatchObject({ status: 'rejected', reason: null })
  const payments = await finance.call(recharges.payments, { id })
  expect(payments).toMatchObject([{ kind: 'undone', amount, reason: null }])
  const booked = await finance.get('/erp/trade/list', { customerId: wrong, pageSize: 5 })
  const trades = (booked.result as { records: { note: string; tradeType: string }[] }).records
  expect(trades[0]).toMatchObject({ tradeType: 'reversal', note: stored.reference })
  expect((await undo(lineId)).error).toBe('bank.paysNoInvoice')
  row(await finance.put('/erp/bankLine/assign', { id: lineId, customerId: right }))
  expect(await balanceOf(world(), currency, right)).toBe(minor)
  // As often as it takes.
  row(await undo(lineId))
  await assign(lineId, wrong)
  expect(await balanceOf(world(), currency, wrong)).toBe(minor)
  expect(await driftOf(world())).toEqual([])
})

test('two clerks at once undo it once', async () => {
  const customerId = await newCustomer(world())
  await assign(await movement('20.00'), customerId)
  const lineId = await movement('30.00')
  await assign(lineId, customerId)
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, at) => undo(lineId, at % 2 ? finance : second)),
  )
  expect(all.filter(({ success }) => success)).toHaveLength(1)
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(2_000n)
  expect(await driftOf(world())).toEqual([])
})

test('what is spent or was refunded is refused with a reason, and all is as before', async () => {
  const customerId = await newCustomer(world())
  const lineId = await movement('30.00')
  const { rechargeId } = await assign(lineId, customerId)
  const { version } = await finance.call(recharges.queryById, { id: rechargeId as string })
  const refund = { id: rechargeId as string, version, amount: '10', reason: 'asked for' }
  row(await finance.put('/erp/recharge/refund', refund, keyed()))
  expect((await undo(lineId)).error).toBe('bank.refundedSince')
  const spent = await newCustomer(world())
  const lineOfSpent = await movement('30.00')
  await assign(lineOfSpent, spent)
  await inLedger(world(), (tx) => charge(tx, spent, 100n))
  expect((await undo(lineOfSpent)).error).toBe('ledger.insufficient')
  expect(await balanceOf(world(), 'EUR', spent)).toBe(2_900n)
})

test('a recharge that was asked for waits for its money again; a link by hand is no posting', async () => {
  const customerId = await newCustomer(world())
  const { id, reference } = row(await ask(finance, banks.EUR!, '90', { customerId }))
  const [one, two] = [await movement('40.00'), await movement('50.00')]
  for (const lineId of [one, two])
    await finance.call(bankLines.match, { id: lineId, rechargeId: id })
  row(await undo(one))
  const half = await finance.call(recharges.queryById, { id })
  expect(half).toMatchObject({ status: 'paid', received: '50.00' })
  await finance.call(bankInvoices.undo, { lineId: two, reason: 'x' })
  expect(await finance.call(recharges.queryById, { id })).toMatchObject({
    status: 'draft',
    received: '0.00',
    outTradeNo: null,
  })
  row(await finance.put('/erp/recharge/confirm', { id, outTradeNo: `HAND-${reference}` }))
  const linked = await movement('90.00')
  await finance.call(bankLines.match, { id: linked, rechargeId: id })
  row(await undo(linked))
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(9_000n)
  expect(await finance.call(recharges.queryById, { id })).toMatchObject({ status: 'confirmed' })
  expect(await driftOf(world())).toEqual([])
})

test('above the limit not by who brought the file', async () => {
  const customerId = await newCustomer(world())
  const lineId = await movement('2000.00')
  await second.call(bankLines.assign, { id: lineId, customerId })
  expect((await undo(lineId)).error).toBe('ledger.secondUser')
  row(await undo(lineId, second))
})
