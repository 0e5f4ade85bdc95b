import { type Face, glyphOf } from './fonts.ts'
import type { PdfFont } from './pdf-font.ts'
import type { FittedLine } from './text-fit.ts'

/** Points in a millimetre. */
export const MM = 72 / 25.4

/** Millimetres with a micrometre's precision, as short as PDF allows. */
export const mm = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Put before a page's content it makes a millimetre the unit of all that follows. */
export const SCALE = `${MM.toFixed(7)} 0 0 ${MM.toFixed(7)} 0 0 cm\n`

/** Clockwise, in degrees. */
type Turn = 0 | 90 | 180 | 270
const TURNS: Readonly<Record<Turn, string>> = {
  0: '1 0 0 1',
  90: '0 -1 1 0',
  180: '-1 0 0 -1',
  270: '0 1 -1 0',
}

/**
 * One line of text inside `BT … ET`; `x` and the baseline `y`, where it begins, count from the top
 * left.
 */
export function textOf(
  doc: { font(face: Face): PdfFont },
  {
    x,
    y,
    line,
    turn = 0,
  }: {
    x: number
    y: number
    line: Pick<FittedLine, 'text' | 'bold' | 'size'>
    turn?: Turn
  },
  pageHeight: number,
): string {
  let out = `${TURNS[turn]} ${mm(x)} ${mm(pageHeight - y)} Tm`
  let font = ''
  let codes = ''
  for (const char of line.text) {
    const glyph = glyphOf(char.codePointAt(0) ?? 0, line.bold)
    const used = doc.font(glyph.face)
    if (used.name !== font) {
      if (codes) out += ` <${codes}> Tj`
      out += ` /${used.name} ${mm(line.size)} Tf`
      font = used.name
      codes = ''
    }
    codes += used.code(glyph)
  }
  return `${out} <${codes}> Tj\n`
}
