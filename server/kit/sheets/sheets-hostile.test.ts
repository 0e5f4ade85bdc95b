import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sheetLimits, writeSheet } from './sheets.ts'
import { refusal, rowsOf, workbook, workbookParts, zip } from './sheets.fixture.ts'

const row = '<x:row r="1"><x:c t="str"><x:v>x</x:v></x:c></x:row>'
const MiB = 1024 * 1024

describe('bombs', () => {
  it('that pack too well are refused from the directory', async () => {
    const sheet = `<x:row r="1"><x:c t="str"><x:v>${' '.repeat(30 * MiB)}</x:v></x:c></x:row>`
    expect(await refusal(workbook(sheet))).toBe('sheet.bomb')
    expect(
      await refusal(
        zip([...workbookParts(row), { name: 'xl/media/a.bin', data: '', size: 300 * MiB }]),
      ),
    ).toBe('sheet.bomb')
  })

  it('that lie about their size are stopped while unpacking', async () => {
    const parts = workbookParts(
      `<x:row r="1"><x:c t="str"><x:v>${' '.repeat(8 * MiB)}</x:v></x:c></x:row>`,
    )
    expect(
      await refusal(
        zip(
          parts.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, size: 5_000 } : part)),
        ),
      ),
    ).toBe('sheet.bomb')
    expect(
      await refusal(
        zip(
          workbookParts(row).map((part) =>
            part.name.endsWith('workbook.xml') ? { ...part, crc: 1 } : part,
          ),
        ),
      ),
    ).toBe('sheet.damaged')
  })

  it('that count one stream many times are seen', async () => {
    const over = Array.from({ length: 2 }, (_, i) => ({
      name: `xl/a${i}.xml`,
      data: 'x'.repeat(1_000),
      over: 'xl/worksheets/sheet1.xml',
    }))
    expect(await refusal(zip([...workbookParts(row), ...over]))).toBe('sheet.bomb')
  })

  it('of entries, of shared texts and of cells', async () => {
    expect(
      await refusal(
        zip([
          ...workbookParts(row),
          ...Array.from({ length: 2_001 }, (_, i) => ({ name: `x/${i}`, data: '' })),
        ]),
      ),
    ).toBe('sheet.bomb')
    // 300 kB of sheet, every cell one shared text of 32,000 characters: 640 MB if written out.
    const noise = Array.from({ length: 32_000 }, (_, i) =>
      String.fromCharCode(97 + ((i * i * 7919 + (i >> 3)) % 26)),
    ).join('')
    const cells = Array.from(
      { length: 20_000 },
      (_, i) =>
        `<x:row r="${i + 1}"><x:c t="s" s="${(i * 7919) % 9973}"><x:v>0</x:v></x:c></x:row>`,
    ).join('')
    expect(await refusal(workbook(cells, { shared: `<si><t>${noise}</t></si>` }))).toBe(
      'sheet.bomb',
    )
  })
})

describe('archives that point elsewhere', () => {
  it.each([
    ['../../etc/passwd'],
    ['/etc/passwd'],
    ['xl\\..\\x'],
    ['C:/x'],
    ['xl/..'],
    ['xl/workbook.xml'],
  ])('%s', async (name) => {
    expect(await refusal(zip([...workbookParts(row), { name, data: 'x' }]))).toBe('sheet.unsafe')
  })
  it('bytes behind the archive hide nothing', async () => {
    const inner = zip([{ name: '../x', data: 'x' }])
    expect(await refusal(Buffer.concat([workbook(row), inner]))).toBe('sheet.damaged')
    expect(await rowsOf(Buffer.concat([workbook(row), Buffer.alloc(40)]), 'a.xlsx')).toEqual([
      { row: 1, cells: ['x'] },
    ])
  })
  it('links and other workbooks', async () => {
    expect(
      await refusal(
        zip([
          ...workbookParts(row),
          { name: 'xl/link', data: '/etc/passwd', attributes: 0xa1ff0000 },
        ]),
      ),
    ).toBe('sheet.unsafe')
    expect(
      await refusal(
        zip([...workbookParts(row), { name: 'xl/externalLinks/externalLink1.xml', data: '<x/>' }]),
      ),
    ).toBe('sheet.externalLinks')
  })
  it.each([
    ['names of functions', '<x:row hasOwnProperty="1" r="1"/>'],
    ['attributes without end', `<x:row r="${'1'.repeat(300_000)}"/>`],
    ['text outside', '</x:sheetData></x:worksheet>more'],
  ])('%s', async (_, cells) => {
    expect(await refusal(workbook(cells))).toBe('sheet.damaged')
  })
  it('entities', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
    expect(await refusal(workbook(row, { beforeSheet: laughs }))).toBe('sheet.unsafe')
    expect(await refusal(workbook(row, { shared: `${laughs}<si><t>&c;</t></si>` }))).toBe(
      'sheet.unsafe',
    )
    expect(
      (
        await rowsOf(
          workbook('<x:row r="1"><x:c t="str"><x:v>&c;&lt;&#x4E2D;&#0;</x:v></x:c></x:row>'),
          'a.xlsx',
        )
      )[0]?.cells,
    ).toEqual(['&c;<中&#0;'])
  })
})

