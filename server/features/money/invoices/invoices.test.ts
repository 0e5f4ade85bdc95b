import { beforeAll, expect, test } from 'vitest'
import { invoiceList, invoices } from '#contracts/money/invoices.ts'
import { isCreditorReference } from '#contracts/money/iban.ts'
import fc from 'fast-check'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { fundedAccount } from '#server/features/money/accounts/accounts.fixture.ts'
import { groupTrades, type ChargedTrade } from './group-trades.ts'
import { markOverdue } from './apply.ts'
import { invoicedOrders } from './order-port.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  issued,
  key,
  TO,
} from './invoices.fixture.ts'

const world = useWorld()
let finance: Client
beforeAll(async () => {
  finance = await world().as('finance')
  await enterCompany(world())
})

const read = (id: string) => finance.call(invoices.queryById, { id })
const detail = (id: string) => finance.call(invoices.detail, { id })
const credit = (input: object) =>
  finance.raw('POST', '/erp/invoice/credit', { body: input, headers: key() })
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world().db.pool.query<R>(text, values)

test('a draft sums charges up by fee item and tax; made again it takes what came since', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { net: [1_000n, 250n] })
  await charge(world(), customerId, { net: [333n] })
  await charge(world(), customerId, { net: [700n], category: 'AE', rate: 0 })
  const accountId = await accountOf(world(), customerId)
  const preview = await finance.call(invoices.preview, { accountId, to: TO })
  expect(preview).toMatchObject({ net: '22.83', tax: '3.01', gross: '25.84', problems: [] })
  const id = await draftOf(world(), finance, accountId)
  expect(await read(id)).toMatchObject({ status: 'draft', number: null, gross: '25.84' })
  const { lines, vat } = await detail(id)
  expect(lines.map((l) => [l.tradeItem, l.count, l.net, l.taxCategory, l.taxRate])).toEqual([
    ['1', 1, '7.00', 'AE', 0],
    ['1', 2, '13.33', 'S', 1900],
    ['2', 1, '2.50', 'S', 1900],
  ])
  expect(vat.map((v) => [v.category, v.taxable, v.tax])).toEqual([
    ['AE', '7.00', '0.00'],
    ['S', '15.83', '3.01'],
  ])
  await charge(world(), customerId, { net: [100n] })
  expect(await draftOf(world(), finance, accountId)).toBe(id)
  expect(await read(id)).toMatchObject({ gross: '27.03' })
  expect(
    (await finance.call(invoices.uninvoiced, { to: TO })).map((u) => u.accountId),
  ).not.toContain(accountId)
  await finance.call(invoices.discard, { ids: [id] })
  const again = await finance.call(invoices.uninvoiced, { to: TO })
  expect(again.find((u) => u.accountId === accountId)).toMatchObject({ gross: '27.03', lines: 5 })
})

test('an issued invoice has a number, a reference and its parties, and stays as it is', async () => {
  const { id, accountId } = await issued(world(), finance, { net: [2_500n] })
  const row = await read(id)
  expect(row).toMatchObject({ status: 'issued', gross: '29.75', open: '29.75' })
  expect(row.number).toMatch(/^INV\d{4}-\d{6}$/)
  expect(isCreditorReference(String(row.reference))).toBe(true)
  expect(await detail(id)).toMatchObject({
    seller: { name: 'Nordwind Logistik GmbH', vatId: 'DE136695976', country: 'DE' },
    buyer: { street: 'Ring 5', city: 'Berlin' },
  })
  for (const text of [
    `update invoice set gross = gross + 1, net = net + 1 where id = $1`,
    `update invoice set number = 'X' where id = $1`,
    `delete from invoice where id = $1`,
    `update invoice_line set net = net + 1 where invoice_id = $1`,
    `delete from invoice_trade where invoice_id = $1`,
  ])
    await expect(query(text, [id]), text).rejects.toMatchObject({ code: '42501' })
  const nothing = await finance.call(invoices.draft, { ids: [accountId], to: TO })
  expect(nothing.rows[0]).toMatchObject({ ok: false, code: 'invoice.nothing' })
  expect((await finance.call(invoices.issue, { ids: [id] })).rows[0]).toMatchObject({
    code: 'invoice.notDraft',
  })
  for (const path of ['pdf', 'sheet']) {
    const file = await finance.raw('GET', `/erp/invoice/${path}`, { query: { id } })
    expect(file.bytes.length).toBeGreaterThan(2_000)
  }
  const again = await finance.raw('GET', '/erp/invoice/pdf', { query: { id } })
  expect(again.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const stored = await query<{ n: number }>(
    `select count(*)::int as n from stored_file where owner_kind = 'invoice' and owner_id = $1`,
    [id],
  )
  expect(stored.rows[0]!.n).toBe(1)
})

test('charges without tax details, an unknown address or more given back than charged keep it a draft', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { category: null })
  const id = await draftOf(world(), finance, await accountOf(world(), customerId))
  const code = async () => (await finance.call(invoices.issue, { ids: [id] })).rows[0]!.code
  expect(await code()).toBe('invoice.untaxed')
  expect((await detail(id)).problems).toEqual(['invoice.untaxed'])
  const other = await invoicedCustomer(world())
  await query(`update customer set invoice_city = null where id = $1`, [other])
  await charge(world(), other)
  const draft = await draftOf(world(), finance, await accountOf(world(), other))
  expect((await detail(draft)).problems).toEqual(['invoice.buyer'])
})

