import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSheet, writeSheet } from './sheets.ts'
import type { SheetCell, SheetFormat } from './sheets.ts'
import { numberStyle } from './sheets-xlsx-cells.ts'
import { rowsOf, workbook } from './sheets.fixture.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../test/fixtures/${name}`, import.meta.url))

describe('a CSV', () => {
  it('of a thousand orders reads with the row numbers people see', async () => {
    const rows = await rowsOf(fixture('orders-1000.csv'), 'orders-1000.csv')
    const facts = JSON.parse(readFileSync(fixture('orders-1000.errors.json'), 'utf8')) as {
      rows: number
      errors: { row: number; reference: string }[]
    }
    expect(rows[0]).toMatchObject({
      row: 1,
      cells: expect.arrayContaining(['reference', 'weightKg', 'remark']) as string[],
    })
    expect(rows).toHaveLength(1 + facts.rows)
    expect(facts.rows).toBe(1204)
    for (const { row, reference } of facts.errors)
      expect(rows.find((found) => found.row === row)?.cells[0]).toBe(reference)
    expect(rows.find(({ row }) => row === 3)?.cells[16]).toBe('0.377')
    expect(rows.find(({ row }) => row === 4)?.cells[29]).toBe('=1+1')
  })

  it.each([
    ['UTF-8', Buffer.from('姓名,邮编\n欧阳娜娜,01067\n')],
    ['UTF-8 with mark', Buffer.from('\ufeff姓名,邮编\r\n欧阳娜娜,01067\r\n')],
    ['UTF-16 with mark', Buffer.from('\ufeff姓名,邮编\n欧阳娜娜,01067\n', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeff姓名,邮编\n欧阳娜娜,01067\n', 'utf16le').swap16()],
    [
      'GBK, as Chinese Excel writes it',
      Buffer.from('d0d5c3fb2cd3cab1e00ac5b7d1f4c4c8c4c82c30313036370a', 'hex'),
    ],
  ])('in %s', async (_, bytes) => {
    expect(await rowsOf(bytes, 'a.csv')).toEqual([
      { row: 1, cells: ['姓名', '邮编'] },
      { row: 2, cells: ['欧阳娜娜', '01067'] },
    ])
  })

  it('in Windows-1252 is not taken for Chinese', async () => {
    const bytes = Buffer.from('Name;Straße\nMüller;Königsallee 5\nJürgen Größ;Föhrenweg', 'latin1')
    expect((await rowsOf(bytes, 'a.csv')).map((row) => row.cells)).toEqual([
      ['Name', 'Straße'],
      ['Müller', 'Königsallee 5'],
      ['Jürgen Größ', 'Föhrenweg'],
    ])
  })

  it.each([[','], [';'], ['\t'], ['|']])('separated by %j', async (separator) => {
    expect(
      (
        await rowsOf(Buffer.from(`"a,b;c"${separator}x\n1${separator}"2${separator}3"`), 'a.txt')
      ).map((row) => row.cells),
    ).toEqual([
      ['a,b;c', 'x'],
      ['1', `2${separator}3`],
    ])
  })

  it('keeps quoted line breaks and counts records as a spreadsheet does', async () => {
    const rows = await rowsOf(
      Buffer.from('a,b\r\n"two\r\nlines","say ""hi"""\r\n\r\n,\r\nlast,row'),
      'a.csv',
    )
    expect(rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['two\r\nlines', 'say "hi"'] },
      { row: 5, cells: ['last', 'row'] },
    ])
  })

  it('starts below Excel’s sep= hint', async () => {
    expect(await rowsOf(Buffer.from('sep=;\r\na,x;b\r\n'), 'a.csv')).toEqual([
      { row: 1, cells: ['a,x', 'b'] },
    ])
  })
})