describe('limits', () => {
  const rows = (count: number): string => `a,b\n${'x,y\n'.repeat(count)}`
  it('of rows, columns, cells and bytes', async () => {
    expect(await rowsOf(Buffer.from(rows(5)), 'a.csv', { rows: 5 })).toHaveLength(6)
    expect(await refusal(Buffer.from(rows(6)), 'a.csv', { rows: 5 })).toBe('sheet.tooManyRows')
    expect(await refusal(Buffer.from(rows(200_001)), 'a.csv')).toBe('sheet.tooManyRows')
    expect(
      await rowsOf(Buffer.from(`${'a,'.repeat(199)}a${','.repeat(5_000_000)}`), 'a.csv'),
    ).toHaveLength(1)
    expect(await refusal(Buffer.from('a,'.repeat(200) + 'a'), 'a.csv')).toBe('sheet.tooManyColumns')
    expect(
      await refusal(workbook('<x:row r="1"><x:c r="XFD1" t="str"><x:v>x</x:v></x:c></x:row>')),
    ).toBe('sheet.tooManyColumns')
    expect(await refusal(Buffer.from('x'.repeat(40_000)), 'a.csv')).toBe('sheet.cellTooLong')
    expect(await refusal(Buffer.from(`a,b\n"x,${'y\n'.repeat(60_000)}`), 'a.csv')).toBe(
      'sheet.unclosedQuote',
    )
    expect(await refusal(Buffer.alloc(sheetLimits.fileBytes + 1), 'a.csv')).toBe('sheet.tooLarge')
  })

  it('believe the rows, not the header: a million rows announced, two there', async () => {
    const read = await rowsOf(
      workbook(
        '<x:row r="1"><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row r="1048576"><x:c t="str"><x:v>z</x:v></x:c></x:row>',
      ),
      'a.xlsx',
    )
    expect(read.map((found) => found.row)).toEqual([1, 1_048_576])
    expect(await refusal(workbook('<x:row r="9999999"/>'))).toBe('sheet.damaged')
    expect(await refusal(workbook('<x:row r="2"/><x:row r="1"/>'))).toBe('sheet.damaged')
  })

  it('end a thread that takes too long', async () => {
    const row = Array.from({ length: 20 }, (_, at) => `text ${at} of no two cells alike`)
    const rows = Array.from({ length: 10_000 }, (_, at) => [...row, `${at}`])
    const columns = [...row, 'n'].map((title) => ({ title }))
    const large = await writeSheet({ columns, rows }, 'xlsx')
    expect(await refusal(large, 'a.xlsx', { timeout: 0 })).toBe('sheet.tooSlow')
  })
})

describe('files that are no table', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  it.each([
    ['nothing', Buffer.alloc(0), 'a.csv', 'sheet.empty'],
    ['only blank rows', Buffer.from('\n,,\n'), 'a.csv', 'sheet.empty'],
    ['an empty workbook', workbook(''), 'a.xlsx', 'sheet.empty'],
    ['another name', Buffer.from('a,b'), 'a.pdf', 'sheet.notATable'],
    ['a PDF', Buffer.from('%PDF-1.7 a,b'), 'a.csv', 'sheet.notATable'],
    ['a page', Buffer.from('<html><table><tr><td>a'), 'a.xls', 'sheet.notATable'],
    ['JSON', Buffer.from('{"a":1}'), 'a.csv', 'sheet.notATable'],
    [
      'bytes',
      Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * i * 31 + i) % 256)),
      'a.csv',
      'sheet.notATable',
    ],
    ['an old workbook', Buffer.concat([ole, Buffer.alloc(2_000)]), 'a.xls', 'sheet.oldFormat'],
    [
      'a workbook with a password',
      Buffer.concat([ole, Buffer.alloc(500), Buffer.from('EncryptedPackage', 'utf16le')]),
      'a.xlsx',
      'sheet.encrypted',
    ],
    [
      'an encrypted archive',
      zip(workbookParts(row).map((part) => ({ ...part, flags: 1 }))),
      'a.xlsx',
      'sheet.encrypted',
    ],
    [
      'another archive',
      zip([{ name: 'word/document.xml', data: '<x/>' }]),
      'a.xlsx',
      'sheet.notATable',
    ],
    ['half a workbook', workbook(row).subarray(0, 400), 'a.xlsx', 'sheet.damaged'],
    [
      'a picture in a sheet’s name',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'a.xlsx',
      'sheet.notATable',
    ],
  ] as const)('%s', async (_, bytes, name, code) => {
    expect(await refusal(bytes, name)).toBe(code)
  })

  it('and whatever else comes, it is read or refused, never more', async () => {
    const good = workbook(row, { shared: '<si><t>x</t></si>' })
    const broken = fc
      .tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }))
      .map(([at, byte]) => {
        const bytes = Buffer.from(good)
        bytes[at] = byte
        return bytes
      })
    const anything = fc.oneof(
      broken,
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc
        .uint8Array({ maxLength: 200 })
        .map((bytes) => Buffer.concat([Buffer.from('PK\u0003\u0004'), bytes])),
      fc
        .string({ unit: fc.constantFrom(...'<>/="&;!-[] xrowcvt') })
        .map((xml) =>
          zip(
            workbookParts('').map((part) =>
              part.name.endsWith('sheet1.xml') ? { ...part, data: xml } : part,
            ),
          ),
        ),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        const outcome: unknown = await rowsOf(bytes, 'a.xlsx').catch((error: unknown) => error)
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({ code: expect.stringMatching(/^sheet\./) as string })
      }),
      { numRuns: 400 },
    )
  })
})

it('a packed body that is no deflate at all is damage, not a crash', async () => {
  const book = workbook(row)
  const body = deflateRawSync(Buffer.from('<workbook>'))
  const at = book.indexOf(body.subarray(0, 8))
  if (at > 0) book.fill(0xff, at, at + 8)
  else book.fill(0xff, 100, 140)
  expect(await refusal(book)).toMatch(/^sheet\./)
})
