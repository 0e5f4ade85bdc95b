import { type Drawable, PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { kilos, money } from './amounts.ts'
import { CATEGORIES, STATEMENT } from './captions.ts'
import {
  CN22_LINES,
  lineMinor,
  netGrams,
  valueOfLines,
  type DocumentData,
  type DocumentParcel,
} from './document-data.ts'

const [W, H] = [74, 105]
const LEFT = 3
const RIGHT = W - 3

/** Customs declaration of the UPU for a small value: 74 × 105 mm. */
export function drawCn22(doc: Drawable, data: DocumentData, parcel: DocumentParcel): void {
  const page = new PdfSheet(doc, W, H)
  const width = RIGHT - LEFT
  page.box(LEFT, 3, width, H - 6)
  page.text(LEFT + 1, 4, 'CUSTOMS DECLARATION 报关签条', 48, { size: 2.8, bold: true })
  page.text(RIGHT - 18, 4, 'CN 22', 17, { size: 3.4, bold: true, align: 'right' })
  page.text(LEFT + 1, 8, 'May be opened officially 可以径行开拆', 46, { size: 2 })
  page.text(RIGHT - 38, 8, parcel.number, 37, { size: 2.2, align: 'right' })
  page.line(LEFT, 11.5, RIGHT, 11.5)
  page.block(LEFT + 1, 12, width - 2, 8.5, [
    { text: `From 寄件人: ${data.sender.company || data.sender.name}`, size: 2.1 },
    { text: [...data.sender.lines, data.sender.country].join(', '), size: 2 },
  ])
  page.line(LEFT, 21, RIGHT, 21)
  for (const [at, [exportType, caption]] of CATEGORIES.entries()) {
    const [x, y] = [LEFT + 1 + (at % 2) * 33, 22 + Math.floor(at / 2) * 3.6]
    page.box(x, y, 2.4, 2.4)
    if (exportType === data.customs.exportType)
      page.text(x, y - 0.3, '×', 2.4, { size: 3, bold: true, align: 'center' })
    page.text(x + 3.4, y, caption, 28, { size: 2 })
  }
  drawLines(page, data, parcel)
  page.block(LEFT + 1, 83.5, width - 2, 9.5, [STATEMENT], 1.7)
  page.line(LEFT, 94, RIGHT, 94)
  page.text(LEFT + 1, 94.6, 'Date and sender’s signature 日期及寄件人签名', width - 2, {
    size: 1.9,
  })
  page.text(LEFT + 1, 98, `${data.date}   ${data.sender.name}`, width - 2, { size: 2.3 })
  page.end()
}

function drawLines(page: PdfSheet, data: DocumentData, { lines }: DocumentParcel): void {
  const columns = { text: LEFT + 1, weight: 46, value: 56 }
  page.line(LEFT, 33.5, RIGHT, 33.5)
  page.text(columns.text, 34, 'Quantity and detailed description 数量及内件品名', 41, { size: 1.9 })
  page.text(columns.weight, 34, 'Net kg 净重', 9, { size: 1.9, align: 'right' })
  page.text(columns.value, 34, `Value ${data.currency} 价值`, 14, { size: 1.9, align: 'right' })
  page.line(LEFT, 37, RIGHT, 37)
  for (const [at, line] of lines.slice(0, CN22_LINES).entries()) {
    const y = 37.6 + at * 7
    page.block(columns.text, y, 41, 6.6, [
      { text: `${line.quantity} × ${line.nameEn} ${line.nameCn}`, size: 2.1 },
      { text: `HS ${line.hs || '–'}   ${line.origin}`, size: 1.9 },
    ])
    page.text(columns.weight, y, kilos(line.unitGrams * line.quantity), 9, {
      size: 2.1,
      align: 'right',
    })
    page.text(columns.value, y, money(lineMinor(line), data.currency), 14, {
      size: 2.1,
      align: 'right',
    })
  }
  page.line(LEFT, 73, RIGHT, 73)
  page.text(
    columns.text,
    73.6,
    'HS tariff number and country of origin: under each line 商品编码及原产国见各行',
    65,
    { size: 1.7 },
  )
  page.text(columns.text, 77.5, 'Total 合计', 30, { size: 2.4, bold: true })
  page.text(columns.weight - 6, 77.5, kilos(netGrams(lines)), 15, {
    size: 2.4,
    bold: true,
    align: 'right',
  })
  page.text(columns.value, 77.5, money(valueOfLines(lines), data.currency), 14, {
    size: 2.4,
    bold: true,
    align: 'right',
  })
  page.line(LEFT, 82.5, RIGHT, 82.5)
}