describe('a workbook', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="00000"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="4"/><xf numFmtId="10"/></cellXfs>'
  const cell = (type: string, value: string, style = 0): string =>
    `<x:c t="${type}" s="${style}"><x:v>${value}</x:v></x:c>`
  const first = async (cells: string, more = {}): Promise<string[] | undefined> =>
    (await rowsOf(workbook(`<x:row r="7">${cells}</x:row>`, { styles, ...more }), 'a.xlsx'))[0]
      ?.cells

  it('gives numbers as typed', async () => {
    const typed: [string, string][] = [
      ['0.37700000000000002', '0.377'],
      ['1.2629999999999999', '1.263'],
      ['17.899999999999999', '17.9'],
      ['0.1', '0.1'],
      ['-5', '-5'],
      ['1E-3', '0.001'],
      ['1.5E+20', '150000000000000000000'],
      ['1.0000000000000001E-5', '0.00001'],
      ['340434292135100124', '340434292135100124'],
      ['0', '0'],
      ['-0', '0'],
      ['100', '100'],
      ['.5', '0.5'],
    ]
    expect(await first(typed.map(([raw]) => cell('n', raw)).join(''))).toEqual(
      typed.map(([, shown]) => shown),
    )
  })

  it('gives a percentage as it is shown', async () => {
    const shown: [string, string][] = [
      ['0.1825', '18.25%'],
      ['0.18249999999999999', '18.25%'],
      ['1', '100%'],
      ['-0.005', '-0.5%'],
      ['5E-4', '0.05%'],
    ]
    expect(await first(shown.map(([raw]) => cell('n', raw, 7)).join(''))).toEqual(
      shown.map(([, text]) => text),
    )
  })

  it('gives any decimal of up to 15 digits back from the double a program stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }),
        fc.integer({ min: 0, max: 12 }),
        async (units, scale) => {
          const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
          const text = `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale ? `.${digits.slice(-scale)}` : ''}`
          const shown = text.includes('.') ? text.replace(/\.?0+$/, '') : text
          expect(await first(cell('n', Number(text).toPrecision(17)))).toEqual([
            shown === '-0' ? '0' : shown,
          ])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives dates as ISO, leading zeros as shown, formulas as worked out last, else as text', async () => {
    expect(
      await first(
        cell('n', '46086', 1) +
          cell('n', '46086.430902777778', 2) +
          cell('n', '1067', 3) +
          cell('n', '1', 1) +
          cell('n', '61', 4) +
          cell('n', '0.5', 5) +
          cell('n', '1234.5', 6),
      ),
    ).toEqual([
      '2026-03-05',
      '2026-03-05T10:20:30',
      '01067',
      '1900-01-01',
      '1900-03-01',
      '12:00:00',
      '1234.5',
    ])
    expect(
      await first(cell('n', '0', 1) + cell('n', '44624', 1), {
        workbook:
          '<workbook><workbookPr date1904="1"/><sheets><sheet name="O" r:id="rId1"/></sheets></workbook>',
      }),
    ).toEqual(['1904-01-01', '2026-03-05'])
    expect(
      await first(
        '<x:c><x:f>A1*2 &amp; "x"</x:f></x:c><x:c><x:f t="shared" ref="B1:B2" si="0">B1+1</x:f><x:v>4.5</x:v></x:c><x:c><x:f t="shared" si="0"/></x:c>',
      ),
    ).toEqual(['=A1*2 & "x"', '4.5', '=B1+1'])
  })

  it('finds cells by their place and texts by their number', async () => {
    const shared =
      '<si><t>01067</t></si><si><r><t>Ro</t></r><r><t xml:space="preserve">t &amp; </t></r><rPh><t>furigana</t></rPh><t>weiß</t></si><si><t>a_x000D_b</t></si>'
    const rows = await rowsOf(
      workbook(
        '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c><x:c r="AA1" t="b"><x:v>1</x:v></x:c></x:row>' +
          '<x:row r="5" spans="1:2"><x:c t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="s"><x:v>2</x:v></x:c></x:row><x:row r="1048576"><x:c s="1"/></x:row>',
        { shared, styles },
      ),
      'a.xlsx',
    )
    expect(rows).toEqual([
      { row: 1, cells: ['01067', '', 'Rot & weiß', ...Array<string>(23).fill(''), 'TRUE'] },
      { row: 5, cells: ['in', '#N/A', 'a\rb'] },
    ])
  })

  it('is read from its first visible sheet, or the one asked for', async () => {
    const book = workbook('<x:row r="1"><x:c t="str"><x:v>x</x:v></x:c></x:row>', {
      workbook:
        '<workbook><sheets><sheet name="Codes" state="veryHidden" r:id="rId9"/><sheet name="订单" r:id="rId2"/></sheets></workbook>',
    })
    expect(await rowsOf(book, 'a.xlsx')).toHaveLength(1)
    expect(await rowsOf(book, 'a.xlsx', { sheet: '订单' })).toHaveLength(1)
    await expect(rowsOf(book, 'a.xlsx', { sheet: 'Other' })).rejects.toMatchObject({
      code: 'sheet.noSuchSheet',
    })
  })
})

