import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatMoney } from '#contracts/kit/money.ts'
import { PRESETS } from '#contracts/money/accounting-export/account-presets.ts'
import {
  accountingExport,
  type AccountingSetting,
} from '#contracts/money/accounting-export/accounting-export.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { enterCompany, issued, key } from '#server/features/money/invoices/invoices.fixture.ts'
import { exchange, post } from '#server/features/money/ledger/index.ts'
import { inLedger, newCustomer, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { amountText, ansi, COLUMNS, headLine, rateText } from './datev-format.ts'
import { rowsIn } from './datev-rows.ts'
import { pairEntries } from './pair-entries.ts'
import type { EntryRow } from './read-entries.ts'

const world = useWorld()
let finance: Client
const today = () => nowIso().slice(0, 10)
const month = today().slice(0, 7)
const SKR = Object.entries(PRESETS['03'])
  .filter(([, number]) => number !== '')
  .map(([of, number]) => ({ key: of, number }))
const SETTING: AccountingSetting = {
  consultantNo: 29_098,
  clientNo: 55_003,
  accountLength: 4,
  yearStart: '01-01',
  chart: '03',
  currency: 'EUR',
  automatic: false,
  debtorFrom: 10_000,
  numbers: SKR,
  version: 0,
}
const set = async (change: Partial<AccountingSetting> = {}) => {
  const { version } = (await finance.call(accountingExport.setting, {})).setting
  return finance.call(accountingExport.saveSetting, { ...SETTING, ...change, version })
}
const file = (format: string, client = finance) =>
  client.raw('POST', '/erp/accountingExport/file', { body: { month, format } })
const summary = () => finance.call(accountingExport.summary, { month })

describe('the format', () => {
  test('head, columns, amounts and letters are as DATEV describes them', () => {
    expect(COLUMNS).toHaveLength(125)
    expect(COLUMNS[113]).toBe('Festschreibung')
    expect(COLUMNS[124]).toBe('Abw. Skontokonto')
    const head = headLine({
      consultantNo: 29_098,
      clientNo: 55_003,
      accountLength: 4,
      yearStart: '07-01',
      chart: '03',
      currency: 'EUR',
      from: '2026-03-01',
      to: '2026-03-31',
      madeAt: '2026-04-02T10:20:30.456Z',
    })
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20260402102030456;;"PY";"";"";29098;55003;20250701;4;' +
        '20260301;20260331;"Buchungen 2026-03";"";1;0;0;"EUR";;"";;;"03";;;"";""\r\n',
    )
    expect(amountText(5n, 'EUR')).toBe('0,05')
    expect(amountText(1_234n, 'JPY')).toBe('1234,00')
    expect(amountText(1_230n, 'KWD')).toBe('1,23')
    expect(() => amountText(1_234n, 'KWD')).toThrow(RangeError)
    expect([...ansi('ü€“物')]).toEqual([0xfc, 0x80, 0x93, 0x3f])
    expect(rateText(781n, 2, 100n, 2)).toBe('7,810000')
    expect(rateText(85n, 2, 100n, 2)).toBeNull()
  })

  test('accounts of the file equal those of the ledger, whatever a transaction is', () => {
    const kinds = [
      'customer',
      'receivable',
      'revenue',
      'tax',
      'cash',
      'cost',
      'exchange',
      'cod',
    ] as const
    const entry = fc.record({
      kind: fc.constantFrom(...kinds),
      customerId: fc.constantFrom('1', '2'),
      minor: fc.bigInt(-(2n ** 42n), 2n ** 42n).filter((minor) => minor !== 0n),
    })
    const leg = fc.tuple(
      fc.constantFrom('JPY', 'EUR', 'KWD'),
      fc.array(entry, { minLength: 1, maxLength: 8 }),
    )
    const rows = rowsIn({ ...SETTING, numbers: SKR }, (one) => {
      throw new Error(`no number: ${one?.kind}`)
    })
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 3 }), (legs) => {
        const entries = legs.flatMap(([currency, own]) => {
          const scale = currency === 'KWD' ? 10n : 1n
          const sum = own.reduce((all, { minor }) => all + minor, 0n)
          const rest = { kind: 'adjustment' as const, customerId: '1', minor: -sum }
          return [...own, ...(sum === 0n ? [] : [rest])].map((one) =>
            entryOf(one.kind, one.customerId, one.minor * scale, currency),
          )
        })
        const ledger = new Map<string, bigint>()
        const books = new Map<string, bigint>()
        const add = (to: Map<string, bigint>, at: string, minor: bigint) =>
          to.set(at, (to.get(at) ?? 0n) + minor)
        for (const one of entries)
          add(ledger, `${numberOf(one)} ${one.currency}`, BigInt(one.amount))
        for (const { mark, account, contra, minor, currency } of rows(entries)) {
          const [debit, credit] = mark === 'S' ? [account, contra] : [contra, account]
          expect(minor).toBeGreaterThan(0n)
          expect(debit).not.toBe(credit)
          expect(() => amountText(minor, currency)).not.toThrow()
          add(books, `${debit} ${currency}`, -minor)
          add(books, `${credit} ${currency}`, minor)
        }
        const told = (of: Map<string, bigint>) =>
          [...of].filter(([, minor]) => minor !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1))
        expect(told(books)).toEqual(told(ledger))
      }),
      { numRuns: 200 },
    )
  })

  test('what is not balanced is a fault, not a row', () => {
    expect(() => pairEntries([{ currency: 'EUR', minor: 1n }], 10n)).toThrow('not balanced')
  })
})

