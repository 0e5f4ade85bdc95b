import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'
import {
  camt,
  type CamtEntry,
} from '#server/features/money/recharges/bank-files/bank-files.fixture.ts'
import {
  balanceOf,
  driftOf,
  keyed,
  newAccount,
  row,
  setUp,
} from '#server/features/money/recharges/recharges.fixture.ts'
import { charge, accountOf, draftOf, enterCompany, issued } from '../invoices.fixture.ts'

const world = useWorld()
let finance: Client
let second: Client
let bank = ''

beforeAll(async () => {
  ;({ finance, second } = await setUp(world()))
  await enterCompany(world())
  bank = await newAccount(finance, { currency: 'EUR', iban: 'DE89370400440532013000' })
})

let count = 0
const entry = (amount: string, text: string, more: Partial<CamtEntry> = {}): CamtEntry => ({
  amount,
  text,
  sign: 'CRDT',
  payer: 'A payer',
  id: `INVBK${++count}`,
  ...more,
})
const send = async (entries: readonly CamtEntry[], more: Record<string, string> = {}) =>
  row(
    await finance.upload('/erp/recharge/importBank', 's.xml', camt('08', entries), {
      receivingAccountId: bank,
      ...more,
    }),
  )
interface Line extends Record<string, unknown> {
  id: string
  status: string
}
async function lineOf(bankId: string): Promise<Line> {
  const found = await finance.get('/erp/bankLine/list', { bankId, pageSize: 5 })
  return (found.result as { records: Line[] }).records[0]!
}
const read = (id: string) => finance.call(invoices.queryById, { id })
const pay = (lineId: string, parts: { id: string; amount: string }[], by = finance) =>
  by.put('/erp/bankLine/payInvoices', { lineId, parts }, keyed())
/** The code of a refusal, of its first field where it names one. */
const codeOf = ({ error, result }: Answer) =>
  error === 'request.invalid' ? (result as { issues: { code: string }[] }).issues[0]!.code : error
/** A second invoice of a customer. */
async function another(of: { customerId: string; accountId: string }, net: bigint) {
  await charge(world(), of.customerId, { net: [net] })
  const id = await draftOf(world(), finance, of.accountId)
  await finance.call(invoices.issue, { ids: [id] })
  return id
}

test('a dry run counts, shows and takes nothing; then the file is taken once', async () => {
  const { id } = await issued(world(), finance, { net: [10_000n] })
  const { number, reference } = await read(id)
  const file = [
    entry('119.00', `Rechnung ${number}`),
    entry('20.00', `${reference}`.toLowerCase()),
    entry('7.00', 'no name'),
    entry('3.00', 'fee', { sign: 'DBIT' }),
  ]
  const dry = await send(file, { dryRun: 'true' })
  expect(dry).toMatchObject({ total: 4, added: 4, repeated: 0, outgoing: 1, suggested: 2, sure: 1 })
  expect((dry as unknown as { preview: object[] }).preview[0]).toMatchObject({
    amount: '119.00',
    names: number,
    sure: true,
    state: 'new',
  })
  expect(await lineOf(file[0]!.id)).toBeUndefined()
  expect(await send(file)).toMatchObject({ added: 4, suggested: 2, sure: 1, preview: null })
  expect(await lineOf(file[0]!.id)).toMatchObject({ status: 'open', suggestedInvoiceId: id })
  expect(await send(file, { dryRun: 'true' })).toMatchObject({ added: 0, repeated: 4, sure: 0 })
})

