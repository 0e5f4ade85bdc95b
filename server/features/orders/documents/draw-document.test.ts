import { writeFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { PRINTED_DOCUMENTS, type PrintedDocument } from '#contracts/orders/documents.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import type { DocumentData, DocumentLine } from './document-data.ts'
import { drawDocument } from './draw-document.ts'

const line = (change: Partial<DocumentLine> = {}): DocumentLine => ({
  nameEn: 'Bluetooth earphones',
  nameCn: '蓝牙耳机',
  sku: 'BT-EAR',
  hs: '85183000',
  origin: 'CN',
  material: 'ABS',
  brand: 'Soundo',
  quantity: 3,
  unit: 'pcs',
  unitGrams: 60,
  unitMinor: 18_90n,
  ...change,
})
const party = (name: string, country: string) => ({
  name,
  company: `${name} Trading Co., Ltd.`,
  lines: ['88 Bantian Road 坂田路88号', '518129 Shenzhen, Guangdong'],
  country,
  countryCode: 'CN',
  phone: '+86 755 8888 1234',
  email: 'export@example.com',
  taxNumber: '',
})
const order = (
  lines: readonly DocumentLine[],
  change: Partial<DocumentData> = {},
): DocumentData => ({
  orderNo: 'PI26112200001',
  reference: 'SHOP-4711',
  fbaCode: 'FBA15XYZ12AB',
  poCode: '',
  date: '2026-11-22',
  sender: party('Li Wei 李伟', 'China'),
  consignee: party('Marie-Luise Müller', 'Germany'),
  currency: 'EUR',
  parcels: [{ number: 'RB123456785CN', grams: 1200, size: '30 × 20 × 10', lines }],
  customs: {
    exportType: 'COMMERCIAL_GOODS',
    incoterm: 'DDP',
    invoiceNo: 'INV-2026-77',
    mrn: '',
    eori: '',
    ioss: 'IM5280002556',
    vat: '',
    postalCharges: '12.30',
    licenceNo: 'LIC-1',
    certificateNo: 'CERT-2',
    undeliverable: 'RETURN',
    remark: 'No quarantine goods',
  },
  sdrOf: ({ lines: own }) =>
    own.reduce((sum, one) => sum + one.unitMinor * BigInt(one.quantity), 0n),
  ...change,
})
const MM = 25.4 / 72
async function read(kind: PrintedDocument, data: DocumentData) {
  const pdf = await drawDocument(kind, data)
  const doc = await open(pdf)
  const page = await doc.getPage(1)
  const [, , width = 0, height = 0] = page.view
  const texts: string[] = []
  for (let at = 1; at <= doc.numPages; at++) texts.push(await textOf(doc, at))
  if (process.env.PICTURES) {
    for (let at = 1; at <= doc.numPages; at++) {
      const one = await doc.getPage(at)
      const viewport = one.getViewport({ scale: 2.2 })
      const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
      await one.render({
        canvas: null,
        canvasContext: canvas.getContext('2d') as unknown as CanvasRenderingContext2D,
        viewport,
      }).promise
      writeFileSync(
        `${process.env.PICTURES}/${kind}-${data.parcels[0]!.lines.length}-${at}.png`,
        canvas.toBuffer('image/png'),
      )
    }
  }
  return {
    pages: doc.numPages,
    size: [Math.round(width * MM), Math.round(height * MM)],
    text: texts.join('\n'),
    texts,
  }
}

describe('the customs form', () => {
  test('is a CN22 up to 300 SDR: goods, weights, codes, origin, category, signature', async () => {
    const { size, pages, text } = await read('customsForm', order([line()]))
    expect({ size, pages }).toEqual({ size: [74, 105], pages: 1 })
    for (const part of [
      'CN 22',
      'Bluetooth earphones',
      '蓝牙耳机',
      'HS 85183000',
      'CN',
      '0.180',
      '56.70',
      'EUR',
      '2026-11-22',
      'Li Wei 李伟',
      'RB123456785CN',
      'Sale of goods',
    ])
      expect(text).toContain(part)
    expect(text.match(/×/g)).toHaveLength(2)
  })
  test('is a CN23 above, and where the value in SDR is not known or the lines do not fit', async () => {
    const dear = order([line({ unitMinor: 100_01n })])
    const { size, text } = await read('customsForm', dear)
    expect(size).toEqual([210, 148])
    for (const part of [
      'CN 23',
      '300.03',
      'IM5280002556',
      'LIC-1',
      'CERT-2',
      'INV-2026-77',
      'Postage 邮资 12.30',
      'Return to sender',
      'No quarantine goods',
      'Total gross weight 总毛重 1.200',
    ])
      expect(text).toContain(part)
    expect((await read('customsForm', order([line({ unitMinor: 100_00n })]))).size).toEqual([
      74, 105,
    ])
    expect((await read('customsForm', order([line()], { sdrOf: () => null }))).size).toEqual([
      210, 148,
    ])
    expect(
      (await read('customsForm', order(Array.from({ length: 6 }, () => line())))).size,
    ).toEqual([210, 148])
  })
  test('of many lines goes over several pages, none left out', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => line({ nameEn: `Article number ${at}x` }))
    const { pages, text, texts } = await read('customsForm', order(lines))
    expect(pages).toBe(4)
    for (const { nameEn } of lines) expect(text).toContain(nameEn)
    expect(texts[3]).toContain('4/4')
  })
})