test('fifty drafts issued at once get fifty numbers in a row; a refused one takes none', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const customerId = await invoicedCustomer(world())
      await charge(world(), customerId, at % 10 === 9 ? { category: null } : {})
      return draftOf(world(), finance, await accountOf(world(), customerId))
    }),
  )
  const done = await Promise.all(drafts.map((id) => finance.call(invoices.issue, { ids: [id] })))
  expect(done.filter((one) => one.done === 1)).toHaveLength(45)
  const found = await query<{ no: number }>(
    `select no from invoice where tenant_id = $1 and no is not null order by no`,
    [world().tenantId],
  )
  expect(found.rows.map(({ no }) => no)).toEqual(found.rows.map((_, at) => at + 1))
})

test('what was charged to a balance is an invoice paid already', async () => {
  const { id } = await issued(world(), finance, { side: 'customer', currency: 'JPY', net: [501n] })
  expect(await read(id)).toMatchObject({ status: 'paid', gross: '596', paid: '596', open: '0' })
})

test('a credit note gives chosen charges back with their tax, once; the rest stays', async () => {
  const customerId = await invoicedCustomer(world())
  const first = await charge(world(), customerId, { net: [1_000n, 99n] })
  await charge(world(), customerId, { net: [2_000n] })
  const accountId = await accountOf(world(), customerId)
  const id = await draftOf(world(), finance, accountId)
  await finance.call(invoices.issue, { ids: [id] })
  const balance = async () =>
    (
      await query<{ b: string }>(`select balance as b from ledger_account where id = $1`, [
        accountId,
      ])
    ).rows[0]!.b
  const before = BigInt(await balance())
  const { version } = await read(id)
  const some = { id, version, transactionIds: [first.transactionId], frees: false, reason: 'lost' }
  const note = (await credit(some)).result as { id: string; number: string }
  expect(note).toMatchObject({
    kind: 'creditNote',
    gross: '13.08',
    status: 'issued',
    creditsId: id,
  })
  expect(BigInt(await balance()) - before).toBe(first.gross)
  expect(await read(id)).toMatchObject({ status: 'issued', credited: '13.08', open: '23.80' })
  const now = await read(id)
  expect((await credit({ ...some, version: now.version })).error).toBe('invoice.nothingToCredit')
  expect((await credit({ ...some, transactionIds: [] })).code).toBe(409)
  // The rest is freed: it can be invoiced again, and nothing is posted.
  const rest = await credit({ ...some, version: now.version, transactionIds: [], frees: true })
  expect(rest.result).toMatchObject({ gross: '23.80' })
  expect(BigInt(await balance()) - before).toBe(first.gross)
  expect(await read(id)).toMatchObject({ status: 'credited', open: '0.00' })
  const again = await finance.call(invoices.preview, { accountId, to: TO })
  expect(again.gross).toBe('23.80')
  const positions = await finance.call(invoices.positions, { id })
  expect(positions).toMatchObject({ total: 2, records: [{ credited: true }, { credited: true }] })
})

