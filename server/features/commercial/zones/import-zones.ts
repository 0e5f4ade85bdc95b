import { ZONE_ROWS_MAX, type ZoneRow, type zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import { isValidOn, type PartitionRow } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { readSheet, SheetError } from '#server/kit/sheets/sheets.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { addZones, checkRows, insertRows, lockService } from './save-sheet.ts'
import { asTyped, findingsOf, serviceById, zonesOf } from './zone-sheet.ts'
import { zoneRowsOf } from './zone-rows.ts'

type Answer = Out<typeof zones.importRows>
type Refused = Answer['errors'][number]
type Line = ZoneRow & { row: number }

/**
 * Rows of zones from a file, added to those a service has, from a day on. What is there already is
 * counted and left: the same file again adds nothing.
 */
export async function importZones(ctx: Ctx, input: In<typeof zones.importRows>): Promise<Answer> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const asked = (name: 'serviceId' | 'from' | 'mode' | 'dryRun') => input[name] ?? file.fields[name]
  const id = idText.safeParse(asked('serviceId') ?? '')
  if (!id.success) failFields([{ path: 'serviceId', code: 'field.required' }])
  const from = asked('from') ?? (await businessDay(ctx))
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || Number.isNaN(Date.parse(from)))
    failFields([{ path: 'from', code: 'field.date' }])
  if (from < (await businessDay(ctx))) failFields([{ path: 'from', code: 'zone.past' }])
  await serviceById(ctx, id.data)
  const lines = await readLines(file)
  const take = { serviceId: id.data, from, lines, good: asked('mode') === 'good' }
  const trial = asked('dryRun') === 'true'
  const run = (tx: Tx) => takeRows(tx, take)
  if (trial) return { ...(await dryRun(ctx, run)), dryRun: true }
  return inTx(ctx, run)
}

const ERRORS_SHOWN = 500

async function takeRows(
  tx: Tx,
  take: { serviceId: string; from: string; lines: readonly Line[]; good: boolean },
): Promise<Answer> {
  const { serviceId, from, lines, good } = take
  await lockService(tx, serviceId)
  const stored = await zoneRowsOf(tx, serviceId)
  const live = stored.filter((row) => isValidOn(row, from))
  const known = new Map((await zonesOf(tx, serviceId)).map((zone) => [zone.code, zone]))
  const fresh = [...new Set(lines.map(({ zone }) => zone))].filter(
    (code) => code !== '' && code.length <= 32 && !known.has(code),
  )
  // Zones that are new are made with their rows, once it is known which rows are taken.
  const named = new Map([
    ...known,
    ...fresh.map((code) => [code, { id: `new ${code}`, code, name: code, nameEn: null }] as const),
  ])
  const { rows, issues } = await checkRows(tx, lines, named)
  const there = new Set(live.map((row) => JSON.stringify(asTyped(row))))
  const refused = new Map<number, Refused>()
  const refuse = (at: number, column: string, code: ErrorCode, data: Record<string, unknown>) =>
    refused.set(at, {
      row: lines[at]!.row,
      column,
      code,
      message: translateError(tx.lang, code, data),
    })
  for (const { path, code, data } of issues) {
    const [, at = '', column = ''] = path.split('.')
    refuse(Number(at), column, code, { ...data })
  }
  const same = rows.flatMap((row, at) => (there.has(JSON.stringify(asTyped(row))) ? [at] : []))
  const left = new Set(rows.keys())
  for (const at of [...same, ...refused.keys()]) left.delete(at)
  for (const [at, with_] of clashesOf(tx, live, rows, left)) {
    refuse(at, 'from', 'zone.taken', { zone: with_ })
    left.delete(at)
  }
  const errors = [...refused.values()].toSorted((a, b) => a.row - b.row)
  const stops = (errors.length > 0 && !good) || left.size === 0
  const added = [...left].toSorted((a, b) => a - b).map((at) => rows[at]!)
  if (live.length + added.length > ZONE_ROWS_MAX)
    failFields([{ path: 'file', code: 'field.tooMany', data: { max: ZONE_ROWS_MAX } }])
  const used = new Set(added.map(({ partitionCode }) => partitionCode))
  const newZones = fresh.filter((code) => used.has(code))
  if (!stops) {
    const made = await addZones(
      tx,
      serviceId,
      newZones.map((code) => ({ code, name: code })),
    )
    for (const row of added) row.partitionId = made.get(row.partitionCode)!.id
    const ids = await insertRows(tx, added, stored.length === 0 ? null : from)
    await tx.auditMany(
      'partition_config',
      'add',
      added.map((row, at) => ({ id: ids[at]!, before: null, after: { ...asTyped(row), from } })),
    )
  }
  return {
    dryRun: false,
    from,
    rows: lines.length,
    added: added.length,
    same: same.length,
    refused: errors.length,
    taken: !stops,
    zones: newZones,
    errors: errors.slice(0, ERRORS_SHOWN),
  }
}