test('an invoice names parties, goods, sums and terms; a pro-forma states that it asks for no payment', async () => {
  const two = {
    number: 'P2',
    grams: 800,
    size: '',
    lines: [line(), line({ nameEn: 'USB cable', unitMinor: 5_90n, quantity: 1 })],
  }
  const data = order([line()])
  const both = { ...data, parcels: [...data.parcels, two] }
  const invoice = await read('commercialInvoice', both)
  expect(invoice.size).toEqual([210, 297])
  for (const part of [
    'COMMERCIAL INVOICE 商业发票',
    'INV-2026-77',
    'DDP',
    '6 pcs',
    '113.40',
    '5.90',
    '119.30',
    'Gross 毛重 2.000 kg',
    'We certify',
  ])
    expect(invoice.text).toContain(part)
  const proforma = await read('proforma', both)
  expect(proforma.text).toContain('PRO-FORMA INVOICE 形式发票')
  expect(proforma.text).toContain('For customs purposes only')
  expect(proforma.text).not.toContain('We certify')
})

test('a packing list lists what lies in which parcel, without prices', async () => {
  const { text } = await read('packingList', order([line()]))
  for (const part of ['PACKING LIST 装箱单', '1/1 RB123456785CN', '0.180', '1.200', '30 × 20 × 10'])
    expect(text).toContain(part)
  expect(text).toContain('FBA15XYZ12AB')
  expect(text).not.toContain('18.90')
})

test.each(PRINTED_DOCUMENTS)(
  '%s of 120 lines breaks between lines, repeats its head and loses nothing',
  async (kind) => {
    const lines = Array.from({ length: 120 }, (_, at) =>
      line({ nameEn: `Good ${at}z`, quantity: at + 1 }),
    )
    const { pages, text, texts } = await read(kind, order(lines))
    expect(pages).toBeGreaterThan(3)
    for (const { nameEn } of lines) expect(text).toContain(nameEn)
    expect(texts.at(-1)).toContain(`${pages}/${pages}`)
  },
)

test('texts of any length stay on the page', async () => {
  const long = 'Extraordinarily long description of goods 非常长的品名 '.repeat(20)
  for (const kind of PRINTED_DOCUMENTS) {
    const data = order([line({ nameEn: long, nameCn: long })])
    const doc = await open(
      await drawDocument(kind, {
        ...data,
        sender: { ...data.sender, company: long, lines: [long] },
      }),
    )
    const page = await doc.getPage(1)
    const [, , width = 0] = page.view
    for (const item of (await page.getTextContent()).items)
      if ('str' in item) {
        const x = Number(item.transform[4])
        expect(x >= 0 && x + item.width <= width + 0.5, `${kind}: ${item.str}`).toBe(true)
      }
  }
})
