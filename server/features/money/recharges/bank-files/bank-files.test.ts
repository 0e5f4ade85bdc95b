import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referencesIn, rechargeReference } from '#contracts/money/recharge-reference.ts'
import { bankMapping } from '#contracts/money/bank-files.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { BankFileError, lineKeys, textPart, type BankFile } from './bank-line.ts'
import { camt, mt940 } from './bank-files.fixture.ts'
import { readBankFile } from './read-bank-file.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { readAmount, readDay } from './read-table.ts'

const REF = rechargeReference(42n)
const brief = ({ lines }: BankFile) =>
  lines.map(({ minor, currency, bookedOn, counterparty, bankId }) =>
    [minor, currency, bookedOn, counterparty, bankId].join(' '),
  )
const codes = ({ issues }: BankFile) => issues.map(({ line, code }) => `${line} ${code}`)

describe('references', () => {
  test('are found in what payers and banks make of them', () => {
    for (const text of [
      REF,
      `Rechnung ${REF.toLowerCase()}, danke`,
      `${REF.slice(0, 4)} ${REF.slice(4, 8)} ${REF.slice(8)} Li Wei`,
      `充值 ${REF.slice(0, 6)}\n${REF.slice(6)}深圳`,
    ])
      expect([text, referencesIn(text)]).toEqual([text, [REF]])
    const wrong = `${REF.slice(0, -1)}${(Number(REF.at(-1)) + 1) % 10}`
    expect(referencesIn(`${wrong} RF RF12`)).toEqual([])
  })

  test('no single wrong digit and no two that changed places make another reference', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 99_999_999n }),
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (no, at, plus) => {
          const good = rechargeReference(no)
          expect(referencesIn(good)).toEqual([good])
          const other = String((Number(good.charAt(at)) + plus) % 10)
          expect(referencesIn(good.slice(0, at) + other + good.slice(at + 1))).toEqual([])
          const [a, b] = [good.charAt(at), good.charAt(at + 1)]
          if (a !== b)
            expect(referencesIn(good.slice(0, at) + b + a + good.slice(at + 2))).toEqual([])
        },
      ),
    )
  })
})

describe('CAMT.053', () => {
  test('002 and 008: amounts, dates, payer, structured reference, what is pending is left out', () => {
    for (const version of ['02', '08'] as const) {
      const file = readCamt(
        camt(version, [
          {
            amount: '1500.00',
            sign: 'CRDT',
            payer: 'Li &amp; Wei GmbH',
            text: 'x',
            ref: REF,
            id: 'B1',
          },
          { amount: '0.50', sign: 'DBIT', payer: 'Bank', text: 'Entgelt', id: 'NONREF' },
          { amount: '9.00', sign: 'CRDT', payer: 'Later', text: '', status: 'PDNG', id: 'B3' },
        ]),
      )
      expect([version, brief(file)]).toEqual([
        version,
        ['150000 EUR 2026-11-03 Li & Wei GmbH B1', '-50 EUR 2026-11-03 Bank '],
      ])
      expect(file).toMatchObject({ pending: 1, issues: [] })
      expect(file.lines[0]).toMatchObject({
        reference: REF,
        counterAccount: 'DE02120300000000202051',
      })
      expect(referencesIn(file.lines[0]!.text)).toEqual([REF])
    }
  })

  test('yen and dinars keep their decimals; an amount with too many is an error of its entry', () => {
    const read = (currency: string, amount: string) =>
      readCamt(camt('08', [{ amount, sign: 'CRDT', payer: 'P', text: '', id: 'X' }], currency))
    expect(read('JPY', '12000').lines[0]?.minor).toBe(12_000n)
    expect(read('JPY', '12000.00').lines[0]?.minor).toBe(12_000n)
    expect(read('KWD', '1.250').lines[0]?.minor).toBe(1_250n)
    expect(codes(read('EUR', '1.005'))).toEqual(['1 bank.amount'])
    expect(codes(read('XXX', '1'))).toEqual(['1 bank.amount'])
  })

  test('a collective credit is split where its parts make the whole, and kept whole otherwise', () => {
    const parts = [
      { amount: '10.00', payer: 'A', text: 'a' },
      { amount: '15.00', payer: 'B', text: REF },
    ]
    const whole = { sign: 'CRDT' as const, payer: '', text: '', id: 'C1', parts }
    const split = readCamt(camt('08', [{ ...whole, amount: '25.00' }]))
    expect(brief(split)).toEqual(['1000 EUR 2026-11-03 A C1/1', '1500 EUR 2026-11-03 B C1/2'])
    const kept = readCamt(camt('02', [{ ...whole, amount: '26.00' }]))
    expect(brief(kept)).toEqual(['2600 EUR 2026-11-03  C1'])
    expect(referencesIn(kept.lines[0]!.text)).toEqual([REF])
  })

  test('a closing balance that does not fit is named', () => {
    const xml = camt('02', [{ amount: '5.00', sign: 'CRDT', payer: 'P', text: '', id: 'X' }])
    expect(
      codes(readCamt(xml.replace('<Amt Ccy="EUR">1005.00</Amt>', '<Amt Ccy="EUR">1006.00</Amt>'))),
    ).toEqual(['1 bank.balance'])
  })

  test('document types, entities, depth and broken files are refused at once', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa">]><Document>&a;</Document>`
    const deep = `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`
    for (const xml of [bomb, deep, '<Document><BkToCstmrStmt></Document>', '<Document/>', '<x'])
      expect(() => readCamt(xml)).toThrow(BankFileError)
    const odd = camt('08', [
      { amount: '1.00', sign: 'CRDT', payer: 'A&#0;&#xFFFFFF;&unknown;&#65;', text: '', id: 'X' },
    ])
    expect(readCamt(odd).lines[0]?.counterparty).toBe('A &unknown;A')
  })
})

