import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import type { Deps } from '#server/kit/runtime/deps.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { testEnv } from '#test/harness.ts'
import { joinPdfs } from '#server/kit/pdf/join-pdfs.ts'
import { drawPdf, labelSheets, pictureLabels, scannedLabels } from './labels.fixture.ts'
import type { ReadPage } from './label-places.ts'
import { readPages } from './read-pages.ts'
import { splitLabels } from './split-labels.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const deps = { env: testEnv(), log } as unknown as Deps
const callerOf = (userId: string, tenantId = '1') =>
  ({ deps, principal: { tenantId, userId } }) as unknown as Ctx
const box = (number: number) => boxIdOf('FBA15DJ9SVVD', number)
const boxes = (count: number) => Array.from({ length: count }, (_, at) => box(at + 1))
const split = (bytes: Buffer, patience?: number, caller = callerOf('1')) =>
  splitLabels(caller, bytes, patience)
const read = async (bytes: Uint8Array) => {
  const pages: ReadPage[] = []
  await readPages(bytes, { take: (page) => pages.push(page) })
  return pages
}
const faultOf = (bytes: Buffer, patience?: number, caller = callerOf('1')) =>
  split(bytes, patience, caller).then(
    () => 'split',
    (error: { code: string }) => error.code,
  )

describe('a PDF of box labels', () => {
  test.each([
    ['single, as a thermal printer takes them', 1, 1, 5],
    ['two on a sheet', 1, 2, 5],
    ['four on a sheet, the last sheet not full', 2, 2, 9],
    ['six on a sheet', 2, 3, 8],
  ])('is split %s', async (_, cols, rows, count) => {
    const labels = await split(await labelSheets(boxes(count), cols, rows))
    expect(labels.map(({ code }) => code)).toEqual(boxes(count))
    expect(new Set(labels.map(({ foundBy }) => foundBy))).toEqual(new Set(['text']))
    // Each holds its own label and no other in what is seen of it.
    const [width, height] = cols * rows === 1 ? [283, 425] : [595 / cols, 842 / rows]
    for (const label of labels.slice(0, 3)) {
      const [page] = await read(label.bytes)
      const [w, h] = page!.size.split('x').map(Number)
      expect(Math.abs(w! - width)).toBeLessThanOrEqual(1)
      expect(Math.abs(h! - height)).toBeLessThanOrEqual(1)
      const seen = page!.hits.filter(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)
      expect(seen.map(({ code }) => code)).toEqual([label.code])
    }
  })

  test('of pictures is read by its barcodes; a page with none is a label of no order', async () => {
    const labels = await split(await pictureLabels([box(7), '', box(9)]))
    expect(labels.map(({ code, foundBy }) => [code, foundBy])).toEqual([
      [box(7), 'barcode'],
      [null, null],
      [box(9), 'barcode'],
    ])
  })

  test('of more scanned pages than one process has memory for is read in the order of its pages', async () => {
    const labels = await split(await scannedLabels(boxes(30)))
    expect(labels.map(({ code, page }) => [code, page])).toEqual(
      boxes(30).map((code, at) => [code, at + 1]),
    )
  })

  test('is put together again in the order asked for', async () => {
    const [one, two] = await split(await labelSheets(boxes(2)))
    const pages = await read(await joinPdfs([two!.bytes, one!.bytes]))
    expect(pages.map(({ hits }) => hits[0]?.code)).toEqual([box(2), box(1)])
  })
})

describe('a hostile PDF is refused', () => {
  test('what is none, broken, encrypted, of too many pages', async () => {
    expect(await faultOf(Buffer.from('PK\x03\x04 no PDF'))).toBe('fba.pdf.broken')
    expect(await faultOf(Buffer.from(`%PDF-1.7\n${'x'.repeat(5_000)}`))).toBe('fba.pdf.broken')
    const locked = await drawPdf((doc) => void doc.addPage().text('x'), { userPassword: 'secret' })
    expect(await faultOf(locked)).toBe('fba.pdf.encrypted')
    expect(await faultOf(pageTree(10_000))).toBe('fba.pdf.pages')
  })

  test('a stream that unpacks to gigabytes, packed twice', async () => {
    const packed = deflateSync(deflateSync(Buffer.alloc(800_000_000, ' ')))
    expect(packed.length).toBeLessThan(20_000)
    const file = withStream(packed, '[/FlateDecode /FlateDecode]')
    expect(await faultOf(file)).toBe('fba.pdf.tooLarge')
  })

  test('what takes too long is ended', async () => {
    expect(await faultOf(await labelSheets(boxes(3)), 1)).toBe('fba.pdf.tooSlow')
  })
})

test('one user or tenant leaves room for the others', async () => {
  const pdf = await labelSheets(boxes(1))
  const many = (count: number, caller: (at: number) => Ctx) =>
    // Ended as soon as each has begun: only their turns are looked at.
    Array.from({ length: count }, (_, at) => faultOf(pdf, 1, caller(at)))
  const ofOne = many(5, () => callerOf('1'))
  const ofTenant = many(8, (at) => callerOf(String(at + 2)))
  const ofOther = many(2, (at) => callerOf(String(at), '2'))
  expect(await Promise.all(ofOther)).toEqual(['fba.pdf.tooSlow', 'fba.pdf.tooSlow'])
  expect((await Promise.all(ofOne)).toSorted()).toEqual([
    'fba.pdf.busy',
    ...Array<string>(4).fill('fba.pdf.tooSlow'),
  ])
  expect((await Promise.all(ofTenant)).toSorted()).toEqual([
    'fba.pdf.busy',
    ...Array<string>(7).fill('fba.pdf.tooSlow'),
  ])
})

/** One page, ten thousand times. */
function pageTree(count: number): Buffer {
  const kids = Array.from({ length: count }, () => '3 0 R').join(' ')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ])
}
function withStream(bytes: Buffer, filter: string): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
    Buffer.concat([
      Buffer.from(`<</Length ${bytes.length}/Filter ${filter}>>stream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]),
  ])
}
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  const size = () => parts.reduce((sum, part) => sum + part.length, 0)
  objects.forEach((object, at) => {
    places.push(size())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  })
  const start = size()
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}
