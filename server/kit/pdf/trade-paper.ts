import { type Column, Pages, type Row } from './pages.ts'
import type { Drawable, PdfSheet } from './pdf-sheet.ts'

/** Who stands on a trade paper; what is empty is left out. */
export interface Party {
  name: string
  company: string
  /** Street, postcode and city. */
  lines: readonly string[]
  country: string
  phone: string
  email: string
  taxNumber?: string
}

const EDGE = 15
const [LEFT, RIGHT] = [EDGE, 210 - EDGE]
const FOOT_LINE = 6

type Facts = readonly (readonly [caption: string, value: string])[]
type Parties = readonly (readonly [caption: string, party: Party])[]

/**
 * A commercial document on A4: title and parties once, then a table over as many pages as it needs,
 * each with its head, and a foot that stays whole.
 */
export function drawA4(
  doc: Drawable,
  {
    title,
    facts,
    parties,
    columns,
    rows,
    foot,
  }: {
    title: string
    facts: Facts
    parties: Parties
    columns: readonly Column[]
    rows: readonly Row[]
    foot: readonly string[]
  },
): void {
  const pages = new Pages(
    doc,
    { left: EDGE, bottom: 18 },
    (page) => drawTop(page, title, facts, parties),
    (page) => {
      page.text(LEFT, 14, title, 110, { size: 4, bold: true })
      const first = facts[0]?.[1] ?? ''
      page.text(LEFT + 112, 14.6, first, RIGHT - LEFT - 112, { size: 3, align: 'right' })
      page.line(LEFT, 21, RIGHT, 21)
      return 28
    },
  )
  pages.table({ columns, rows, ruled: true })
  pages.room(8 + foot.length * FOOT_LINE)
  pages.y += 4
  for (const text of foot) {
    pages.page.text(LEFT, pages.y, text, RIGHT - LEFT, { size: 2.9 })
    pages.y += FOOT_LINE
  }
  pages.end((page, no) =>
    page.text(RIGHT - 30, page.height - 14, `${no.page}/${no.pages}`, 30, {
      size: 2.6,
      align: 'right',
    }),
  )
}

/** Title, parties and facts; answers where the table begins. */
function drawTop(page: PdfSheet, title: string, facts: Facts, parties: Parties): number {
  page.text(LEFT, 14, title, RIGHT - LEFT, { size: 6, bold: true })
  page.line(LEFT, 23, RIGHT, 23)
  const half = (RIGHT - LEFT) / 2
  for (const [at, [caption, party]] of parties.entries())
    page.block(LEFT + at * half, 26, half - 4, 36, [
      { text: caption, size: 2.6, bold: true },
      { text: party.company || party.name, bold: true, size: 3.4 },
      party.company ? party.name : '',
      ...party.lines,
      party.country,
      [party.phone, party.email].filter(Boolean).join(' · '),
      party.taxNumber ? `Tax no. 税号 ${party.taxNumber}` : '',
    ])
  const top = parties.length > 0 ? 65 : 27
  const shown = facts.filter(([, value]) => value)
  for (const [at, [caption, value]] of shown.entries()) {
    const [x, y] = [LEFT + (at % 2) * half, top + Math.floor(at / 2) * 5.2]
    page.text(x, y, caption, 40, { size: 2.5 })
    page.text(x + 41, y, value, half - 45, { size: 2.9, bold: true })
  }
  return top + Math.ceil(shown.length / 2) * 5.2 + 4
}
