import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contracts/money/accounts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { sumLeft, type Left, type LeftLine } from '#server/features/money/ledger/index.ts'
import { back, inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  issued,
  key,
} from '../invoices.fixture.ts'
import { insertInvoice, insertParts } from '../draft-rows.ts'
import { invoicedAccount } from '../gather.ts'
import { groupTrades, type ChargedTrade } from '../group-trades.ts'
import { creditGivenBack } from './credit-given-back.ts'
import { partsOfLeft } from './credit-parts.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})
const read = (id: string) => finance.call(invoices.queryById, { id })
const credit = async (id: string, wish: object) => {
  const { version } = await read(id)
  const body = { id, version, frees: false, reason: 'agreed', ...wish }
  return finance.post(invoices.credit.path, body, key())
}
const proved = async () =>
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({
    drift: [],
    documentDrift: [],
  })
const lines = async (id: string) => (await finance.call(invoices.detail, { id })).lines

const RATES = [0, 700, 1900]
const account = { kind: 'receivable', customerId: '1', currency: 'EUR' } as const
const lineOf = (tradeItem: string, rate: number, minor: bigint): LeftLine => ({
  tradeItem,
  tax: { country: 'DE', category: 'S', rate },
  minor,
  customer: account,
  own: { kind: 'revenue', currency: 'EUR' },
  trade: {},
})
test('lines of one charge take the tax of that charge, none of another', () => {
  const of = (transactionId: string, items: [string, bigint][]): Left => ({
    transactionId,
    lines: items.map(([item, minor]) => lineOf(item, 1900, minor)),
    costs: [],
    touched: false,
  })
  const other = of('a', [
    ['1', 10_000n],
    ['tax', 1_900n],
  ])
  const wanted = of('b', [
    ['1', 1n],
    ['2', 10_000n],
    ['tax', 1_900n],
  ])
  const parts = partsOfLeft([other, wanted], {
    wanted: ({ tradeItem }, { transactionId }) => transactionId === 'b' && tradeItem === '2',
    gross: null,
  })
  expect(parts).toMatchObject([
    { of: { transactionId: 'b' }, lines: [{ minor: 10_000n }, { minor: 1_900n }] },
  ])
})

const chargeLeft = fc
  .record({
    nets: fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { minLength: 1, maxLength: 4 }),
    rate: fc.constantFrom(...RATES),
  })
  .map(({ nets, rate }): Left => {
    const net = nets.reduce((sum, one) => sum + one, 0n)
    return {
      transactionId: '',
      costs: [],
      touched: false,
      lines: [
        ...nets.map((minor, at) => lineOf(String(at), rate, minor)),
        lineOf('tax', rate, (net * BigInt(rate) + 5_000n) / 10_000n),
      ],
    }
  })

test('a part comes to its amount, with the tax of its rate, and no line gives more than is left', () => {
  fc.assert(
    fc.property(
      fc.array(chargeLeft, { minLength: 1, maxLength: 6 }),
      fc.nat(10_000),
      (left, of) => {
        const all = left.reduce((sum, one) => sum + sumLeft(one.lines), 0n)
        const gross = (all * BigInt(of)) / 10_000n
        const parts = partsOfLeft(left, { wanted: () => true, gross })!
        expect(parts.reduce((sum, one) => sum + sumLeft(one.lines), 0n)).toBe(gross)
        for (const { of: from, lines: given } of parts)
          for (const { tradeItem, minor } of given) {
            const most = from.lines.find((line) => line.tradeItem === tradeItem)!.minor
            expect(minor >= 0n && minor <= most).toBe(true)
          }
        const given = parts.flatMap(({ lines: own }) => own)
        for (const rate of RATES) {
          const own = given.filter(({ tax }) => tax!.rate === rate)
          const net = sumLeft(own.filter(({ tradeItem }) => tradeItem !== 'tax'))
          const tax = sumLeft(own.filter(({ tradeItem }) => tradeItem === 'tax'))
          // The charges were rounded each: their taxes differ from the sum's by half a unit each.
          const exact = (net * BigInt(rate)) / 10_000n
          expect(tax - exact).toBeLessThanOrEqual(BigInt(left.length + 1))
          expect(exact - tax).toBeLessThanOrEqual(BigInt(left.length + 1))
        }
      },
    ),
  )
})

test('more than is left, and nothing, are refused', () => {
  const left: Left = {
    transactionId: '1',
    costs: [],
    touched: false,
    lines: [lineOf('1', 1900, 100n), lineOf('tax', 1900, 19n)],
  }
  expect(partsOfLeft([left], { wanted: () => true, gross: 120n })).toBeNull()
  expect(partsOfLeft([left], { wanted: () => false, gross: null })).toBeNull()
  expect(partsOfLeft([], { wanted: () => true, gross: null })).toBeNull()
})

