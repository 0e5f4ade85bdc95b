import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BankFile } from './bank-line.ts'
import { readBankFile } from './read-bank-file.ts'
import { readAmount, readDay } from './read-table.ts'

const folder = new URL('../../../../../test/fixtures/field-cases/bank/', import.meta.url)
describe('statements', () => {
  test('several documents in one file are read whole', async () => {
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
