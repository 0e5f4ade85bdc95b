import { inflateSync } from 'node:zlib'
import {
  type PDFArray,
  PDFDict,
  PDFDocument,
  type PDFHexString,
  PDFName,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { invoiceXml } from './cii.ts'
import { facturX } from './factur-x.ts'
import { anInvoice } from './invoices.fixture.ts'

// What veraPDF would look at, as far as the file's structure shows it; veraPDF itself is a Java
// program and not part of these tests.

const good = anInvoice()
const invoice = { ...good, seller: { ...good.seller, name: '北海包裹 & Köhn GmbH' } }
const created = new Date('2026-11-23T10:11:12.345Z')

async function make(): Promise<Buffer> {
  const doc = new PaperDocument('Invoice')
  const page = new PdfSheet(doc, 210, 297)
  page.text(20, 20, `Rechnung 发票 ${invoice.number}`, 150, { size: 5, bold: true })
  page.text(20, 40, 'Łódź, Straße 1', 150)
  page.line(20, 60, 190, 60)
  page.end()
  return await facturX(doc, invoice, { created, language: 'de', title: `发票 ${invoice.number}` })
}

const bytesOf = (stream: PDFRawStream): Buffer => {
  const packed = stream.dict.get(PDFName.of('Filter')) !== undefined
  return packed ? inflateSync(stream.contents) : Buffer.from(stream.contents)
}

async function read() {
  const bytes = await make()
  const doc = await PDFDocument.load(bytes, { updateMetadata: false })
  const { catalog, context } = doc
  const of = (dict: PDFDict, name: string) => context.lookup(dict.get(PDFName.of(name)))
  return { bytes, doc, catalog, context, of }
}

test('holds the XML under the name receivers look for, as an alternative of its pages', async () => {
  const { catalog, context, of, doc } = await read()
  const files = of(catalog, 'AF') as PDFArray
  expect(files.size()).toBe(1)
  const spec = context.lookup(files.get(0)) as PDFDict
  expect(String(of(spec, 'F'))).toBe('(factur-x.xml)')
  expect((of(spec, 'UF') as PDFHexString).decodeText()).toBe('factur-x.xml')
  expect(String(of(spec, 'AFRelationship'))).toBe('/Alternative')
  const inside = of(of(spec, 'EF') as PDFDict, 'F') as PDFRawStream
  expect(String(inside.dict.get(PDFName.of('Subtype')))).toBe('/text#2Fxml')
  expect(bytesOf(inside).toString('utf8')).toBe(await invoiceXml(invoice))
  expect(String(of(spec, 'Desc'))).toBe('(Factur-X)')
  expect(doc.getAttachments().map(({ name }) => name)).toEqual(['factur-x.xml'])
  const names = of(of(of(catalog, 'Names') as PDFDict, 'EmbeddedFiles') as PDFDict, 'Names')
  expect(context.lookup((names as PDFArray).get(1))).toBe(spec)
})

test('states that it is PDF/A-3 B and a Factur-X invoice', async () => {
  const { catalog, doc, of } = await read()
  const stream = of(catalog, 'Metadata') as PDFRawStream
  expect(stream.dict.get(PDFName.of('Filter'))).toBeUndefined()
  const xmp = Buffer.from(stream.contents).toString('utf8')
  expect(xmp.startsWith('<?xpacket begin="\ufeff"')).toBe(true)
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(xmp) as {
    'x:xmpmeta': { 'rdf:RDF': { 'rdf:Description': Record<string, unknown>[] } }
  }
  const facts = Object.assign({}, ...parsed['x:xmpmeta']['rdf:RDF']['rdf:Description']) as Record<
    string,
    unknown
  >
  expect(facts).toMatchObject({
    'pdfaid:part': 3,
    'pdfaid:conformance': 'B',
    'fx:DocumentType': 'INVOICE',
    'fx:DocumentFileName': 'factur-x.xml',
    'fx:Version': 1,
    'fx:ConformanceLevel': 'EN 16931',
    'xmp:CreateDate': '2026-11-23T10:11:12Z',
  })
  for (const name of ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'])
    expect(xmp).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`)
  // Title and author stand in the metadata alone; the document's other facts must be those of it.
  expect(doc.getTitle()).toBeUndefined()
  expect(doc.getAuthor()).toBeUndefined()
  expect(xmp).toContain('<rdf:li xml:lang="x-default">发票 RE-2026-00017</rdf:li>')
  expect(xmp).toContain('<rdf:li>北海包裹 &amp; Köhn GmbH</rdf:li>')
  expect(doc.getProducer()).toBe('Parcelyard')
  expect(doc.getCreationDate()).toEqual(new Date('2026-11-23T10:11:12Z'))
})

test('has its colours, its fonts and its name in itself, and no secrets', async () => {
  const { bytes, catalog, context, of } = await read()
  const [intent] = (of(catalog, 'OutputIntents') as PDFArray).asArray()
  const colours = context.lookup(intent) as PDFDict
  expect(String(of(colours, 'S'))).toBe('/GTS_PDFA1')
  const profile = of(colours, 'DestOutputProfile') as PDFRawStream
  expect(String(profile.dict.get(PDFName.of('N')))).toBe('3')
  expect(bytesOf(profile).subarray(36, 40).toString()).toBe('acsp')
  expect(bytesOf(profile).subarray(12, 24).toString()).toBe('mntrRGB XYZ ')
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const dicts = objects.filter((object) => object instanceof PDFDict)
  const typed = (type: string) =>
    dicts.filter((dict) => String(dict.get(PDFName.of('Type'))) === `/${type}`)
  const descriptors = typed('FontDescriptor')
  expect(descriptors.length).toBeGreaterThanOrEqual(3)
  for (const descriptor of descriptors)
    expect(bytesOf(of(descriptor, 'FontFile2') as PDFRawStream).length).toBeGreaterThan(500)
  const fonts = typed('Font').filter((font) => of(font, 'Subtype') !== PDFName.of('CIDFontType2'))
  expect(fonts).toHaveLength(descriptors.length)
  for (const font of fonts) expect(of(font, 'ToUnicode')).toBeInstanceOf(PDFRawStream)
  const { ID, Encrypt } = context.trailerInfo
  expect(Encrypt).toBeUndefined()
  expect(String(ID)).toMatch(/^\[ <([0-9a-f]{32})> <\1> \]$/)
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  for (const forbidden of ['/JavaScript', '/Launch', '/LZWDecode', '/AA', '/SMask', '/Encrypt'])
    expect(bytes.includes(forbidden)).toBe(false)
})

test('is a PDF with its pages, the same bytes again, and is not made of a bad invoice', async () => {
  const bytes = await make()
  expect(await textOf(await open(bytes), 1)).toContain('Rechnung 发票 RE-2026-00017')
  expect((await make()).equals(bytes)).toBe(true)
  const bad = { ...good, totals: { ...good.totals, due: 1n } }
  const doc = new PaperDocument('Invoice')
  const about = { created, language: 'de', title: 'x' }
  await expect(facturX(doc, bad, about)).rejects.toMatchObject({
    issues: [{ rule: 'BR-CO-16', path: 'totals.due' }],
  })
})
