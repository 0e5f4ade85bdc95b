import type { PdfDocument } from '#server/kit/pdf/pdf-document.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { wrapped } from './amounts.ts'
import type { DocumentData, DocumentParty } from './document-data.ts'

const [W, H] = [210, 297]
export const LEFT = 15
export const RIGHT = W - 15
const BOTTOM = H - 18

export interface Column {
  caption: string
  width: number
  align?: 'left' | 'right'
}
interface Row {
  cells: readonly string[]
  bold?: boolean
}

const HEADER = 9
const ROW = 8.4

/**
 * A commercial document on A4: title and parties once, then a table over as many pages as it needs,
 * each with its head, and a foot that stays whole.
 */
export function drawA4(
  doc: PdfDocument,
  {
    title,
    facts,
    parties,
    columns,
    rows,
    foot,
  }: {
    title: string
    facts: readonly (readonly [caption: string, value: string])[]
    parties: readonly (readonly [caption: string, party: DocumentParty])[]
    columns: readonly Column[]
    rows: readonly Row[]
    foot: readonly string[]
  },
): void {
  const start = drawTop(title, facts, parties)
  const footHeight = 8 + foot.length * 6
  // How many rows each page takes is known before the first is drawn: pages show "1/3".
  const first = Math.floor((BOTTOM - start.y - HEADER) / ROW)
  const other = Math.floor((BOTTOM - 28 - HEADER) / ROW)
  const parts = [rows.slice(0, first)]
  for (let at = first; at < rows.length; at += other) parts.push(rows.slice(at, at + other))
  const last = parts.at(-1)!
  const lastTop = parts.length === 1 ? start.y : 28
  if (lastTop + HEADER + last.length * ROW + footHeight > BOTTOM) parts.push([])
  for (const [at, part] of parts.entries()) {
    const page = new PdfSheet(doc, W, H)
    const y = at === 0 ? start.draw(page) : again(page, title, facts)
    page.text(RIGHT - 30, H - 14, `${at + 1}/${parts.length}`, 30, { size: 2.6, align: 'right' })
    const end = part.length > 0 ? drawTable(page, y, columns, part) : y
    if (at === parts.length - 1) drawFoot(page, end + 4, foot)
    page.end()
  }
}

function drawTop(
  title: string,
  facts: readonly (readonly [string, string])[],
  parties: readonly (readonly [string, DocumentParty])[],
): { y: number; draw: (page: PdfSheet) => number } {
  const shown = facts.filter(([, value]) => value)
  const factRows = Math.ceil(shown.length / 2)
  const y = 27 + 38 + factRows * 5.2 + 4
  const draw = (page: PdfSheet): number => {
    page.text(LEFT, 14, title, RIGHT - LEFT, { size: 6, bold: true })
    page.line(LEFT, 23, RIGHT, 23)
    const half = (RIGHT - LEFT) / 2
    for (const [at, [caption, party]] of parties.entries()) {
      page.block(LEFT + at * half, 26, half - 4, 36, [
        { text: caption, size: 2.6, bold: true },
        { text: party.company || party.name, bold: true, size: 3.4 },
        party.company ? party.name : '',
        ...party.lines,
        party.country,
        wrapped(party.phone, party.email),
        party.taxNumber && `Tax no. 税号 ${party.taxNumber}`,
      ])
    }
    for (const [at, [caption, value]] of shown.entries()) {
      const [x, top] = [LEFT + (at % 2) * half, 65 + Math.floor(at / 2) * 5.2]
      page.text(x, top, caption, 40, { size: 2.5 })
      page.text(x + 41, top, value, half - 45, { size: 2.9, bold: true })
    }
    return y
  }
  return { y, draw }
}

function again(
  page: PdfSheet,
  title: string,
  facts: readonly (readonly [string, string])[],
): number {
  page.text(LEFT, 14, title, 110, { size: 4, bold: true })
  page.text(LEFT + 112, 14.6, facts[0]?.[1] ?? '', RIGHT - LEFT - 112, { size: 3, align: 'right' })
  page.line(LEFT, 21, RIGHT, 21)
  return 28
}

function drawTable(
  page: PdfSheet,
  y: number,
  columns: readonly Column[],
  rows: readonly Row[],
): number {
  let x = LEFT
  for (const { caption, width } of columns) {
    page.block(x + 1, y + 0.6, width - 2, HEADER - 1, [{ text: caption, bold: true }], 2.4)
    x += width
  }
  page.line(LEFT, y, RIGHT, y)
  page.line(LEFT, y + HEADER, RIGHT, y + HEADER)
  for (const [at, { cells, bold = false }] of rows.entries()) {
    const top = y + HEADER + at * ROW
    let left = LEFT
    for (const [column, { width, align = 'left' }] of columns.entries()) {
      const text = cells[column] ?? ''
      if (align === 'right')
        page.text(left + 1, top + 0.8, text, width - 2, { size: 2.7, align, bold })
      else page.block(left + 1, top + 0.8, width - 2, ROW - 1.2, [{ text, bold }], 2.7)
      left += width
    }
    page.line(LEFT, top + ROW, RIGHT, top + ROW)
  }
  return y + HEADER + rows.length * ROW
}

function drawFoot(page: PdfSheet, y: number, foot: readonly string[]): void {
  for (const [at, text] of foot.entries())
    page.text(LEFT, y + at * 6, text, RIGHT - LEFT, { size: 2.9 })
}

/** Facts that stand on every commercial document. */
export const commonFacts = (data: DocumentData): (readonly [string, string])[] => [
  ['Order no. 订单号', data.orderNo],
  ['Reference 客户单号', data.reference],
  ['Date 日期', data.date],
  ['Incoterm 贸易条款', data.customs.incoterm],
  ['Export type 出口类型', data.customs.exportType.replaceAll('_', ' ')],
  ['VAT no. 增值税号', data.customs.vat],
  ['EORI', data.customs.eori],
  ['IOSS', data.customs.ioss],
  ['MRN', data.customs.mrn],
  ['Licence 许可证', data.customs.licenceNo],
  ['Certificate 证书', data.customs.certificateNo],
]
