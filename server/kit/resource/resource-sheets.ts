import { sql, type RawBuilder } from 'kysely'
import { percentText } from '#contracts/kit/percent.ts'
import type { Field, Fields } from '#contracts/kit/field.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import type { Ctx } from '../access/ctx.ts'
import { comparableColumns, placeOf } from './currency.ts'
import { withNames } from '../http/account-names.ts'
import type { FileReply } from '../http/http-side.ts'
import { conditions } from './list-query.ts'
import {
  selection,
  tableKey,
  visibleFields,
  wireRows,
  type ListHook,
  type WireRow,
} from './resource-rows.ts'
import { refuseTooMany, sheetReply, UTC } from '../sheets/sheet-reply.ts'
import type { SheetCell, SheetColumn } from '../sheets/sheets.ts'
import { translate, translateLabel } from '../http/texts.ts'

/** Rows one export holds (security.md §6.8), and how many are fetched at once. */
export const EXPORT_MAX = 50_000
const BATCH = 1_000

const NUMBERS: readonly Field['type'][] = ['int', 'decimal', 'weight', 'length', 'money']

/**
 * The rows of a filter as a workbook, newest first: what list and detail show, words instead of
 * codes, numbers as numbers. Read batch by batch after the last id, so nothing is skipped or
 * repeated while others write.
 */
export async function exportRows(
  ctx: Ctx,
  of: Entity,
  query: ListQuery,
  hook: ListHook | undefined,
  title = translate(ctx.lang, of.name, 'title'),
  max = EXPORT_MAX,
  source?: RawBuilder<unknown>,
): Promise<FileReply> {
  const visible = visibleFields(ctx, of.fields)
  const from = exportedRows(ctx, of, query, hook, source)
  await refuseTooMany(ctx, from, max)
  const chosen = columnsOf(ctx, of, visible, query.exportColumns)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after: string | null = null, sent = 0; sent < max;) {
      const found: { rows: Record<string, unknown>[] } = await sql<
        Record<string, unknown>
      >`select ${selection(of, ctx)} ${from}${after === null ? sql`` : sql` and t.id < ${after}`}
        order by t.id desc limit ${Math.min(BATCH, max - sent)}`.execute(ctx.db)
      for (const row of await withNames(ctx, await wireRows(ctx, of, found.rows)))
        yield chosen.map(({ cell }) => cell(row))
      if (found.rows.length < BATCH) return
      sent += found.rows.length
      after = String(found.rows.at(-1)!.id)
    }
  }
  return sheetReply(
    title,
    { columns: chosen.map(({ column: head }) => head), rows: rows() },
    query.exportFormat,
    { ctx, fields: chosen.map(({ name }) => name) },
  )
}

/** `from … as t where …`: the rows an export of a list holds, for files in another layout. */
export function exportedRows(
  ctx: Ctx,
  of: Entity,
  query: ListQuery,
  hook: ListHook | undefined,
  source: RawBuilder<unknown> = sql`${ctx.rows(tableKey(of.table)).as('t')}`,
): RawBuilder<unknown> {
  const visible = visibleFields(ctx, of.fields)
  const filters = [
    ...conditions(visible, query, comparableColumns(of)),
    ...(hook?.(ctx, query, 'export') ?? []),
  ]
  return sql`from ${source}
  where ${filters.length > 0 ? sql.join(filters, sql` and `) : sql`true`}`
}

interface Chosen {
  name: string
  column: SheetColumn
  cell: (row: WireRow) => SheetCell
}

/**
 * The columns of a file: all that list and detail show and who made the row when, or those asked
 * for in their order. What is not there for the caller is left out.
 */
function columnsOf(ctx: Ctx, of: Entity, visible: Fields, requested: string | undefined): Chosen[] {
  const all = new Map<string, Chosen>()
  for (const [name, spec] of Object.entries(visible)) {
    if (!spec.show.includes('list') && !spec.show.includes('detail')) continue
    all.set(name, {
      name,
      column: titled(
        ctx,
        of,
        name,
        spec.type === 'datetime'
          ? 'date'
          : NUMBERS.includes(spec.type) && !spec.percent
            ? 'number'
            : 'text',
      ),
      cell: (row) => cellOf(ctx, name, spec, row),
    })
  }
  const computed = 'computed' in of
  if (!computed && !all.has('createBy'))
    all.set('createBy', {
      name: 'createBy',
      column: titled(ctx, of, 'createBy', 'text'),
      cell: (row) => row.createBy as string | null,
    })
  if (!computed && !all.has('createTime'))
    all.set('createTime', {
      name: 'createTime',
      column: titled(ctx, of, 'createTime', 'date'),
      cell: (row) => moment(row.createTime),
    })
  const asked = [...new Set(requested?.split(',').map((name) => name.trim()))]
  const names = asked.filter((name) => all.has(name))
  return withCurrencies(ctx, of, names.length > 0 ? names : [...all.keys()], all)
}

/**
 * An amount whose currency another row holds is followed by it: without it the number has no
 * meaning.
 */
function withCurrencies(
  ctx: Ctx,
  of: Entity,
  names: readonly string[],
  all: ReadonlyMap<string, Chosen>,
): Chosen[] {
  const followed = new Set<string>()
  return names.flatMap((name) => {
    const own = all.get(name)!
    const spec = of.fields[name]
    const place = spec?.type === 'money' ? placeOf(of, spec) : null
    if (!place?.by || followed.has(place.key)) return [own]
    followed.add(place.key)
    const title = translateLabel(ctx.lang, place.holder.name, place.field)
    return [
      own,
      {
        name: place.key,
        column: { title, type: 'text' },
        cell: (row: WireRow) => row[place.key] as string | null,
      },
    ]
  })
}

function titled(
  ctx: Ctx,
  of: Entity,
  name: string,
  type: NonNullable<SheetColumn['type']>,
): SheetColumn {
  return { title: `${translateLabel(ctx.lang, of.name, name)}${type === 'date' ? UTC : ''}`, type }
}

function cellOf(ctx: Ctx, name: string, spec: Field, row: WireRow): SheetCell {
  const value = row[name]
  if (value === null || value === undefined) return null
  if (spec.dict || spec.ref) return String(row[`${name}_dictText`] || value)
  if (spec.type === 'bool')
    return translate(ctx.lang, 'common', value === true ? 'value.yes' : 'value.no')
  if (spec.type === 'datetime') return moment(value)
  if (spec.percent) return `${percentText(Number(value))} %`
  return typeof value === 'number' ? value : String(value)
}

const moment = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null)
