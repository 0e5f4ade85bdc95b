import { plainDecimal } from './paste-cells.ts'

/** A line of a form's list; the key names it while it lives on the screen and is never sent. */
export interface Line {
  readonly lineKey: string
}
/** Drafts of an earlier page have keys, too: a new page must not give out the same ones. */
const PAGE = Math.random().toString(36).slice(2, 8)
let count = 0
export const newLineKey = (): string => `${PAGE}${++count}`

export const addLine = <L extends Line>(lines: readonly L[], line: L, max: number): readonly L[] =>
  lines.length < max ? [...lines, line] : lines

export const removeLine = <L extends Line>(lines: readonly L[], at: number): readonly L[] =>
  lines.filter((_, index) => index !== at)

export const changeLine = <L extends Line>(
  lines: readonly L[],
  at: number,
  change: (line: L) => L,
): readonly L[] => lines.map((line, index) => (index === at ? change(line) : line))

/** The line `by` places further down, or up; the same list where there is no such place. */
export function moveLine<L extends Line>(
  lines: readonly L[],
  at: number,
  by: number,
): readonly L[] {
  const [line, to] = [lines[at], at + by]
  if (!line || to < 0 || to >= lines.length) return lines
  return removeLine(lines, at).toSpliced(to, 0, line)
}

/**
 * The same line `times` more, right behind it, up to `max` lines. `copy` gives each its keys and
 * clears what belongs to one only.
 */
export function repeatLine<L extends Line>(
  lines: readonly L[],
  at: number,
  times: number,
  copy: (line: L) => L,
  max: number,
): readonly L[] {
  const line = lines[at]
  if (!line) return lines
  const copies = Math.max(0, Math.min(times, max - lines.length))
  return lines.toSpliced(at + 1, 0, ...Array.from({ length: copies }, () => copy(line)))
}

export interface PastedGrid<L> {
  /** The columns in their order on the screen; what is pasted beyond the last is left out. */
  fields: readonly (keyof L & string)[]
  field: keyof L & string
  cells: readonly (readonly string[])[]
  numbers: readonly string[]
  blank: () => L
  max: number
}
/**
 * Lays copied cells over the lines from one cell on to the right and down; missing lines are added.
 */
export function pasteLines<L extends Line>(
  lines: readonly L[],
  at: number,
  { fields, field, cells, numbers, blank, max }: PastedGrid<L>,
): readonly L[] {
  const filled = [...lines]
  const from = fields.indexOf(field)
  cells.slice(0, max - at).forEach((row, down) => {
    const texts = row.flatMap((cell, right) => {
      const name = fields[from + right]
      return name ? [[name, numbers.includes(name) ? plainDecimal(cell) : cell] as const] : []
    })
    filled[at + down] = { ...(filled[at + down] ?? blank()), ...Object.fromEntries(texts) }
  })
  return filled
}
