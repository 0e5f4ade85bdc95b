import type { BillMapping } from '#contracts/billing/bill-files.ts'
import { SheetError, type SheetRow } from '#server/kit/sheets/sheets.ts'
import { shapeOf, walkXml } from './scan-xml.ts'

export type XmlColumns = NonNullable<BillMapping['xml']>
/** Rows a batch has, rows by which columns are learnt, and the most of columns. */
const BATCH = 1_000
const LEARNT_FROM = 2_000
const COLUMNS = 200
const REPEATS = 9
const TEXT = 500

type Values = Map<string, string>
interface Record {
  /** Of the elements around it, outermost first, and its own. */
  parts: Values[]
}

/** A value that comes again in one element has its number. */
function keep(values: Values, path: string, text: string): void {
  let key = path
  for (let no = 2; values.has(key); no++) {
    if (no > REPEATS) return
    key = `${path}[${no}]`
  }
  values.set(key, text.slice(0, TEXT))
}

/**
 * The elements `record` of a file, each with its own values and those of the elements around it. They
 * are handed on when the outermost element around them that comes again ends: what stands behind them
 * in it belongs to them as well.
 */
async function* recordsOf(bytes: Uint8Array, record: string): AsyncGenerator<Record[]> {
  const { counts } = await shapeOf(bytes)
  const names = record.split('/')
  const around = names.map((_, at) => names.slice(0, at + 1).join('/'))
  const group = around.find((path) => (counts.get(path) ?? 0) > 1) ?? record
  const open: Values[] = []
  let waiting: Record[] = []
  let ready: Record[] = []
  const walk = walkXml(bytes, {
    open(path) {
      if (around[open.length] === path) open.push(new Map())
    },
    value(path, text) {
      // Of the innermost element around the record, or the record, that it stands in.
      const depth = around.findLastIndex(
        (one, at) => at < open.length && path.startsWith(`${one}/`),
      )
      if (depth >= 0) keep(open[depth]!, path, text)
      else if (path === record && open.length === names.length) keep(open.at(-1)!, path, text)
    },
    close(path) {
      if (path !== around[open.length - 1]) return
      if (path === record) waiting.push({ parts: [...open] })
      open.pop()
      if (path === group) {
        ready.push(...waiting)
        waiting = []
      }
    },
  })
  for await (const _ of walk) {
    if (ready.length < BATCH) continue
    yield ready
    ready = []
  }
  if (ready.length > 0) yield ready
}

/** How a file of XML may be read as a table: an element per row, a path per column. */
export async function xmlColumns(
  bytes: Uint8Array,
  wish: string | null,
): Promise<XmlColumns & { records: string[] }> {
  const { records } = await shapeOf(bytes)
  const record = wish !== null && records.includes(wish) ? wish : records[0]
  if (record === undefined) throw new SheetError('sheet.notATable')
  const paths = new Set<string>()
  let seen = 0
  for await (const found of recordsOf(bytes, record)) {
    for (const { parts } of found)
      for (const values of parts.toReversed()) for (const path of values.keys()) paths.add(path)
    seen += found.length
    if (seen >= LEARNT_FROM) break
  }
  return { record, paths: [...paths].slice(0, COLUMNS), records: records.slice(0, 30) }
}

/** Rows of a file of XML, the paths of its columns as the first; each has all columns. */
export async function* xmlRows(
  bytes: Uint8Array,
  { record, paths }: XmlColumns,
  most: number,
): AsyncGenerator<SheetRow[]> {
  let row = 1
  yield [{ row, cells: [...paths] }]
  for await (const found of recordsOf(bytes, record)) {
    if (row + found.length > most) throw new SheetError('sheet.tooManyRows', { limit: most })
    yield found.map(({ parts }) => ({
      row: ++row,
      cells: paths.map((path) => parts.find((values) => values.has(path))?.get(path) ?? ''),
    }))
  }
}
