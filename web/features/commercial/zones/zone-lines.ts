import { MATCH_TYPES } from '#contracts/commercial/rating.ts'
import type { ZoneRow, ZoneSheet } from '#contracts/commercial/zones/zones.ts'
import { newLineKey, type Line } from '../../../kit/form/lines/lines.ts'
import type { GridColumn } from '../../../kit/table/row-grid/grid-types.ts'
import type { T } from '../../../kit/text/i18n.ts'

/** A row of a zone as texts. */
export interface ZoneLine extends Line {
  zone: string
  country: string
  matchType: string
  from: string
  to: string
  priority: string
}

export const blankLine = (): ZoneLine => ({
  lineKey: newLineKey(),
  zone: '',
  country: '',
  matchType: '',
  from: '',
  to: '',
  priority: '',
})

export const linesOf = (rows: readonly ZoneRow[]): ZoneLine[] =>
  rows.map((row) => ({
    lineKey: newLineKey(),
    zone: row.zone,
    country: row.country,
    matchType: row.matchType,
    from: row.from ?? '',
    to: row.to ?? '',
    priority: row.priority === 0 ? '' : String(row.priority),
  }))

/** Lines that hold something, with their places in the grid: the server answers by these. */
export function rowsOf(lines: readonly ZoneLine[]): { rows: ZoneRow[]; places: number[] } {
  const rows: ZoneRow[] = []
  const places: number[] = []
  for (const [at, line] of lines.entries()) {
    if (![line.zone, line.country, line.from, line.to].some((text) => text.trim())) continue
    rows.push({
      zone: line.zone.trim(),
      country: line.country.trim().toUpperCase(),
      matchType: line.matchType.trim() || guessMatch(line),
      from: line.from.trim() || null,
      to: line.to.trim() || null,
      priority: Math.trunc(Number(line.priority)) || 0,
    })
    places.push(at)
  }
  return { rows, places }
}

/** Pasted lists have codes and no way of matching: two codes are a range, one is a prefix. */
function guessMatch({ from, to }: ZoneLine): string {
  if (from.trim() === '') return 'ALL'
  return to.trim() === '' ? 'PREFIX' : 'RANGE'
}

/** Places of the server (`rows.3.from`) as those of the grid. */
export function issuesOf(
  issues: readonly { path: string; message: string }[],
  places: readonly number[],
): Record<string, string> {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const [head, row = '', column = ''] = path.split('.')
      const at = places[Number(row)]
      return head === 'rows' && at !== undefined ? [[`${at}.${column}`, message]] : []
    }),
  )
}

export function columnsOf(
  zones: ZoneSheet['zones'],
  nameOf: (matchType: string) => string,
  t: T,
): GridColumn<ZoneLine>[] {
  return [
    {
      key: 'zone',
      title: t('zone'),
      width: 110,
      required: true,
      aliases: ['zone', '分区', ...zones.map(({ code }) => `zone ${code}`)],
    },
    { key: 'country', title: t('country'), width: 80, required: true, max: 2 },
    {
      key: 'matchType',
      title: t('matchType'),
      width: 130,
      choices: MATCH_TYPES.map((value) => ({ value, label: nameOf(value) })),
    },
    { key: 'from', title: t('from'), width: 150, max: 200, aliases: ['from', '起'] },
    { key: 'to', title: t('to'), width: 150, max: 200, aliases: ['to', '止'] },
    { key: 'priority', title: t('priority'), width: 90, numeric: true },
  ]
}