test('what a line names and pays exactly is sure; two at once pay it once', async () => {
  const one = await issued(world(), finance, { net: [10_000n] })
  const two = await another(one, 5_000n)
  const [a, b] = [await read(one.id), await read(two)]
  // Numbers broken by the bank, in one text.
  const file = [entry('178.50', `${String(a.number).replace('-', ' ')} + ${b.reference}`)]
  await send(file)
  const line = await lineOf(file[0]!.id)
  const hints = await finance.call(bankInvoices.suggest, { lineId: line.id })
  expect(hints.rows.map(({ id, why, proposed }) => [id, why, proposed])).toEqual([
    [one.id, 'reference', '119.00'],
    [two, 'reference', '59.50'],
  ])
  const both = await Promise.all([
    finance.put('/erp/bankLine/matchSure', { ids: [line.id] }),
    second.put('/erp/bankLine/matchSure', { ids: [line.id] }),
  ])
  expect(both.map(({ result }) => (result as { done: number }).done).toSorted()).toEqual([0, 1])
  expect(await read(one.id)).toMatchObject({ status: 'paid', open: '0.00', paid: '119.00' })
  expect(await read(two)).toMatchObject({ status: 'paid', open: '0.00' })
  expect(await lineOf(file[0]!.id)).toMatchObject({
    status: 'matched',
    settles: `${a.number}, ${b.number}`,
  })
  const detail = await finance.call(invoices.detail, { id: one.id })
  expect(detail.payments).toMatchObject([{ amount: '119.00', source: 'bank' }])
  const booked = await finance.get('/erp/trade/list', { accountId: one.accountId, note: a.number })
  expect((booked.result as { records: unknown[] }).records).toMatchObject([
    { tradeType: 'payment', tradeItem: 'invoicePayment', money: '119.00' },
  ])
  expect(await driftOf(world())).toEqual([])
})

test('more than is open goes to the balance; taken back it is all as before, and may be paid again', async () => {
  const { id, customerId } = await issued(world(), finance, { net: [10_000n] })
  const file = [entry('150.00', 'no name')]
  await send(file)
  const { id: lineId } = await lineOf(file[0]!.id)
  expect(codeOf(await pay(lineId, [{ id, amount: '150.00' }]))).toBe('invoice.beyondOpen')
  row(await pay(lineId, [{ id, amount: '100.00' }]))
  expect(await read(id)).toMatchObject({ status: 'part', open: '19.00' })
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(5_000n)
  const undo = () => finance.put('/erp/bankLine/undoInvoices', { lineId, reason: 'wrong' }, keyed())
  expect(row(await undo())).toMatchObject({ status: 'open', settles: null })
  expect((await undo()).error).toBe('bank.paysNoInvoice')
  expect(await read(id)).toMatchObject({ status: 'issued', open: '119.00', paid: '0.00' })
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(0n)
  row(await pay(lineId, [{ id, amount: '119.00' }]))
  expect(await read(id)).toMatchObject({ status: 'paid' })
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(3_100n)
  expect(await driftOf(world())).toEqual([])
})

test('of a customer that is named all open invoices are offered; a part of one is paid', async () => {
  const { id, customerId, accountId } = await issued(world(), finance, { net: [10_000n] })
  const second = await another({ customerId, accountId }, 5_000n)
  await issued(world(), finance)
  const file = [entry('40.00', 'no name', { payer: 'Somebody else' })]
  await send(file)
  const { id: lineId } = await lineOf(file[0]!.id)
  expect(await finance.call(bankInvoices.suggest, { lineId })).toEqual({ rows: [], more: 0 })
  const found = await finance.call(bankInvoices.suggest, { lineId, customerId })
  expect(found.rows.map((one) => [one.id, one.open, one.why, one.proposed])).toEqual([
    [id, '119.00', null, null],
    [second, '59.50', null, null],
  ])
  expect(found.more).toBe(0)
  row(await pay(lineId, [{ id, amount: '40.00' }]))
  expect(await read(id)).toMatchObject({ paid: '40.00', open: '79.00' })
})

test('another currency, another customer, more than came and a draft are refused', async () => {
  const [one, other] = [await issued(world(), finance), await issued(world(), finance)]
  const yen = await issued(world(), finance, { currency: 'JPY' })
  const file = [entry('5.00', 'x')]
  await send(file)
  const { id: lineId } = await lineOf(file[0]!.id)
  const errors = [
    await pay(lineId, [{ id: yen.id, amount: '5' }]),
    await pay(lineId, [
      { id: one.id, amount: '1.00' },
      { id: other.id, amount: '1.00' },
    ]),
    await pay(lineId, [{ id: one.id, amount: '5.01' }]),
    await pay(lineId, [
      { id: one.id, amount: '1.00' },
      { id: one.id, amount: '1.00' },
    ]),
  ].map(codeOf)
  expect(errors).toEqual([
    'bank.invoiceCurrency',
    'bank.twoCustomers',
    'bank.beyondLine',
    'field.duplicate',
  ])
  await charge(world(), one.customerId)
  const draft = await draftOf(world(), finance, await accountOf(world(), one.customerId))
  expect((await pay(lineId, [{ id: draft, amount: '1.00' }])).error).toBe('invoice.notOpen')
  expect((await lineOf(file[0]!.id)).status).toBe('open')
})

