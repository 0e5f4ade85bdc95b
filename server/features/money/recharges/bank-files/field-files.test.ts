import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bankMapping, type BankMapping } from '#contracts/money/bank-files.ts'
import type { BankFile } from './bank-line.ts'
import { readBankFile } from './read-bank-file.ts'
import { readAmount, readDay } from './read-table.ts'

const folder = new URL('../../../../../test/fixtures/field-cases/bank/', import.meta.url)
const read = async (name: string, mapping: Partial<BankMapping> | null = null) =>
  (await readBankFile(readFileSync(new URL(name, folder)), {
    name,
    currency: 'EUR',
    mapping: mapping
      ? bankMapping.parse({ heading: 1, text: [], decimal: 'comma', dates: 'DMY', ...mapping })
      : null,
  })) as BankFile
const sums = ({ lines }: BankFile) => lines.map(({ minor }) => Number(minor) / 100)

describe('statements by MT940', () => {
  test.each<[file: string, sums: number[]]>([
    ['mt940-rc-rd-reversal-signs.sta', [204.88, -204.88, -80, 80]],
    ['mt940-wise-id-on-next-line.sta', [0.77]],
    ['mt940-abn-header-crlf.sta', [9]],
    ['mt940-abn-header-no20-lf.sta', [9]],
    ['mt940-leading-soh-control.txt', [79.7]],
    ['mt940-blank-entry-date.sta', [30]],
    ['mt940-newline-inside-61.sta', [30, 20]],
    ['mt940-knab-amount-without-comma.sta', [500]],
    ['mt940-tl-16-digit-balance.sta', [5]],
    ['mt940-zero-continuation.sta', [30]],
  ])('%s: %j, nothing refused', async (file, right) => {
    const got = await read(file)
    expect(sums(got)).toEqual(right)
    expect(got.issues).toEqual([])
  })

  test.each<[file: string, right: object]>([
    ['mt940-blank-entry-date.sta', { bookedOn: '2022-07-06', valueOn: '2022-07-06' }],
    [
      'mt940-ing-cntp.sta',
      { counterparty: 'JANSEN TRANSPORT BV', counterAccount: 'NL91ABNA0417164300' },
    ],
    [
      'mt940-abnamro-bic-inside-iban.sta',
      { counterAccount: 'NL91ABNA0417164300', counterparty: 'T BAKKER', reference: 'E2E-77' },
    ],
    ['mt940-rabo-benm-name.sta', { reference: 'E-2', counterparty: 'K DE GROOT' }],
    ['mt940-blank-at-line-end.sta', { counterparty: 'Maria Schmidt' }],
    ['mt940-ns-structure-no-86.sta', { text: 'Verwendungszweck 1 Zweck 2' }],
    [
      'mt940-question-mark-in-text.sta',
      { text: 'Was soll das?2026 bezahlt', counterparty: 'Maria' },
    ],
    ['mt940-cp850-umlaut.sta', { counterparty: 'Jürgen Groß', text: 'Gebühr' }],
    ['mt940-00-instead-of-20.sta', { counterparty: 'Erika Muster', text: 'Rechnung 77' }],
  ])('%s: %j', async (file, right) => {
    expect((await read(file)).lines[0]).toMatchObject(right)
  })

  test('a text goes on in a movement over nothing', async () => {
    expect((await read('mt940-zero-continuation.sta')).lines[0]!.text).toMatch(
      /RF18 5390 0754 7034/,
    )
  })

  test('who paid stands in the fields 15 and 16 of older statements', async () => {
    expect((await read('mt940-ns-structure-no-86.sta')).lines[0]!.counterparty).toMatch(
      /Empf.*nger/,
    )
  })
})