/** Rows of the file that describe an address word for word as a row of another zone does. */
function clashesOf(
  tx: Tx,
  live: readonly PartitionRow[],
  rows: readonly PartitionRow[],
  left: ReadonlySet<number>,
): Map<number, string> {
  const places = [...left]
  // As rows are compared by age, those of the file are the newer ones.
  const base = live.reduce((max, { id }) => Math.max(max, Number(id)), 0)
  const all = [...live, ...places.map((at) => ({ ...rows[at]!, id: String(base + 1 + at) }))]
  const found = new Map<number, string>()
  for (const { kind, rows: pair } of findingsOf(tx, all)) {
    const [a, b] = [Math.min(...pair), Math.max(...pair)]
    if (kind !== 'same' || all[a]!.priority !== all[b]!.priority || b < live.length) continue
    found.set(places[b - live.length]!, all[a]!.partitionName)
  }
  return found
}

const COLUMNS = ['zone', 'country', 'matchType', 'from', 'to', 'priority'] as const
type Column = (typeof COLUMNS)[number]
const HEADINGS: Readonly<Record<Column, RegExp>> = {
  zone: /^(zone|partition|分区|分区代码)( code)?$/i,
  country: /^(country|国家|国家\/地区|国家代码)( code)?$/i,
  matchType: /^(match( type)?|匹配方式)$/i,
  from: /^(from|value|postcode|匹配值(\/起)?|起|邮编(\/起)?)$/i,
  to: /^(to|止|邮编止)$/i,
  priority: /^(priority|优先级)$/i,
}

/** Zone, country, way of matching, first and last value, priority; by headings, else in that order. */
async function readLines(file: { bytes: Uint8Array; name: string }): Promise<Line[]> {
  const lines: Line[] = []
  let places: ReadonlyMap<Column, number> | null = null
  for await (const batch of readSheet(file.bytes, file.name, { rows: ZONE_ROWS_MAX + 1 }))
    for (const { row, cells } of batch) {
      const texts = cells.map((cell) => cell.trim())
      if (places === null) {
        const named = COLUMNS.flatMap((column): [Column, number][] => {
          const at = texts.findIndex((text) => HEADINGS[column].test(text))
          return at < 0 ? [] : [[column, at]]
        })
        const titled = named.length > 1
        places = new Map(titled ? named : COLUMNS.map((column, at) => [column, at]))
        if (titled) continue
      }
      const read = (column: Column) => texts[places!.get(column) ?? -1] ?? ''
      const [from, to] = [read('from'), read('to')]
      if (texts.every((text) => text === '')) continue
      lines.push({
        row,
        zone: read('zone'),
        country: read('country'),
        matchType: read('matchType') || (from === '' ? 'ALL' : to === '' ? 'PREFIX' : 'RANGE'),
        from: from || null,
        to: to || null,
        priority: Math.trunc(Number(read('priority'))) || 0,
      })
    }
  if (lines.length === 0) throw new SheetError('sheet.empty')
  return lines
}
