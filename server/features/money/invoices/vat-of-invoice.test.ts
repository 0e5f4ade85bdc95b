import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contracts/money/accounts.ts'
import { invoiceList, invoices } from '#contracts/money/invoices.ts'
import { trades } from '#contracts/money/trades.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  key,
  TO,
  type ChargeWish,
} from './invoices.fixture.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})

const read = (id: string) => finance.call(invoices.queryById, { id })
async function issuedAll(customerId: string, currency: string): Promise<void> {
  await charge(world(), customerId, { currency })
  const id = await draftOf(
    world(),
    finance,
    await accountOf(world(), customerId, 'receivable', currency),
  )
  expect(await finance.call(invoices.issue, { ids: [id] })).toMatchObject({ done: 1 })
}

async function issuedOver(wish: ChargeWish, times: number) {
  const customerId = await invoicedCustomer(world())
  for (let n = 0; n < times; n++) await charge(world(), customerId, wish)
  const accountId = await accountOf(world(), customerId, wish.side, wish.currency)
  const waiting = await finance.call(invoices.uninvoiced, { to: TO })
  const id = await draftOf(world(), finance, accountId)
  const draft = await finance.call(invoices.queryById, { id })
  const done = await finance.call(invoices.issue, { ids: [id] })
  expect(done).toMatchObject({ done: 1 })
  const { rows } = await world().db.pool.query<{ balance: string; tax: string }>(
    `select (select balance from ledger_account where id = $1) as balance,
        (select sum(balance) from ledger_account where tenant_id = $2 and kind = 'tax'
          and party_id = $3) as tax`,
    [accountId, world().tenantId, customerId],
  )
  const listed = waiting.find((one) => one.accountId === accountId)?.gross
  return { id, listed, draft, row: await finance.call(invoices.queryById, { id }), ...rows[0]! }
}

test.each([
  [{ net: [50n] }, 210, '105.00', '19.95', '124.95', '-12495', '1995'],
  [{ net: [250n] }, 21, '52.50', '9.98', '62.48', '-6248', '998'],
  [{ net: [33n], currency: 'JPY', rate: 1_000 }, 10, '330', '33', '363', '-363', '33'],
  [{ net: [1_005n], currency: 'KWD' }, 7, '7.035', '1.337', '8.372', '-8372', '1337'],
] as const)(
  'VAT is the rate of the sum, case %#',
  async (wish, times, net, tax, gross, balance, vat) => {
    const made = await issuedOver(wish, times)
    expect(made.listed, 'what is on no invoice yet').toBe(gross)
    expect(made.draft).toMatchObject({ net, tax, gross })
    expect(made.row).toMatchObject({ net, tax, gross, status: 'issued' })
    expect([made.balance, made.tax]).toEqual([balance, vat])
  },
)

test.each([
  ['EUR', 50n],
  ['JPY', 33n],
  ['KWD', 1_005n],
] as const)(
  'what is asked before drafts are made is what they come to, with a draft that waits: %s',
  async (currency, net) => {
    const [first, second, back] = await Promise.all([1, 2, 3].map(() => invoicedCustomer(world())))
    const side = 'receivable'
    for (const id of [first!, first!, first!, second!])
      await charge(world(), id, { net: [net], currency, side })
    const old = await accountOf(world(), first!, side, currency)
    const ids = [old, await accountOf(world(), second!, side, currency)]
    const waits = await read(await draftOf(world(), finance, old))
    for (const id of [first!, first!, second!]) await charge(world(), id, { net: [net], currency })
    // Nothing is to be invoiced of it: it is no draft.
    await issuedAll(back!, currency)
    const none = await accountOf(world(), back!, side, currency)

    const wish = { ids: [...ids, none], to: TO }
    const planned = await finance.call(invoices.planned, wish)
    const made = await finance.call(invoices.draft, wish)
    expect(made).toMatchObject({ done: 2, failed: 1 })
    const { records } = await finance.call(invoiceList.endpoints.list, { status: 'draft' })
    const drafts = ids.map((id) =>
      records.find(({ customerId }) => customerId === (id === old ? first : second)),
    )
    expect(planned.map(({ gross }) => gross)).toEqual(drafts.map((row) => row?.gross))
    expect(made.made).toEqual(planned.map(({ gross }) => ({ gross, currency })))
    expect(planned.map(({ periodFrom }) => periodFrom)).toEqual(
      drafts.map((row) => row?.periodFrom),
    )
    const { gross, periodFrom, periodTo } = waits
    expect(planned.map(({ replaces }) => replaces)).toEqual([{ gross, periodFrom, periodTo }, null])
    expect((await finance.call(invoices.planned, wish))[0]).toMatchObject({
      gross: planned[0]!.gross,
    })
  },
)

