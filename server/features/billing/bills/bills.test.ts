import { beforeAll, describe, expect, test } from 'vitest'
import { billLines } from '#contracts/billing/bill-lines.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money, plainFile, PLAIN } from './bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

const codes = async (runId: string) => (await at.lines(runId)).map(({ code }) => code)

describe('from the file to the ledger', () => {
  test('a bill as expected fits, is posted once and corrects what was accrued', async () => {
    const [one, two] = await at.parcels(['1.2', '3.7'])
    const run = await at.take([
      { trackNo: one!.trackNo, amount: money(one!.cost) },
      { trackNo: two!.trackNo, amount: money(two!.cost + 300n) },
    ])
    expect(run).toMatchObject({ state: 'matched', lines: 2, matched: 2, open: 1, over: '3.00' })
    expect(await codes(run.id)).toEqual(['M0', 'D1'])
    const exact = {
      id: run.id,
      amountWithin: 0,
      amountPercent: 0,
      weightWithin: 0,
      weightPercent: 0,
    }
    const open = await at.finance.call(billRuns.whatIf, exact)
    expect(open).toMatchObject({
      codes: [
        { code: 'M0', lines: 1, open: 0, disputable: 0 },
        { code: 'D1', lines: 1, open: 1, disputable: 1 },
      ],
      postable: { lines: 1, sums: [{ currency: 'EUR', amount: money(one!.cost) }] },
    })
    await at.finance.call(billRuns.accept, { id: run.id, codes: ['D1'], note: 'agreed' })
    expect(await at.finance.call(billRuns.whatIf, exact)).toMatchObject({
      codes: [{ code: 'M0' }, { code: 'D1', lines: 1, open: 0, disputable: 0 }],
      postable: {
        lines: 2,
        sums: [{ currency: 'EUR', amount: money(one!.cost + two!.cost + 300n) }],
      },
    })
    await at.finance.call(billRuns.post, { id: run.id })
    expect(await at.work(run.id)).toMatchObject({ state: 'matched', posted: 2, open: 0 })
    const accounts = await at.query<{ kind: string; ref: string; balance: string }>(
      `select kind, ref, balance from ledger_account
        where party_id = $1 and kind in ('cost', 'payable') order by kind, ref`,
      [one!.customerId],
    )
    const owed = one!.cost + two!.cost + 300n
    expect(accounts).toEqual([
      { kind: 'cost', ref: `supplier:${at.supplierId}`, balance: String(-owed) },
      { kind: 'payable', ref: `accrued:${at.supplierId}`, balance: '0' },
      { kind: 'payable', ref: `supplier:${at.supplierId}`, balance: String(owed) },
    ])
    const again = await at.finance.post('/erp/billRun/post', { id: run.id })
    expect(again).toMatchObject({ success: false, error: 'bill.nothingToPost' })
    expect((await at.drift()).drift).toEqual([])
    await expect(
      at.query('update bill_line set amount = 1 where run_id = $1', [run.id]),
    ).rejects.toThrow('is posted')
    await expect(at.query('delete from bill_line where run_id = $1', [run.id])).rejects.toThrow(
      'is posted',
    )
  })

  test.each([
    ['with its mark', '\ufeff'],
    ['without a mark', ''],
  ])('a file in UTF-16 is read, %s', async (_, mark) => {
    const [one] = await at.parcels()
    const file = [
      'Sendungsnummer;Leistung;Betrag',
      `${one!.trackNo};Zuschlag für Größe;1.234,50`,
    ].join('\r\n')
    for (const bytes of [
      Buffer.from(mark + file, 'utf16le'),
      Buffer.from(mark + file, 'utf16le').swap16(),
    ]) {
      const tried = await at.dryRun(bytes, {
        total: '1234.50',
        mapping: {
          ...PLAIN,
          decimal: 'comma',
          columns: { ...PLAIN.columns, weight: null, shipDate: null, reference1: null },
        },
      })
      expect(tried.result).toMatchObject({
        ready: true,
        lines: [{ trackNo: one!.trackNo, chargeCode: 'Zuschlag für Größe', amount: '1234.50' }],
      })
    }
  })

  test('the same file, invoice or line again changes nothing', async () => {
    const [one] = await at.parcels()
    const rows = [{ trackNo: one!.trackNo, amount: money(one!.cost) }]
    const run = await at.take(rows, { invoiceNo: 'TWICE-1' })
    const same = await at.dryRun(plainFile(rows), { total: money(one!.cost), invoiceNo: 'TWICE-1' })
    expect(same.result).toMatchObject({
      id: null,
      ready: false,
      known: { runId: run.id, addedCount: 0, goneCount: 0 },
    })
    const other = await at.dryRun(plainFile([...rows, { trackNo: 'X1', amount: '1.00' }]), {
      total: money(one!.cost + 100n),
      invoiceNo: 'TWICE-1',
    })
    expect(other.result).toMatchObject({
      id: null,
      known: { addedCount: 1, goneCount: 0, added: [{ trackNo: 'X1' }] },
    })
    expect(await at.lines(run.id)).toHaveLength(1)
    await at.finance.call(billRuns.start, { id: run.id })
    await at.finance.call(billRuns.rematch, { id: run.id })
    expect(await at.work(run.id)).toMatchObject({ lines: 1, open: 0 })
    // On another invoice the charge is a duplicate.
    const twice = await at.take([{ ...rows[0]!, date: '2026-03-01' }], { invoiceNo: 'TWICE-2' })
    expect(await codes(twice.id)).toEqual(['D7'])
    const changed = await at.take([{ trackNo: one!.trackNo, amount: money(one!.cost + 1n) }])
    expect(await codes(changed.id)).toEqual(['D10'])
  })

  test('a file is taken once, from two browsers and by two workers', async () => {
    const made = await at.parcels(['1.2', '2', '3'])
    const rows = made.map(({ trackNo, cost }) => ({ trackNo, amount: money(cost) }))
    const total = money(made.reduce((sum, { cost }) => sum + cost, 0n))
    const tried = await Promise.all(
      [0, 1].map(() => at.dryRun(plainFile(rows), { total, invoiceNo: 'RACE-1' })),
    )
    const ids = tried.map(({ result }) => (result as BillDryRun).id).filter(Boolean) as string[]
    const started = await Promise.all(
      ids.map((id) => at.finance.post('/erp/billRun/start', { id })),
    )
    const [id] = started
      .filter(({ success }) => success)
      .map(({ result }) => (result as { id: string }).id)
    await Promise.all([at.work(id!), at.work(id!)])
    expect(await at.lines(id!)).toHaveLength(3)
    expect(await at.finance.call(billRuns.queryById, { id: id! })).toMatchObject({
      lines: 3,
      repeated: 0,
    })
  })
})

