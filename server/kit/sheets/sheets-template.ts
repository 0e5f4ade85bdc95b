import { createRequire } from 'node:module'
import { sheetName } from './sheets-write.ts'

/** A workbook a user fills in: headings, examples, drop-down lists, and a sheet that explains. */
export interface SheetTemplate {
  name: string
  columns: readonly { title: string; list?: readonly string[] }[]
  /** Rows below the headings. */
  examples: readonly (readonly string[])[]
  notes: { name: string; rows: readonly (readonly string[])[] }
  /** Name of the hidden sheet with the lists. */
  lists: string
  /** What Excel shows where a value is not in its list. */
  notInList: { title: string; text: string }
}

const require = createRequire(import.meta.url)
/** Rows with drop-down lists. */
const LISTED_ROWS = 5_000

/** The letters of a column: 0 → A, 27 → AB. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** Cells are text, so that Excel keeps zeros and long numbers as they are typed. */
export function writeTemplate(template: SheetTemplate): Promise<Uint8Array> {
  const { writeXlsx } = require('hucre/xlsx') as typeof import('hucre/xlsx')
  const { columns, examples, notes } = template
  const listed = columns.flatMap(({ list }, at) => (list && list.length > 0 ? [{ at, list }] : []))
  const longest = Math.max(0, ...listed.map(({ list }) => list.length))
  const lists = sheetName(template.lists)
  return writeXlsx({
    sheets: [
      {
        name: sheetName(template.name),
        columns: columns.map(({ title }) => ({
          width: Math.min(32, Math.max(12, title.length * 2)),
          numFmt: '@',
        })),
        rows: [columns.map(({ title }) => title), ...examples.map((row) => [...row])],
        freezePane: { rows: 1 },
        dataValidations: listed.map(({ list }, index) => ({
          type: 'list',
          range: `${letters(listed[index]!.at)}2:${letters(listed[index]!.at)}${LISTED_ROWS}`,
          formula1: `'${lists}'!$${letters(index)}$1:$${letters(index)}$${list.length}`,
          allowBlank: true,
          showErrorMessage: true,
          errorStyle: 'warning',
          errorTitle: template.notInList.title,
          errorMessage: template.notInList.text,
        })),
      },
      {
        name: sheetName(notes.name),
        columns: notes.rows[0]?.map((_, at) => ({ width: at < 2 ? 22 : 60 })) ?? [],
        rows: notes.rows.map((row) => [...row]),
        freezePane: { rows: 1 },
      },
      {
        name: lists,
        hidden: true,
        rows: Array.from({ length: longest }, (_, row) =>
          listed.map(({ list }) => list[row] ?? null),
        ),
      },
    ],
  })
}