test('a customer sees its own issued invoices; sub-accounts, sales and other tenants none', async () => {
  const own = world().customerId
  await query(
    `update customer set country = 'DE', invoice_street = 'a', invoice_city = 'b',
      invoice_postal_code = 'c' where id = $1`,
    [own],
  )
  await charge(world(), own)
  const id = await draftOf(world(), finance, await accountOf(world(), own))
  const customer = await world().as('customer')
  const path = '/erp/invoice/queryById'
  expect((await customer.get(path, { id })).status).toBe(404)
  await finance.call(invoices.issue, { ids: [id] })
  expect((await customer.get(path, { id })).result).toMatchObject({ id })
  const mine = await customer.call(invoiceList.endpoints.list, {})
  expect(mine.records.map((row) => row.id)).toEqual([id])
  expect((await customer.put('/erp/invoice/issue', { ids: [id] })).status).toBe(403)
  for (const role of ['sub', 'sales'] as const)
    expect((await (await world().as(role)).get(path, { id })).status, role).toBe(403)
  expect((await (await world().as('otherCustomer')).get(path, { id })).status).toBe(404)
  const stranger = await world().otherTenantUser()
  for (const call of ['queryById', 'detail', 'pdf', 'sheet', 'positions'])
    expect((await stranger.get(`/erp/invoice/${call}`, { id })).status, call).toBe(404)
})