describe('the sum of the file', () => {
  test('is the invoice’s before anything is taken', async () => {
    const file = plainFile([{ trackNo: 'A1', amount: '1.000' }])
    const wrong = await at.dryRun(file, { total: '1000.00' })
    expect(wrong.result).toMatchObject({ id: null, ready: false, count: 1, difference: '-999.00' })
    const rows = await at.query('select 1 from bill_run where invoice_no like $1', ['none'])
    expect(rows).toEqual([])
  })

  test('a column of both signs is refused with its rows, a row without currency too', async () => {
    const mixed = await at.dryRun(
      ['no;amount;cur', 'A;10,00;EUR', 'B;4.711,98;EUR', 'C;5;EUR', 'D;7.25;EUR', 'E;1;'].join(
        '\n',
      ),
      {
        total: '4726.98',
        mapping: {
          ...PLAIN,
          columns: {
            ...PLAIN.columns,
            chargeCode: null,
            weight: null,
            shipDate: null,
            reference1: null,
            amount: 1,
            currency: 2,
          },
          decimal: 'comma',
        },
      },
    )
    expect(mixed.result).toMatchObject({
      ready: false,
      sum: '4726.98',
      refused: 2,
      errors: [
        { line: 5, code: 'bill.amount', value: '7.25' },
        { line: 6, code: 'bill.currency' },
      ],
    })
  })

  test('one column or no rows is an error', async () => {
    const one = await at.dryRun('no\nA\nB', { total: '1.00', mapping: null })
    expect(one).toMatchObject({ success: false, error: 'bill.oneColumn' })
    const none = await at.dryRun('no,amount', { total: '1.00' })
    expect(none).toMatchObject({ success: false, error: 'bill.noRows' })
  })

  test('an unknown layout answers its rows and a guess, and is remembered', async () => {
    const file =
      'Sendungsnummer;Nettobetrag;Gewicht;Versanddatum\nA1;10,50;1,2;02.11.2026\nA2;3,00;2;'
    await at.query('delete from bill_profile where supplier_id = $1', [at.supplierId])
    const asked = await at.dryRun(file, { total: '13.50', mapping: null })
    expect(asked.result).toMatchObject({
      rows: [{ line: 1 }, { line: 2 }, { line: 3 }],
      guess: { trackNo: 0, amount: 1, weight: 2, shipDate: 3 },
      decimal: 'comma',
      dates: 'DMY',
    })
  })

  test('a file whose columns moved is asked for again, not read by their places', async () => {
    const total = '10.50'
    const first = await at.dryRun(plainFile([{ trackNo: 'MOVED-1', amount: total }]), { total })
    expect(first.result).toMatchObject({ ready: true })
    const again = await at.dryRun(plainFile([{ trackNo: 'MOVED-2', amount: total }]), {
      total,
      mapping: null,
    })
    expect(again.result).toMatchObject({ ready: true, rows: null })
    const moved = 'Tracking number,Charge,Net amount,Tax,Weight\nMOVED-3,Freight,10.50,1.99,2'
    const asked = await at.dryRun(moved, { total, mapping: null })
    expect(asked.result).toMatchObject({
      ready: false,
      rows: [{ line: 1 }, { line: 2 }],
      guess: { trackNo: 0, amount: 2, weight: 4 },
    })
  })
})