describe('what is written', () => {
  const columns = [
    { title: 'reference 参考号' },
    { title: '=weight', type: 'number' },
    { title: 'remark' },
  ] as const
  const table = (rows: SheetCell[][]) => ({ name: '订单/2026', columns, rows })

  it.each<SheetFormat>(['csv', 'xlsx'])('comes back the same: %s', async (format) => {
    const text = fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.string({ maxLength: 30 }),
        fc.constantFrom(
          '=1+1',
          "'=1",
          "''+x",
          '@x',
          '-5',
          '\tx',
          '\rx',
          '_x0041_',
          '01067',
          ' a ',
          'a"b',
          'x\ny;z|,',
        ),
      )
      .map((value) =>
        value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }),
        async (pairs) => {
          const read = await rowsOf(
            await writeSheet(table(pairs.map(([a, b]) => [`#${a}`, null, b])), format),
            `a.${format}`,
          )
          expect(read[0]?.cells).toEqual(['reference 参考号', '=weight', 'remark'])
          expect(read.slice(1).map(({ cells }) => [cells[0] ?? '', cells[2] ?? ''])).toEqual(
            pairs.map(([a, b]) => [`#${a}`, b]),
          )
        },
      ),
      { numRuns: 80 },
    )
  })

  it('cannot start a formula', async () => {
    const nasty = ["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
    const csv = (
      await writeSheet(table(nasty.map((text) => [text, '-5.00', text])), 'csv')
    ).toString()
    expect(csv.startsWith('\ufeff')).toBe(true)
    for (const line of csv.split('\r\n').slice(1, -1))
      expect(line).not.toMatch(/(?:^|,)"?[=+@\t]|(?:^|,)"?-[^5]/)
    expect(csv).toContain(',-5.00,')
    expect(
      (await writeSheet({ columns: [{ title: 'Tel' }], rows: [['+49 30 1']] }, 'csv')).toString(),
    ).toBe("\ufeffTel\r\n'+49 30 1\r\n")
    const xlsx = await rowsOf(await writeSheet(table([['x', '-5.00', '=1']]), 'xlsx'), 'a.xlsx')
    expect(xlsx[1]?.cells).toEqual(['x', '-5', '=1'])
  })

  it('keeps numbers exact, dates sortable and long numbers whole', async () => {
    const columns = [
      { title: 'n', type: 'number' },
      { title: 'd', type: 'date' },
      { title: 'b' },
    ] as const
    for (const format of ['csv', 'xlsx'] as const) {
      const rows = await rowsOf(
        await writeSheet(
          {
            columns,
            rows: [
              ['0.377', new Date('2026-03-05T10:20:30Z'), 340434292135100124n],
              ['340434292135100124', new Date('2026-03-05'), true],
              [1.5, new Date(NaN), -3],
            ],
          },
          format,
        ),
        `a.${format}`,
      )
      expect(rows.slice(1).map((row) => row.cells)).toEqual([
        ['0.377', '2026-03-05T10:20:30', '340434292135100124'],
        ['340434292135100124', '2026-03-05', 'TRUE'],
        ['1.5', '', '-3'],
      ])
    }
  })
})

describe('number formats', () => {
  it.each([
    ['yyyy-mm-dd', 'date'],
    ['[$-804]yyyy"年"m"月"d"日";@', 'date'],
    ['h:mm AM/PM', 'date'],
    ['mm:ss.0', 'date'],
    ['[h]:mm', undefined],
    ['#,##0.00 "kg/day"', undefined],
    ['[Red]-0.00', undefined],
    ['General', undefined],
    ['@', undefined],
    ['0.00E+00', undefined],
    ['_-* #,##0.00\\ _€_-', undefined],
    ['00000', 5],
    ['# ?/?', undefined],
    ['0.00%', 'percent'],
    ['[Red]-0.0 %', 'percent'],
    ['0" % of"', undefined],
  ] as const)('%s', (format, style) => {
    expect(numberStyle(164, format)).toBe(style)
  })
})

describe('a long sheet', () => {
  it.each<SheetFormat>(['csv', 'xlsx'])(
    'is read in order, and reading stops when its reader leaves: %s',
    async (format) => {
      const many = function* (): Generator<string[]> {
        for (let i = 0; i < 25_000; i++)
          yield [
            `R${i}`,
            '1.5',
            'Hauptstraße 57, 94579 Zenting, Deutschland',
            'x'.repeat(80),
            `Y${i}`,
          ]
      }
      const bytes = await writeSheet(
        { columns: ['a', 'b', 'c', 'd', 'e'].map((title) => ({ title })), rows: many() },
        format,
      )
      const rows = await rowsOf(bytes, `a.${format}`)
      expect(rows).toHaveLength(25_001)
      expect(
        rows.every((row, i) => row.row === i + 1 && (i === 0 || row.cells[0] === `R${i - 1}`)),
      ).toBe(true)
      for await (const batch of readSheet(bytes, `a.${format}`)) {
        expect(batch.length).toBeLessThanOrEqual(1_000)
        break
      }
    },
  )
})