test('a returned payment opens its invoices; what was spent of the rest is owed, the fee is ours', async () => {
  const { id, customerId } = await issued(world(), finance, { net: [20_000n] })
  const file = [entry('250.00', 'direct debit')]
  await send(file)
  const { id: paidLineId } = await lineOf(file[0]!.id)
  row(await pay(paidLineId, [{ id, amount: '238.00' }]))
  await charge(world(), customerId, { side: 'customer', net: [500n] })
  const out = [entry('253.00', 'returned', { sign: 'DBIT' })]
  await send(out)
  const { id: lineId } = await lineOf(out[0]!.id)
  const found = await finance.call(bankInvoices.returnable, { lineId })
  expect(found.find((one) => one.id === paidLineId)).toMatchObject({ fee: '3.00' })
  const back = () => finance.put('/erp/bankLine/returned', { lineId, paidLineId }, keyed())
  expect(row(await back())).toMatchObject({ status: 'matched' })
  expect((await back()).success).toBe(false)
  expect((await lineOf(file[0]!.id)).status).toBe('returned')
  expect(await read(id)).toMatchObject({ status: 'issued', open: '238.00', paid: '0.00' })
  expect(await balanceOf(world(), 'EUR', customerId)).toBe(-595n)
  expect(await driftOf(world())).toEqual([])
})

test('whatever is assigned: shares and rest are the amount, and no invoice is below zero', async () => {
  const first = await issued(world(), finance, { net: [1_200n] })
  const ids = [first.id, await another(first, 800n), await another(first, 300n)]
  const money = (minor: number) => (minor / 100).toFixed(2)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3_000 }),
      fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (total, shares, goesBack) => {
        const file = [entry(money(total), 'random')]
        await send(file)
        const { id: lineId } = await lineOf(file[0]!.id)
        const before = await standing(ids, first.customerId)
        const answer = await pay(
          lineId,
          shares.map((share, at) => ({ id: ids[at]!, amount: money(share) })),
        )
        const taken = shares.reduce((sum, share) => sum + share, 0)
        const after = await standing(ids, first.customerId)
        const fits = taken <= total && shares.every((share, at) => share <= before.open[at]!)
        expect(answer.success).toBe(fits)
        expect(after.open.every((open) => open >= 0)).toBe(true)
        const sum = (all: number[]) => all.reduce((so, one) => so + one, 0)
        expect(sum(before.open) - sum(after.open) + after.balance - before.balance).toBe(
          fits ? total : 0,
        )
        if (!fits || !goesBack) return
        row(await finance.put('/erp/bankLine/undoInvoices', { lineId, reason: 'x' }, keyed()))
        expect(await standing(ids, first.customerId)).toEqual(before)
      },
    ),
    { numRuns: 15 },
  )
  expect(await driftOf(world())).toEqual([])
})

async function standing(ids: readonly string[], customerId: string) {
  const rows = await Promise.all(ids.map(read))
  return {
    open: rows.map(({ open }) => Math.round(Number(open) * 100)),
    balance: Number(await balanceOf(world(), 'EUR', customerId)),
  }
}

test('one movement pays a hundred: how many more are open is named', async () => {
  const { id, customerId } = await issued(world(), finance)
  const file = [entry('41.00', 'no name', { payer: 'Somebody else' })]
  await send(file)
  const { id: lineId } = await lineOf(file[0]!.id)
  const { pool } = world().db
  const { rows: columns } = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'invoice'
        and is_generated = 'NEVER' and column_name not in ('id', 'no', 'number')`,
  )
  const same = columns.map(({ name }) => name).join(', ')
  await pool.query(
    `insert into invoice (${same}, no, number) select ${same}, 90000 + n, 'MANY-' || n
      from invoice, generate_series(1, 101) as n where id = $1`,
    [id],
  )
  const many = await finance.call(bankInvoices.suggest, { lineId, customerId })
  expect([many.rows.length, many.more]).toEqual([100, 2])
})