test('an amount, then a line, then the rest: three notes come to the invoice', async () => {
  const { id } = await issued(world(), finance, { net: [10_000n, 2_000n] })
  const [first, second] = await lines(id)
  expect(await credit(id, { amount: '11.90' })).toMatchObject({
    result: { kind: 'creditNote', net: '10.00', tax: '1.90', gross: '11.90' },
  })
  expect(await read(id)).toMatchObject({ status: 'issued', credited: '11.90', open: '130.90' })
  const byLine = await credit(id, { lineNos: [second!.lineNo] })
  expect(byLine).toMatchObject({ result: { net: '18.33', gross: '21.81' } })
  const noteLines = await lines((byLine.result as { id: string }).id)
  expect(noteLines.map(({ tradeItem }) => tradeItem)).toEqual([second!.tradeItem])
  expect((await credit(id, { lineNos: [first!.lineNo], amount: '200.00' })).error).toBe(
    'invoice.beyondLeft',
  )
  expect((await credit(id, { amount: '1.00', frees: true })).error).toBe('invoice.partFrees')
  expect((await credit(id, {})).success).toBe(true)
  expect(await read(id)).toMatchObject({ status: 'credited', credited: '142.80', open: '0.00' })
  expect((await credit(id, {})).error).toBe('invoice.nothingToCredit')
  await proved()
})

test('ten parts at once: never more than the invoice', async () => {
  const { id } = await issued(world(), finance, { net: [10_000n] })
  const { version } = await read(id)
  const body = { id, version, frees: false, reason: 'agreed', amount: '100.00' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => finance.post(invoices.credit.path, body, key())),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect((await credit(id, { amount: '19.01' })).error).toBe('invoice.beyondLeft')
  await proved()
})

test('a charge taken back after its invoice gets a credit note: it is no longer payable', async () => {
  const { id, transactionId, accountId, customerId } = await issued(world(), finance)
  await inLedger(world(), (tx) => back(tx, transactionId))
  await charge(world(), customerId, { net: [500n] })
  const draftId = await draftOf(world(), finance, accountId)
  expect(await read(draftId)).toMatchObject({ gross: '5.95' })
  await creditGivenBack(jobCtx(world().deps, world().tenantId))
  expect(await read(id)).toMatchObject({ status: 'credited', open: '0.00' })
  await creditGivenBack(jobCtx(world().deps, world().tenantId))
  expect((await finance.call(invoices.detail, { id })).credits).toHaveLength(1)
  await proved()
})

test('a lone refund is a credit note without an invoice, and becomes balance', async () => {
  const customerId = await invoicedCustomer(world())
  const { transactionId } = await charge(world(), customerId, { net: [500n] })
  const accountId = await accountOf(world(), customerId)
  const noteId = await inLedger(world(), async (tx) => {
    const posted = (await back(tx, transactionId))!
    const found = await sql<ChargedTrade>`select t.id, t.transaction_id, t.money, t.trade_item,
        t.shipment_id, t.tax_category, t.tax_rate, t.tax_country
      from ${tx.rows('trade').as('t')}
      where t.transaction_id = ${posted.transactionId}`.execute(tx.db)
    const trades = found.rows.map((one) => ({ ...one, money: String(-BigInt(one.money)) }))
    const grouped = groupTrades(trades, { posted: true })
    const period = { from: '2026-11-01', to: '2026-11-30' }
    const account = await invoicedAccount(tx, accountId)
    const id = await insertInvoice(tx, account, grouped, { ...period, kind: 'creditNote' })
    await insertParts(tx, id, { ...grouped, trades })
    return id
  })
  expect(await finance.call(invoices.issue, { ids: [noteId] })).toMatchObject({ done: 1 })
  expect(await read(noteId)).toMatchObject({
    kind: 'creditNote',
    creditsId: null,
    gross: '5.95',
    status: 'issued',
  })
  const balance = await world().db.pool.query<{ balance: string }>(
    `select balance from ledger_account where tenant_id = $1 and party_id = $2
      and kind = 'customer'`,
    [world().tenantId, customerId],
  )
  expect(balance.rows).toEqual([{ balance: '595' }])
  await proved()
})

test('however many amounts go back of a charge, their tax is that of one amount of their sum', () => {
  const left = (net: bigint, tax: bigint, rate: number): Left => ({
    transactionId: 'a',
    lines: [lineOf('1', rate, net), lineOf('tax', rate, tax)],
    costs: [],
    touched: false,
  })
  const taxIn = (of: Left, gross: bigint): bigint =>
    sumLeft(
      (partsOfLeft([of], { wanted: () => true, gross }) ?? [])
        .flatMap((part) => part.lines)
        .filter(({ tradeItem }) => tradeItem === 'tax'),
    )
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 6n }),
      fc.constantFrom(...RATES),
      fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 1, maxLength: 40 }),
      (net, rate, amounts) => {
        const tax = (2n * net * BigInt(rate) + 10_000n) / 20_000n
        const whole = left(net, tax, rate)
        let [goneNet, goneTax] = [0n, 0n]
        for (const minor of amounts) {
          if (goneNet + goneTax + minor > net + tax) break
          const own = taxIn(left(net - goneNet, tax - goneTax, rate), minor)
          goneTax += own
          goneNet += minor - own
        }
        const sum = goneNet + goneTax
        if (sum > 0n) expect(goneTax).toBe(taxIn(whole, sum))
      },
    ),
  )
})