const numberOf = (one: EntryRow) =>
  SKR.find((known) => known.key === one.kind)?.number ?? String(one.debtor)
const entryOf = (kind: string, customerId: string, minor: bigint, currency: string): EntryRow => ({
  transactionId: '1',
  transactionKind: 'charge',
  day: '2026-03-05',
  lateFor: null,
  entryId: '1',
  amount: minor.toString(),
  currency,
  kind,
  ref: '',
  customerId,
  customerCode: `C${customerId}`,
  customerName: 'Name',
  debtor: 10_000 + Number(customerId),
  shipmentNo: null,
  invoiceNo: null,
})

describe('over HTTP', () => {
  let invoiceNo: string
  beforeAll(async () => {
    finance = await world().as('finance')
    await enterCompany(world())
    const first = await issued(world(), finance, { net: [10_000n, 2_500n] })
    const { rows } = await world().db.pool.query<{ number: string }>(
      `select number from invoice where id = $1`,
      [first.id],
    )
    invoiceNo = rows[0]!.number
    await issued(world(), finance, { side: 'customer', net: [700n] })
    await inLedger(world(), (tx) => recharge(tx, first.customerId, 20_000n))
    const paid = await finance.call(invoices.queryById, { id: first.id })
    expect(paid.number).toBe(invoiceNo)
    const other = await newCustomer(world())
    await inLedger(world(), (tx) => recharge(tx, other, 7_000n, 'JPY'))
  })

  test('without settings and numbers DATEV is refused by name, the plain files are not', async () => {
    const blank = await file('datev')
    expect(blank).toMatchObject({ success: false })
    await set({ numbers: SKR.filter((one) => one.key !== 'tax') })
    const refused = await file('datev')
    expect(refused.success).toBe(false)
    expect(refused.message).toContain('VAT')
    expect((await summary()).lines.some((one) => one.kind === 'tax' && one.number === null)).toBe(
      true,
    )
    expect((await file('csv')).status).toBe(200)
  })

  test('the batch: its accounts sum to the ledger, and it is on record with its hash', async () => {
    await set()
    const made = await file('datev')
    expect(made.status).toBe(200)
    const text = made.bytes.toString('latin1')
    const lines = text.split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines[0]).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};/)
    expect(lines[1]!.split(';')).toHaveLength(125)
    const books = new Map<string, bigint>()
    for (const line of lines.slice(2)) {
      const cells = line.split(';')
      expect(cells).toHaveLength(125)
      const plain = (at: number) => cells[at - 1]!.replaceAll('"', '')
      expect(plain(1)).toMatch(/^\d{1,10},\d{2}$/)
      expect(plain(10)).toMatch(/^\d{4}$/)
      const minor = BigInt(plain(1).replace(',', ''))
      const sign = plain(2) === 'S' ? -1n : 1n
      for (const [account, part] of [
        [plain(7), minor * sign],
        [plain(8), -minor * sign],
      ] as const) {
        const at = `${account} ${plain(3)}`
        books.set(at, (books.get(at) ?? 0n) + part)
      }
    }
    expect(text).toContain(`"${invoiceNo}"`)
    const known = await summary()
    const ledger = new Map<string, bigint>()
    for (const { number, currency, debit, credit } of known.lines) {
      const at = `${number} ${currency}`
      const scale = currency === 'JPY' ? 100n : 1n
      const of = (amount: string) => BigInt(amount.replace('.', '')) * scale
      ledger.set(at, (ledger.get(at) ?? 0n) + of(credit) - of(debit))
    }
    expect([...books].filter(([, sum]) => sum !== 0n).toSorted()).toEqual(
      [...ledger].filter(([, sum]) => sum !== 0n).toSorted(),
    )
    for (const { debit, credit } of known.sums) expect(debit).toBe(credit)
    expect(known.exports[0]).toMatchObject({
      format: 'datev',
      closed: false,
      lines: lines.length - 2,
      sha256: createHash('sha256').update(made.bytes).digest('hex'),
    })
    const logged = await world().db.pool.query(
      `select 1 from data_log where tenant_id = $1 and table_name = 'accounting_export'`,
      [world().tenantId],
    )
    expect(logged.rows.length).toBeGreaterThanOrEqual(2)
  })

  test('the plain table has every entry with its account, in CSV and XLSX', async () => {
    const counted = await world().db.pool.query<{ count: number }>(
      `select count(*)::int as count from ledger_entry e join ledger_transaction t
        on t.tenant_id = e.tenant_id and t.id = e.transaction_id
       where t.tenant_id = $1 and t.month = $2`,
      [world().tenantId, `${month}-01`],
    )
    for (const format of ['csv', 'xlsx'] as const) {
      const made = await file(format)
      const rows: string[][] = []
      for await (const batch of readSheet(made.bytes, `a.${format}`))
        for (const row of batch) rows.push(row.cells as string[])
      expect(rows).toHaveLength(counted.rows[0]!.count + 1)
      expect(rows.some((cells) => cells.includes(invoiceNo))).toBe(true)
    }
  })

  test('an exchange has its amount in the currency of the books and its rate', async () => {
    const customerId = await newCustomer(world())
    await inLedger(world(), (tx) => recharge(tx, customerId, 10_000n))
    await inLedger(world(), (tx) =>
      exchange(tx, {
        key: `request:${key()['Idempotency-Key']}`,
        customerId,
        from: { minor: 1_000n, currency: 'EUR' },
        to: 'CNY',
        rate: '7.81',
        rateOn: today(),
      }),
    )
    const text = (await file('datev')).bytes.toString('latin1')
    expect(text).toContain('78,10;"S";"CNY";7,810000;10,00;"EUR";')
  })

  test('a customer has a number of its own; taken and impossible ones are refused', async () => {
    const [one, two] = [await newCustomer(world()), await newCustomer(world())]
    const save = (customerId: string, number: number, version = 0) =>
      finance.raw('PUT', '/erp/accountingExport/debtor', { body: { customerId, number, version } })
    expect((await save(one, 12_345)).success).toBe(true)
    expect((await save(two, 12_345)).success).toBe(false)
    expect((await save(two, 70_000)).success).toBe(false)
    expect((await save(one, 12_346)).success).toBe(false)
    expect(await finance.call(accountingExport.debtor, { customerId: one })).toEqual({
      number: 12_345,
      version: 1,
    })
    expect((await save('999999999', 12_400)).status).toBe(404)
  })

  test('accounts have names of the language, lines without a number are marked as such', async () => {
    await inLedger(world(), (tx) =>
      post(tx, {
        key: `request:${key()['Idempotency-Key']}`,
        kind: 'adjustment',
        debit: 'workDone',
        lines: (['opening', 'fxGain'] as const).map((ref, at) => ({
          account: { kind: 'adjustment', ref, currency: 'EUR' },
          minor: at === 0 ? 100n : -100n,
        })),
      }),
    )
    await set({ numbers: SKR.filter((one) => !one.key.startsWith('adjustment')) })
    const text = (await file('csv')).bytes.toString()
    await set()
    expect(text).toContain('Adjustments: Opening balance')
    const lines = text.split('\n').filter((line) => line.includes('Exchange gains'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('No account number')
    expect((await summary()).lines.some(({ name }) => name.endsWith('Opening balance'))).toBe(true)
  })

  test('amounts with three decimals are refused for DATEV and named', async () => {
    const customerId = await newCustomer(world())
    await inLedger(world(), (tx) => recharge(tx, customerId, 1_234n, 'KWD'))
    const refused = await file('datev')
    expect(refused.message).toContain('KWD')
    expect((await summary()).ready).toBe(false)
    expect((await file('csv')).bytes.toString()).toContain(
      formatMoney({ minor: 1_234n, currency: 'KWD' }),
    )
  })

  test('the clearing account has a number of its own', async () => {
    const { version } = (await finance.call(accountingExport.setting, {})).setting
    const numbers = SKR.map((one) => (one.key === 'cod' ? { ...one, number: '1792' } : one))
    const refused = await finance.raw('PUT', '/erp/accountingExport/setting', {
      body: { ...SETTING, numbers, version },
    })
    expect(refused.success).toBe(false)
  })

  test('others have no export', async () => {
    for (const who of ['warehouse', 'customer'] as const) {
      const other = await world().as(who)
      expect((await file('csv', other)).success).toBe(false)
    }
  })
})