describe('statements by CAMT', () => {
  test('a returned transfer has the other side, with the reason', async () => {
    expect((await read('camt02-returned-transfer-own-name.xml')).lines[0]).toMatchObject({
      counterparty: 'Lieferant Nord KG',
      counterAccount: 'DE02120300000000202051',
      text: expect.stringContaining('AC04') as string,
    })
  })
  test('a bank that pays is named', async () => {
    expect((await read('camt08-debtor-is-agent-no-name.xml')).lines[0]!.counterparty).toBe(
      'Volksbank Muster',
    )
  })
  test.each<[file: string, sums: number[]]>([
    ['camt04-batch-with-debit-part.xml', [100, -10]],
    ['camt04-batch-of-two-qr.xml', [70, 80]],
    ['camt02-two-accounts.xml', [5, 6]],
    ['camt08-charges-txdtls-not-ntry.xml', [-1526]],
  ])('%s: %j', async (file, right) => expect(sums(await read(file))).toEqual(right))

  test('an archive of statements is read whole, several documents in one file as well', async () => {
    expect((await read('camt-zipped.zip')).lines.length).toBeGreaterThan(0)
    const one = readFileSync(new URL('camt02-utf8-bom.xml', folder))
      .toString()
      .replace(/^\ufeff/, '')
    const both = (await readBankFile(Buffer.from(one + one), {
      name: 'a.xml',
      currency: 'EUR',
      mapping: null,
    })) as BankFile
    expect(both.lines.length).toBeGreaterThan(1)
  })
})

describe('tables', () => {
  test.each<[file: string, mapping: Partial<BankMapping>, sums: number[], pending: number]>([
    ['csv-ing-nl-af-bij.csv', { bookedOn: 0, amount: 6, dates: 'YMD' }, [75.94, -1200], 0],
    [
      'csv-alipay-gbk-in-out-column.csv',
      { heading: 7, bookedOn: 0, amount: 6, dates: 'YMD', decimal: 'point' },
      [500, -49.74],
      1,
    ],
    ['csv-sparkasse-camt.csv', { bookedOn: 1, amount: 8 }, [1500], 1],
    ['csv-dkb-amount-with-euro-sign.csv', { heading: 5, bookedOn: 0, amount: 5 }, [1234.56], 1],
  ])('%s', async (file, mapping, right, pending) => {
    const got = await read(file, mapping)
    expect(sums(got)).toEqual(right)
    expect(got.pending).toBe(pending)
    expect(got.allIncoming).toBe(false)
  })

  test.each<[text: string, decimal: 'comma' | 'point', minor: bigint | null]>([
    ['1.234,56\u00a0€', 'comma', 123_456n],
    ['€ 1.234,56', 'comma', 123_456n],
    ['£1,200.00', 'point', 120_000n],
    ['-£5.00', 'point', -500n],
    ['£-5.00', 'point', -500n],
    ['(1,200.00)', 'point', -120_000n],
    ['100.00 DR', 'point', -10_000n],
    ['100.00CR', 'point', 10_000n],
    ['EUR 12,50-', 'comma', -1_250n],
    ['12,50 EUR', 'comma', 1_250n],
    ['1’234.50 CHF', 'point', 123_450n],
    ['−7,00', 'comma', -700n],
    ['(5)-', 'point', null],
    ['--5', 'point', null],
    ['a5', 'point', null],
  ])('the amount %s', (text, decimal, minor) =>
    expect(readAmount(text, decimal, 'EUR')).toBe(minor),
  )

  test.each<[text: string, day: string]>([
    ['02 Nov 2026', '2026-11-02'],
    ['2. November 2026', '2026-11-02'],
    ['2-Nov-26', '2026-11-02'],
    ['Nov 2, 2026', '2026-11-02'],
    ['3 août 2026', '2026-08-03'],
    ['15 mrt 2026', '2026-03-15'],
    ['1 de diciembre de 2026', '2026-12-01'],
    ['5. Mai 2026', '2026-05-05'],
    ['Mon, 2 Feb 2026', '2026-02-02'],
    ['2026年11月2日', '2026-11-02'],
    ['02.11.2026 10:15', '2026-11-02'],
  ])('the day %s', (text, day) => expect(readDay(text, 'DMY')).toBe(day))
})