test('lines and VAT of any charges sum to the smallest unit, in whatever currency', () => {
  const trade = fc.record({
    id: fc.uuid(),
    transactionId: fc.constant('1'),
    money: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map(String),
    tradeItem: fc.constantFrom('1', '2', '10', 'tax'),
    shipmentId: fc.constant(null),
    taxCategory: fc.constantFrom('S', 'AE', null),
    taxRate: fc.constantFrom(1_900, 700, 0),
    taxCountry: fc.constantFrom('DE', 'FR'),
    service: fc.constantFrom('A', 'B', null),
  })
  fc.assert(
    fc.property(fc.uniqueArray(trade, { selector: ({ id }) => id, maxLength: 60 }), (trades) => {
      const all = trades as ChargedTrade[]
      const { lines, vat, net, tax, gross, lineOf } = groupTrades(all, { posted: true })
      const sum = (some: readonly bigint[]) => some.reduce((a, b) => a + b, 0n)
      expect(gross).toBe(-sum(all.map(({ money }) => BigInt(money))))
      expect(sum(lines.map((line) => line.net))).toBe(net)
      expect(sum(vat.map((one) => one.taxable))).toBe(net)
      expect(sum(vat.map((one) => one.tax))).toBe(tax)
      for (const one of vat) {
        const own = lines.filter(
          (l) =>
            l.taxCountry === one.country &&
            l.taxCategory === one.category &&
            l.taxRate === one.rate,
        )
        expect(sum(own.map((line) => line.net))).toBe(one.taxable)
      }
      expect(sum([BigInt(lines.reduce((n, { count }) => n + count, 0))])).toBe(
        BigInt([...lineOf.values()].filter((no) => no !== null).length),
      )
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['JPY', '1190'],
  ['EUR', '11.90'],
  ['KWD', '1.191'],
])('%s: an invoice equals its trade details', async (currency, gross) => {
  const net = currency === 'KWD' ? [401n, 600n] : [400n, 600n]
  const { id } = await issued(world(), finance, { currency, net })
  const row = await read(id)
  expect(row.gross).toBe(gross)
  const found = await query<{ same: boolean }>(
    `select -sum(t.money) = i.gross as same from invoice i
      join invoice_trade it on it.tenant_id = i.tenant_id and it.invoice_id = i.id
      join trade t on t.tenant_id = it.tenant_id and t.id = it.trade_id
      where i.id = $1 group by i.gross`,
    [id],
  )
  expect(found.rows).toEqual([{ same: true }])
  // Three decimals are none of the standard: it is reported where users look at the invoice.
  expect((await detail(id)).plainRules.length > 0).toBe(currency === 'KWD' && gross === '1.191')
})

test('orders that wait for something are left out until it came; lines name the service', async () => {
  const customerId = await invoicedCustomer(world())
  await charge(world(), customerId, { net: [100n] })
  await charge(world(), customerId, { net: [900n], shipmentId: '77' })
  const accountId = await accountOf(world(), customerId)
  const usual = invoicedOrders.of(world().deps)
  const waiting = new Set(['77'])
  invoicedOrders.set(world().deps, {
    waiting: () => Promise.resolve(waiting),
    services: () => Promise.resolve(new Map([['77', 'Economy']])),
  })
  try {
    const first = await finance.call(invoices.preview, { accountId, to: TO })
    expect(first).toMatchObject({ gross: '1.19', waiting: 1, waitingAmount: '10.71' })
    waiting.clear()
    const id = await draftOf(world(), finance, accountId)
    expect((await detail(id)).lines.map((line) => line.service)).toEqual([null, 'Economy'])
  } finally {
    invoicedOrders.set(world().deps, usual)
  }
})

test('the PDF has the XML of EN 16931 inside, XRechnung comes alone or names what it lacks', async () => {
  const { id, customerId } = await issued(world(), finance, { net: [1_000n, 5n] })
  const get = (path: string, of = id) =>
    finance.raw('GET', `/erp/invoice/${path}`, { query: { id: of } })
  const pdf = (await get('pdf')).bytes.toString('latin1')
  expect(pdf).toContain('factur-x.xml')
  const refused = (await get('xml')).result as { issues: { path: string }[] }
  expect(refused.issues.map(({ path }) => path)).toContain('buyerReference')
  await query(`update customer set buyer_reference = '04011000-12345-67' where id = $1`, [
    customerId,
  ])
  await charge(world(), customerId)
  const next = await draftOf(world(), finance, await accountOf(world(), customerId))
  await finance.call(invoices.issue, { ids: [next] })
  const xml = (await get('xml', next)).bytes.toString('utf8')
  expect(xml).toContain('04011000-12345-67')
  expect(xml).toContain('<ram:GrandTotalAmount')
  const note = await credit({
    id: next,
    version: (await read(next)).version,
    frees: true,
    reason: 'address',
  })
  const noteId = (note.result as { id: string }).id
  expect((await get('pdf', noteId)).bytes.toString('latin1')).toContain('factur-x.xml')
})

test('an invoice is paid from the balance in parts: never beyond what is open or available', async () => {
  const { id, customerId } = await issued(world(), finance, { net: [10_000n] })
  const pay = async (amount?: string) =>
    finance.raw('PUT', '/erp/invoice/apply', {
      body: { id, version: (await read(id)).version, ...(amount ? { amount } : {}) },
      headers: key(),
    })
  expect((await pay('10.00')).error).toBe('ledger.insufficient')
  expect(await read(id)).toMatchObject({ status: 'issued', paid: '0.00' })
  await fundedAccount(world(), 20_000n, { customerId })
  expect((await pay('119.01')).result).toMatchObject({ issues: [{ path: 'amount' }] })
  expect((await pay('19.00')).result).toMatchObject({ status: 'part', open: '100.00' })
  await withClock(
    () => Date.now() + 60 * 86_400_000,
    () => markOverdue(jobCtx(world().deps, world().tenantId)),
  )
  expect(await read(id)).toMatchObject({ overdue: true })
  const both = await Promise.all([pay(), pay()])
  expect(both.filter((one) => one.success)).toHaveLength(1)
  expect(await read(id)).toMatchObject({ status: 'paid', overdue: false, open: '0.00' })
  expect((await pay()).error).toBe('invoice.notOpen')
  // Credited once paid: the money goes to the balance.
  const body = { id, version: (await read(id)).version, frees: false, reason: 'lost' }
  expect((await credit(body)).success).toBe(true)
  const balances = await query<{ kind: string; balance: string }>(
    `select kind, balance from ledger_account where customer_id = $1 order by kind`,
    [customerId],
  )
  expect(balances.rows).toEqual([
    { kind: 'customer', balance: '20000' },
    { kind: 'receivable', balance: '0' },
  ])
})