test('of a prepaid account the difference goes back, and the invoice is paid', async () => {
  const made = await issuedOver({ net: [50n], side: 'customer' }, 210)
  expect(made.row).toMatchObject({ gross: '124.95', paid: '124.95', status: 'paid' })
  expect([made.balance, made.tax]).toEqual(['-12495', '1995'])
})

test('documents agree with their postings, and the difference is taken back by a credit note only', async () => {
  const { id, row } = await issuedOver({ net: [50n] }, 210)
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select t.id from trade t join ledger_transaction p on p.tenant_id = t.tenant_id
        and p.id = t.transaction_id where p.event_key = $1`,
    [`invoice-tax:${id}`],
  )
  const answer = await finance.put(trades.reverse.path, { id: rows[0]!.id, reason: 'x' }, key())
  expect(answer.error).toBe('trade.ofInvoice')
  const whole = { id, version: row.version, transactionIds: [], frees: false, reason: 'all of it' }
  const note = await finance.post(invoices.credit.path, whole, key())
  expect(note.result).toMatchObject({ gross: '124.95', tax: '19.95' })
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({ status: 'credited' })
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({ drift: [], documentDrift: [] })
})

test('what VAT was rounded by is a position of VAT, and goes back with charges only', async () => {
  const [{ id, row }, other] = [
    await issuedOver({ net: [50n] }, 3),
    await issuedOver({ net: [50n] }, 3),
  ]
  const answer = await finance.get(invoices.positions.path, { id })
  const { records } = invoices.positions.out.parse(answer.result)
  const rounding = records.find(({ items }) => items === 'tax')!
  expect(rounding).toMatchObject({ net: '0.00', tax: '-0.01', gross: '-0.01', parcelNo: null })
  const credit = (of: readonly { transactionId: string }[], from = { id, row }) =>
    finance.post(
      invoices.credit.path,
      {
        id: from.id,
        version: from.row.version,
        transactionIds: of.map(({ transactionId }) => transactionId),
        frees: false,
        reason: 'x',
      },
      key(),
    )
  expect((await credit([rounding])).error).toBe('invoice.nothingToCredit')
  expect((await credit(records)).result).toMatchObject({ gross: row.gross })
  // All charges without it are the whole invoice as well, and no cent stays that could not go back.
  const all = invoices.positions.out.parse(
    (await finance.get(invoices.positions.path, { id: other.id })).result,
  ).records
  const charges = all.filter(({ items }) => items !== 'tax')
  expect((await credit(charges, other)).result).toMatchObject({ gross: other.row.gross })
  expect(await finance.call(invoices.queryById, { id: other.id })).toMatchObject({
    status: 'credited',
  })
})

async function chargesOf(id: string): Promise<string[]> {
  const answer = await finance.get(invoices.positions.path, { id })
  return invoices.positions.out
    .parse(answer.result)
    .records.filter(({ items }) => items !== 'tax')
    .map(({ transactionId }) => transactionId)
}
async function creditOf(id: string, transactionIds: readonly string[], more: object = {}) {
  const { version } = await finance.call(invoices.queryById, { id })
  const wish = { id, version, transactionIds, frees: false, reason: 'x', ...more }
  return finance.post(invoices.credit.path, wish, key())
}

test('one by one no more goes back than was invoiced, and the last charges go together', async () => {
  const { id, row } = await issuedOver({ net: [3n] }, 12)
  expect(row).toMatchObject({ net: '0.36', tax: '0.07', gross: '0.43' })
  const charges = await chargesOf(id)
  const credit = (transactionIds: readonly string[]) => creditOf(id, transactionIds)
  // Each has 0.01 of VAT, and 0.05 less was invoiced in all: two of them are less than that.
  for (const one of charges.slice(0, 10))
    expect((await credit([one])).result).toMatchObject({ gross: '0.04' })
  expect((await credit([charges[10]!])).error).toBe('invoice.restTogether')
  expect((await credit(charges.slice(10))).result).toMatchObject({ gross: '0.03' })
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({
    status: 'credited',
    credited: '0.43',
  })
})

test('what was credited by amount before is deducted from what is left of the last charges', async () => {
  const { id } = await issuedOver({ net: [3n] }, 12)
  const charges = await chargesOf(id)
  expect((await creditOf(id, [charges[11]!], { amount: '0.03' })).result).toMatchObject({
    gross: '0.03',
  })
  for (const one of charges.slice(0, 9))
    expect((await creditOf(id, [one])).result).toMatchObject({ gross: '0.04' })
  expect((await creditOf(id, [charges[9]!])).error).toBe('invoice.restTogether')
  const last = { id, transactionIds: charges.slice(9), frees: false }
  expect(await finance.call(invoices.creditEffect, last)).toEqual({ gross: '0.04' })
  expect((await creditOf(id, charges.slice(9))).result).toMatchObject({ gross: '0.04' })
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({
    status: 'credited',
    credited: '0.43',
  })
  expect(await finance.call(accounts.reconcile, {})).toMatchObject({ drift: [], documentDrift: [] })
})

test('nothing is issued over 0.00, and no number is taken', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { net: [500n] })
  await charge(world(), customerId, { net: [-500n], category: 'S' })
  const id = await draftOf(world(), finance, await accountOf(world(), customerId))
  const { rows } = await finance.call(invoices.issue, { ids: [id] })
  expect(rows).toMatchObject([{ ok: false, code: 'invoice.zero' }])
  expect(await finance.call(invoices.queryById, { id })).toMatchObject({ number: null })
})

test('an invoice in another currency names its VAT in that of the company, on paper and in XML', async () => {
  const customerId = await invoicedCustomer(world())
  await world().db.pool.query(`update customer set buyer_reference = 'R1' where id = $1`, [
    customerId,
  ])
  await charge(world(), customerId, { net: [10_000n], currency: 'JPY' })
  const accountId = await accountOf(world(), customerId, 'receivable', 'JPY')
  const id = await draftOf(world(), finance, accountId)
  expect(await finance.call(invoices.issue, { ids: [id] })).toMatchObject({ done: 1 })
  const vat = { currency: 'EUR', tax: '11.40', rate: '0.006', on: '2020-01-01' }
  expect((await finance.call(invoices.detail, { id })).companyVat).toEqual(vat)
  const xml = (await finance.raw('GET', invoices.xml.path, { query: { id } })).bytes.toString(
    'utf8',
  )
  expect(xml).toContain('<ram:TaxTotalAmount currencyID="EUR">11.40</ram:TaxTotalAmount>')
  expect(xml).toContain('1 JPY = 0.006 EUR, rate of 2020-01-01')
  const { version } = await finance.call(invoices.queryById, { id })
  const wish = { id, version, frees: false, reason: 'wrong' }
  const note = await finance.post(invoices.credit.path, wish, key())
  const noteId = (note.result as { id: string }).id
  expect((await finance.call(invoices.detail, { id: noteId })).companyVat).toEqual(vat)
})

test('without a rate an invoice with VAT in another currency is not issued', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { currency: 'SEK' })
  const id = await draftOf(
    world(),
    finance,
    await accountOf(world(), customerId, 'receivable', 'SEK'),
  )
  expect((await finance.call(invoices.detail, { id })).problems).toEqual(['invoice.noRate'])
  const { rows } = await finance.call(invoices.issue, { ids: [id] })
  expect(rows).toMatchObject([{ ok: false, code: 'invoice.noRate' }])
})
