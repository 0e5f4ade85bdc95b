import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import { qrOf } from '#server/kit/pdf/qr.ts'

/** A fact with its name; bold where it is what the paper is for. */
export type PaperLine = readonly [name: string, value: string | null, bold?: boolean]
interface Paper {
  from: string
  title: string
  lines: readonly PaperLine[]
  notes: readonly (string | null)[]
  /** Text of a QR code. */
  code: string | null
  codeNote: string
}

const [WIDTH, HEIGHT, EDGE] = [210, 297, 20]
const INNER = WIDTH - 2 * EDGE
const [ROW, NAMES, CODE] = [9, 52, 46]

/** One page A4: who it is from, what it is, facts by name, and a code to scan. */
export async function drawPaper({
  from,
  title,
  lines,
  notes,
  code,
  codeNote,
}: Paper): Promise<Buffer> {
  const doc = new PaperDocument('Recharge')
  const page = new PdfSheet(doc, WIDTH, HEIGHT)
  page.text(EDGE, EDGE, from, INNER, { size: 4 })
  page.text(EDGE, EDGE + 9, title, INNER, { size: 8, bold: true })
  page.line(EDGE, EDGE + 21, WIDTH - EDGE, EDGE + 21)
  let y = EDGE + 27
  for (const [name, value, bold = false] of lines) {
    if (value === null || value === '') continue
    page.text(EDGE, y, name, NAMES - 4, { size: 3.6 })
    page.text(EDGE + NAMES, y, value, INNER - NAMES, { size: bold ? 4.6 : 3.8, bold })
    y += ROW
  }
  page.line(EDGE, y, WIDTH - EDGE, y)
  y += 6
  const written = notes.filter((note): note is string => note !== null && note !== '')
  if (code !== null) {
    page.matrix(EDGE, y, CODE, qrOf(code))
    page.block(EDGE + CODE + 8, y, INNER - CODE - 8, CODE, [codeNote], 3.8)
    y += CODE + 8
  }
  page.block(
    EDGE,
    y,
    INNER,
    60,
    written.flatMap((note) => note.split('\n')),
    3.8,
  )
  page.end()
  return await doc.end()
}