describe('lines', () => {
  test('are linked, split, noted, accepted and written off, each with its row in the data log', async () => {
    const made = await at.parcels(['1', '3'])
    const run = await at.take([
      { trackNo: 'NOBODYS-1', amount: '10.01' },
      { trackNo: 'NOBODYS-2', amount: money(made[0]!.cost) },
      { trackNo: 'NOBODYS-3', amount: '2.00' },
    ])
    expect(await codes(run.id)).toEqual(['D8', 'D8', 'D8'])
    const [first, second, third] = await at.lines(run.id)
    const linked = await at.finance.call(billLines.link, {
      id: second!.id!,
      version: Number(second!.version),
      parcelNo: made[0]!.serialNumber,
    })
    expect(linked).toMatchObject({ code: 'M0', state: 'fits', parcelNo: made[0]!.serialNumber })
    const twice = await at.finance.put('/erp/billLine/split', {
      id: first!.id,
      version: Number(first!.version),
      parcelNos: [made[0]!.serialNumber, made[0]!.trackNo],
    })
    expect(twice).toMatchObject({ success: false })
    await at.finance.call(billLines.split, {
      id: first!.id!,
      version: Number(first!.version),
      parcelNos: made.map(({ trackNo }) => trackNo),
    })
    const shares = (await at.lines(run.id)).filter(({ track_no: no }) => no === 'NOBODYS-1')
    expect(shares.map(({ amount }) => Number(amount))).toEqual([251, 750])
    await at.finance.call(billLines.accept, { ids: [third!.id!], note: 'toll' })
    const again = await at.finance.call(billLines.writeOff, { ids: [third!.id!], note: 'small' })
    expect(again).toMatchObject({ failed: 1, rows: [{ code: 'bill.decided' }] })
    const sum = (await at.lines(run.id)).reduce((total, { amount }) => total + Number(amount), 0)
    expect(sum).toBe(1001 + Number(made[0]!.cost) + 200)
  })

  test('a line is charged to its customer once, by a charge of its own', async () => {
    const [one] = await at.parcels()
    const run = await at.take([{ trackNo: one!.trackNo, amount: money(one!.cost + 450n) }])
    const [line] = await at.lines(run.id)
    const before = await at.standing(one!.customerId)
    const rebill = () =>
      at.finance.call(billLines.rebill, { ids: [line!.id!], what: 'difference', note: 'address' })
    expect(await rebill()).toMatchObject({ done: 1 })
    expect(await rebill()).toMatchObject({ failed: 1 })
    const after = await at.standing(one!.customerId)
    expect(before.balance - after.balance).toBeGreaterThanOrEqual(450n)
    expect(await at.lines(run.id)).toMatchObject([{ state: 'rebilled' }])
  })
})
