import { type Drawable, PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { kilos, money, wrapped } from './amounts.ts'
import { CATEGORIES, STATEMENT } from './captions.ts'
import {
  lineMinor,
  netGrams,
  valueOfLines,
  type DocumentData,
  type DocumentLine,
  type DocumentParcel,
  type DocumentParty,
} from './document-data.ts'

const [W, H] = [210, 148]
const [LEFT, RIGHT] = [6, W - 6]
const LINES = 6
const ROW = 6.2
const TABLE = 52
/** Left edge and width of the table's columns. */
const COLUMNS = {
  name: [LEFT, 78],
  quantity: [LEFT + 78, 18],
  net: [LEFT + 96, 22],
  value: [LEFT + 118, 28],
  hs: [LEFT + 146, 30],
  origin: [LEFT + 176, 22],
} as const

/** Customs declaration of the UPU for any value: A5 across, as many pages as the lines need. */
export function drawCn23(doc: Drawable, data: DocumentData, parcel: DocumentParcel): void {
  const pages = Math.max(1, Math.ceil(parcel.lines.length / LINES))
  for (let at = 0; at < pages; at++) {
    const page = new PdfSheet(doc, W, H)
    head(page, data, parcel, `${at + 1}/${pages}`)
    table(page, data, parcel.lines.slice(at * LINES, (at + 1) * LINES))
    totals(page, data, parcel)
    foot(page, data)
    page.end()
  }
}

function head(page: PdfSheet, data: DocumentData, { number }: DocumentParcel, of: string): void {
  page.box(LEFT, 6, RIGHT - LEFT, H - 12)
  page.text(LEFT + 2, 7, 'CUSTOMS DECLARATION 报关单', 90, { size: 4, bold: true })
  page.text(LEFT + 96, 7.6, 'May be opened officially 可以径行开拆', 60, { size: 2.4 })
  page.text(RIGHT - 32, 7, `CN 23  ${of}`, 30, { size: 4, bold: true, align: 'right' })
  page.line(LEFT, 13, RIGHT, 13)
  const middle = LEFT + 99
  page.line(middle, 13, middle, TABLE)
  party(page, LEFT + 2, 'From 寄件人', data.sender, [
    wrapped(
      data.customs.mrn && `MRN ${data.customs.mrn}`,
      data.customs.ioss && `IOSS ${data.customs.ioss}`,
    ),
    `Customs reference 海关参考号: ${data.reference}`,
  ])
  party(page, middle + 2, 'To 收件人', data.consignee, [
    `Importer’s reference (tax code / VAT / EORI) 进口商编号: ${wrapped(
      data.consignee.taxNumber,
      data.customs.vat,
      data.customs.eori,
    )}`,
    `Item number 邮件号码: ${number}`,
  ])
}

function party(
  page: PdfSheet,
  x: number,
  title: string,
  { name, company, lines, country, phone, email }: DocumentParty,
  more: readonly string[],
): void {
  page.block(x, 14, 95, TABLE - 15, [
    { text: title, bold: true, size: 2.6 },
    wrapped(name, company),
    ...lines,
    { text: country, bold: true },
    wrapped(phone, email),
    ...more,
  ])
}

function table(page: PdfSheet, data: DocumentData, lines: readonly DocumentLine[]): void {
  const captions = {
    name: 'Detailed description of contents 内件详细说明',
    quantity: 'Quantity 数量',
    net: 'Net weight kg 净重',
    value: `Value ${data.currency} 价值`,
    hs: 'HS tariff number 商品编码',
    origin: 'Origin 原产国',
  }
  page.line(LEFT, TABLE, RIGHT, TABLE)
  for (const key of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const [x, width] = COLUMNS[key]
    page.text(x + 1, TABLE + 0.6, captions[key], width - 2, { size: 2.2 })
    if (x > LEFT) page.line(x, TABLE, x, TABLE + 4 + LINES * ROW)
  }
  page.line(LEFT, TABLE + 4, RIGHT, TABLE + 4)
  for (const [at, line] of lines.entries()) {
    const y = TABLE + 4.8 + at * ROW
    const put = (key: keyof typeof COLUMNS, text: string, align: 'left' | 'right' = 'left') =>
      page.text(COLUMNS[key][0] + 1, y, text, COLUMNS[key][1] - 2, { size: 2.6, align })
    page.block(COLUMNS.name[0] + 1, y - 0.4, COLUMNS.name[1] - 2, ROW - 0.2, [
      { text: wrapped(line.nameEn, line.nameCn, line.material), size: 2.5 },
    ])
    put('quantity', String(line.quantity), 'right')
    put('net', kilos(line.unitGrams * line.quantity), 'right')
    put('value', money(lineMinor(line), data.currency), 'right')
    put('hs', line.hs)
    put('origin', line.origin)
  }
  page.line(LEFT, TABLE + 4 + LINES * ROW, RIGHT, TABLE + 4 + LINES * ROW)
}

function totals(page: PdfSheet, data: DocumentData, { lines, grams }: DocumentParcel): void {
  const y = TABLE + 5 + LINES * ROW
  const bold = { size: 2.6, bold: true } as const
  page.text(LEFT + 2, y, `Total gross weight 总毛重 ${kilos(grams)} kg`, 60, bold)
  page.text(LEFT + 64, y, `Net 净重 ${kilos(netGrams(lines))} kg`, 40, bold)
  const total = money(valueOfLines(lines), data.currency)
  page.text(LEFT + 108, y, `Total value 总价值 ${total} ${data.currency}`, 50, bold)
  const postage = data.customs.postalCharges
  if (postage)
    page.text(LEFT + 158, y, `Postage 邮资 ${postage} ${data.currency}`, 38, { size: 2.4 })
  page.line(LEFT, y + 4.5, RIGHT, y + 4.5)
}

function foot(page: PdfSheet, data: DocumentData): void {
  const { customs } = data
  const y = TABLE + 10.5 + LINES * ROW
  page.text(LEFT + 2, y, 'Category of item 邮件种类', 60, { size: 2.2 })
  for (const [at, [exportType, caption]] of CATEGORIES.entries()) {
    const [x, top] = [LEFT + 2 + (at % 3) * 32, y + 3.4 + Math.floor(at / 3) * 4]
    page.box(x, top, 2.4, 2.4)
    if (exportType === customs.exportType)
      page.text(x, top - 0.3, '×', 2.4, { size: 3, bold: true, align: 'center' })
    page.text(x + 3.4, top, caption, 28, { size: 2.2 })
  }
  page.block(LEFT + 101, y, 95, 12, [
    { text: `Comments (e.g. quarantine) 备注: ${customs.remark}`, size: 2.2 },
    {
      text: wrapped(
        customs.licenceNo && `Licence 许可证 ${customs.licenceNo}`,
        customs.certificateNo && `Certificate 证书 ${customs.certificateNo}`,
        `Invoice 发票 ${customs.invoiceNo || data.orderNo}`,
        customs.incoterm && `Incoterm ${customs.incoterm}`,
      ),
      size: 2.2,
    },
    { text: `If undeliverable 无法投递时: ${instruction(customs.undeliverable)}`, size: 2.2 },
  ])
  page.line(LEFT, y + 12.5, RIGHT, y + 12.5)
  page.block(LEFT + 2, y + 13.2, 118, H - 7 - (y + 13.2), [STATEMENT], 2.1)
  page.block(LEFT + 124, y + 13.2, 72, H - 7 - (y + 13.2), [
    { text: 'Date and sender’s signature 日期及寄件人签名', size: 2.1 },
    { text: `${data.date}   ${data.sender.name}`, size: 2.8 },
  ])
}

const instruction = (code: string): string =>
  code === 'ABANDON' ? 'Treat as abandoned 放弃' : 'Return to sender 退回'