describe('MT940', () => {
  test('the German structure: payer, text in pieces, end-to-end id, debits and what was taken back', () => {
    const file = readMt940(
      mt940([
        {
          movement: '2611031103CR1500,00NTRFNONREF//B-1',
          details: german(`SVWZ+${REF}`, 'Li Wei'),
        },
        { movement: '2611031103D0,5NCHGNONREF//B-2', details: '808?00ENTGELT?20Konto?21fuehrung' },
        { movement: '2611041104RC10,00NRTIX', details: '159?00RUECK' },
      ]),
    )
    expect(brief(file)).toEqual([
      '150000 EUR 2026-11-03 Li Wei B-1',
      '-50 EUR 2026-11-03  B-2',
      '-1000 EUR 2026-11-04  ',
    ])
    expect(file.lines[0]).toMatchObject({
      reference: 'E2E-1',
      counterAccount: 'DE02120300000000202051',
      account: '37040044/0532013000',
    })
    expect(referencesIn(file.lines[0]!.text)).toEqual([REF])
    expect(file.lines[1]?.text).toBe('Kontofuehrung')
    expect(file.issues).toEqual([])
  })

  test('plain and slashed texts, booking across the year, an envelope around it', () => {
    const body = mt940([
      { movement: '2601021231C7,NMSCFT1', details: `Zahlung ${REF.slice(0, 5)}\n${REF.slice(5)}` },
      { movement: '260103C8,10NTRF', details: '/EREF/E1/NAME/Jan\nsen/REMI/USTD//hello/' },
    ])
    const file = readMt940(`{1:F01X}{2:I940}{4:\r\n${body.replaceAll('\n', '\r\n')}-}`)
    expect(brief(file)).toEqual(['700 EUR 2025-12-31  ', '810 EUR 2026-01-03 Jansen '])
    expect(referencesIn(file.lines[0]!.text)).toEqual([REF])
    expect(file.lines[1]).toMatchObject({ text: 'hello', reference: 'E1' })
  })

  test('errors name the line of the file; other formats are refused', () => {
    const text = mt940([
      { movement: '2613013101C1,00NTRF', details: 'x' },
      { movement: 'nonsense', details: 'x' },
      { movement: '261103C1,001NTRF', details: 'x' },
    ])
    expect(codes(readMt940(text))).toEqual(['5 bank.date', '7 bank.line', '9 bank.amount'])
    expect(() => readMt940(':20:X\n:25:Y')).toThrow(BankFileError)
    const odd = mt940([{ movement: '261103C1,00NTRF', details: 'x' }]).replace(
      /:62F:.*/,
      ':62F:C261130EUR9,00',
    )
    expect(codes(readMt940(odd))).toEqual(['7 bank.balance'])
  })

  test('any amount of any currency comes out as it went in, and opening plus lines is closing', () => {
    const movement = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      credit: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        fc.array(movement, { minLength: 1, maxLength: 20 }),
        (currency, all) => {
          const file = readMt940(
            mt940(
              all.map(({ minor, credit }, i) => {
                const text = formatMoney({ minor, currency }).replace('.', ',')
                const amount = text.includes(',') ? text : `${text},`
                return {
                  movement: `261103${credit ? 'C' : 'D'}${amount}NTRFN//I${i}`,
                  details: 'x',
                }
              }),
              currency,
            ),
          )
          expect(file.issues).toEqual([])
          expect(file.lines.map(({ minor }) => minor)).toEqual(
            all.map(({ minor, credit }) => (credit ? minor : -minor)),
          )
          expect(new Set(lineKeys(file.lines)).size).toBe(all.length)
          expect(lineKeys(file.lines)).toEqual(lineKeys(readMt940(mt940Again(all, currency)).lines))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('tables by mapping', () => {
  const mapping = bankMapping.parse({
    heading: 3,
    bookedOn: 0,
    amount: 2,
    text: [1],
    counterparty: 3,
    decimal: 'comma',
    dates: 'DMY',
  })
  const csv = [
    'Kontoauszug;;;',
    ';;;',
    'Buchung;Verwendungszweck;Betrag;Name',
    `03.11.2026;${REF};1.500,00;Li Wei`,
    '03.11.2026;Miete;-1.200,5;Haus GmbH',
    '31.02.2026;x;1,00;x',
    '04.11.2026;x;1,005;x',
    ';;;',
  ].join('\n')

  test('rows become movements, errors name their row; without a mapping the first rows are shown', async () => {
    const file = (await readBankFile(Buffer.from(csv), {
      name: 'a.csv',
      currency: 'EUR',
      mapping,
    })) as BankFile
    expect(brief(file)).toEqual([
      '150000 EUR 2026-11-03 Li Wei ',
      '-120050 EUR 2026-11-03 Haus GmbH ',
    ])
    expect(codes(file)).toEqual(['6 bank.date', '7 bank.amount'])
    const shown = await readBankFile(Buffer.from(csv), {
      name: 'a.csv',
      currency: 'EUR',
      mapping: null,
    })
    expect('rows' in shown && shown.rows[1]?.cells[2]).toBe('Betrag')
  })

  test('credit and debit in columns of their own', async () => {
    const two = { ...mapping, heading: 1, debit: 3, counterparty: null }
    const rows =
      'd;t;in;out\n03.11.2026;a;5,00;\n03.11.2026;b;;6,00\n03.11.2026;c;0,00;7,00\n03.11.2026;d;1,00;2,00'
    const file = (await readBankFile(Buffer.from(rows), {
      name: 'a.csv',
      currency: 'EUR',
      mapping: two,
    })) as BankFile
    expect(file.lines.map(({ minor }) => minor)).toEqual([500n, -600n, -700n])
    expect(codes(file)).toEqual(['5 bank.amount'])
  })

  test('amounts in every notation, and none that could be read in two ways', () => {
    const read = (text: string, decimal: 'point' | 'comma', currency = 'EUR') =>
      readAmount(text, decimal, currency)
    expect(read('1.234,56', 'comma')).toBe(123_456n)
    expect(read("1'234.56", 'point')).toBe(123_456n)
    expect(read('1 234 567,8', 'comma')).toBe(123_456_780n)
    expect(read('12.50-', 'point')).toBe(-1_250n)
    expect(read('\u2212 12,50', 'comma')).toBe(-1_250n)
    expect(read('1,250', 'point', 'JPY')).toBe(1_250n)
    expect(read('1.250', 'point', 'KWD')).toBe(1_250n)
    for (const odd of ['', '-', '12.34,56', '1.23,4', '1,2,3', '-1-', '1e3', '0x10', '12,345'])
      expect([odd, read(odd, 'comma')]).toEqual([odd, null])
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (minor) => {
        const text = formatMoney({ minor, currency: 'EUR' })
        expect(readAmount(text, 'point', 'EUR')).toBe(minor)
        expect(readAmount(text.replace('.', ','), 'comma', 'EUR')).toBe(minor)
      }),
    )
  })

  test('days in three orders', () => {
    expect(readDay('3.11.26', 'DMY')).toBe('2026-11-03')
    expect(readDay('11/03/2026', 'MDY')).toBe('2026-11-03')
    expect(readDay('20261103', 'YMD')).toBe('2026-11-03')
    expect(readDay('2026-11-03 08:15:00', 'DMY')).toBe('2026-11-03')
    for (const odd of ['', '13/13/2026', '30.02.2026', '3.11', '3.11.026', '01.01.0000'])
      expect([odd, readDay(odd, 'DMY')]).toEqual([odd, null])
  })
})

test('no text whatever breaks a reader other than by its own refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
      for (const head of ['', '<Document>', ':20:X\n:60F:C261103EUR1,00\n:61:', '\uFEFF'])
        await readBankFile(Buffer.from(head + text), {
          name: 'x.csv',
          currency: 'EUR',
          mapping: null,
        }).catch((error: unknown) => expect(error).toBeInstanceOf(BankFileError))
    }),
    { numRuns: 150 },
  )
})

test('a text cut to its length ends with no half of a character', () => {
  expect(textPart(`${'a'.repeat(9)}😀`, 10)).toBe('a'.repeat(9))
})

test('two equal payments of a day stay two, and the same file twice has the same keys', () => {
  const twice = mt940([
    { movement: '261103C5,00NTRF', details: 'x' },
    { movement: '261103C5,00NTRF', details: 'x' },
  ])
  const keys = lineKeys(readMt940(twice).lines)
  expect(new Set(keys).size).toBe(2)
  expect(lineKeys(readMt940(twice).lines)).toEqual(keys)
})

const german = (text: string, name: string): string =>
  `166?00GUTSCHRIFT?109075?20EREF+E2E-1?21${text.slice(0, 9)}?22${text.slice(9)}?30DEUTDEFF\n?31DE02120300000000202051?32${name}`

function mt940Again(all: readonly { minor: bigint; credit: boolean }[], currency: string): string {
  return mt940(
    all.map(({ minor, credit }, i) => {
      const text = formatMoney({ minor, currency }).replace('.', ',')
      const amount = text.includes(',') ? text : `${text},`
      return { movement: `261103${credit ? 'C' : 'D'}${amount}NTRFN//I${i}`, details: 'x' }
    }),
    currency,
  )
}
