import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CrudOptions } from '#contracts/kit/crud.ts'
import type { Field, Fields } from '#contracts/kit/field.ts'
import { columnOf, snake, type RowOf, type Entity } from '#contracts/kit/entity.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import type { Ctx } from '../access/ctx.ts'
import { comparableColumns, currencyColumns, currencyIn, throughRef } from './currency.ts'
import { failMissing } from '../http/errors.ts'
import { dictTexts } from '../http/dict-texts.ts'
import { conditions, type ColumnMap } from './list-query.ts'
import { totalRows, ordering, pageResult, paging } from './list-page.ts'
import { entityNamed, listHookOf } from './registry.ts'
import { missingValues } from './missing-values.ts'
import type { TableName } from '../access/rows.ts'
import { toWire } from './values.ts'

/** A row as the wire carries it. */
export type WireRow = RowOf<{ fields: Fields }>

/** Where a `ref` field's label is found. */
/** `labelEn`: the English twin of the label (`nameEn`), where the entity has one. */
export interface RefTarget {
  table: string
  label: string
  labelEn: string | null
  code: string | null
}
export function refTarget(name: string): RefTarget | null {
  const known = entityNamed(name)
  if (!known) return null
  const label = known.fields[known.label]
  if (!label) return null
  const code = known.fields.code ? columnOf('code', known.fields.code) : null
  const english = known.fields[`${known.label}En`]
  return {
    table: known.table,
    label: columnOf(known.label, label),
    labelEn: english ? columnOf(`${known.label}En`, english) : null,
    code,
  }
}

/**
 * A row's label in the caller's language: the English twin for English readers, where it is filled
 * in.
 */
export function labelOf(target: RefTarget, alias: string, lang: Lang): RawBuilder<string> {
  const label = sql.ref<string>(`${alias}.${target.label}`)
  return lang === 'en_US' && target.labelEn
    ? sql<string>`coalesce(${sql.ref(`${alias}.${target.labelEn}`)}, ${label})`
    : sql<string>`${label}`
}

/** camelCase name under which the typed rows know a table. */
export function tableKey(table: string): TableName {
  return table.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as TableName
}

const selections = new Map<string, RawBuilder<unknown>>()

/**
 * The definition's columns on `t`, plus one label per reference. Worked out once per resource and
 * language: it holds no values.
 */
export function selection(of: Entity, { lang, db }: Pick<Ctx, 'lang' | 'db'>): RawBuilder<unknown> {
  const key = `${of.name}:${lang}`
  const known = selections.get(key)
  if (known) return known
  const parts = [sql`t.id, t.version, t.create_by, t.create_time, t.update_by, t.update_time`]
  for (const [name, spec] of Object.entries(of.fields)) {
    if (spec.from) {
      parts.push(sql`${throughRef(of, spec.from)} as ${sql.id(snake(name))}`)
      continue
    }
    parts.push(sql`${sql.ref(`t.${columnOf(name, spec)}`)} as ${sql.id(snake(name))}`)
    const target = spec.ref ? refTarget(spec.ref) : null
    if (!target) continue
    const tenant = target.table === 'tenant' ? sql`true` : sql`r.tenant_id = t.tenant_id`
    parts.push(
      sql`(select ${labelOf(target, 'r', lang)} from ${sql.table(target.table)} as r
          where ${tenant} and r.id = ${sql.ref(`t.${columnOf(name, spec)}`)}) as ${sql.id(`${snake(name)}__label`)}`,
    )
  }
  for (const { part } of currencyColumns(of)) parts.push(part)
  const made = sql.raw(sql.join(parts).compile(db).sql)
  selections.set(key, made)
  return made
}

/**
 * The fields this caller may know of; the others are neither shown nor filtered nor sorted by,
 * which would reveal them.
 */
export function visibleFields(ctx: Ctx, fields: Fields): Fields {
  let known = views.get(fields)
  if (!known) {
    const perms = Object.values(fields).flatMap(({ perm }) => (perm ? [perm] : []))
    views.set(fields, (known = { perms: [...new Set(perms)], seen: new Map() }))
  }
  const { perms, seen } = known
  if (perms.length === 0) return fields
  const held = perms.map((perm) => (ctx.holds(perm) ? '1' : '0')).join('')
  let view = seen.get(held)
  if (!view) {
    const open = Object.entries(fields).filter(([, { perm }]) => !perm || ctx.holds(perm))
    seen.set(held, (view = Object.fromEntries(open)))
  }
  return view
}
/**
 * By the permissions a definition names and which of them are held: the same object each time, so
 * that what is worked out of it is worked out once.
 */
const views = new WeakMap<Fields, { perms: readonly string[]; seen: Map<string, Fields> }>()

/**
 * How fields go to the wire: their names on the way, and a row with every key, which is faster
 * copied than built key by key.
 */
interface Wiring {
  columns: readonly { name: string; spec: Field; text: string; label: string }[]
  /**
   * Currencies of other rows that amounts of this one are in: name in the query, key on the wire.
   */
  currencies: readonly { name: string; key: string }[]
  blank: WireRow
}
const wirings = new WeakMap<Fields, Wiring>()
function wiringOf(of: Entity, fields: Fields): Wiring {
  const known = wirings.get(fields)
  if (known) return known
  const columns = Object.entries(fields).map(([name, spec]) => ({
    name,
    spec,
    text: `${name}_dictText`,
    label: `${name}Label`,
  }))
  const keys = columns.flatMap(({ name, spec, text }) =>
    spec.dict || spec.ref ? [name, text] : [name],
  )
  const currencies = currencyColumns(of)
  const made = {
    columns,
    currencies,
    blank: {
      id: '',
      version: 0,
      createBy: null,
      createTime: '',
      updateBy: null,
      updateTime: null,
      ...Object.fromEntries(
        [...keys, ...currencies.map(({ key }) => key)].map((key) => [key, null]),
      ),
    },
  }
  wirings.set(fields, made)
  return made
}

/**
 * Turns database rows into wire rows: units, dictionary texts, reference labels, fields the caller
 * may not see removed.
 */
export async function wireRows(
  ctx: Ctx,
  of: Entity,
  rows: readonly Record<string, unknown>[],
): Promise<WireRow[]> {
  if (rows.length === 0) return []
  const texts = await dictTexts(ctx)
  const { columns, currencies, blank } = wiringOf(of, visibleFields(ctx, of.fields))
  const named = of.madeBy === undefined || ctx.holds(of.madeBy)
  return rows.map((row) => {
    const wire: Record<string, unknown> = { ...blank }
    wire.id = String(row.id)
    wire.version = row.version
    wire.createBy = named ? (row.createBy ?? null) : null
    wire.createTime = row.createTime
    wire.updateBy = named ? (row.updateBy ?? null) : null
    wire.updateTime = row.updateTime ?? null
    for (const { name, key } of currencies) wire[key] = row[name] ?? null
    for (const { name, spec, text, label } of columns) {
      const currency = spec.type === 'money' ? currencyIn(of, spec, row) : null
      const value = toWire(spec, row[name], currency)
      wire[name] = value
      if (spec.dict) wire[text] = value === null ? '' : texts(spec.dict, String(value))
      if (spec.ref) wire[text] = typeof row[label] === 'string' ? row[label] : ''
    }
    return wire as WireRow
  })
}

/** Names sort as they are shown: in English by the twin, where it is filled in. */
const inLanguage =
  (fields: Fields, column: ColumnMap, lang: Lang): ColumnMap =>
  (name) =>
    lang === 'en_US' && fields[`${name}En`]
      ? sql`coalesce(${column(`${name}En`)}, ${column(name)})`
      : column(name)

/** `verb`: what the rows are read for; exporting may reach fewer than listing. */
export type ListHook = (
  ctx: Ctx,
  query: ListQuery,
  verb: 'list' | 'export',
) => RawBuilder<SqlBool>[]

export async function listRows(
  ctx: Ctx,
  of: Entity & Pick<CrudOptions, 'sort'>,
  query: ListQuery,
  extra: ListHook | undefined,
  source: RawBuilder<unknown> = sql`${ctx.rows(tableKey(of.table)).as('t')}`,
): Promise<Page<WireRow>> {
  const { records, from } = await rowsOfPage(ctx, of, query, extra, source)
  return pageResult(
    records,
    await totalRows(ctx, from, paging(query), records.length),
    query,
    await missingValues(ctx, visibleFields(ctx, of.fields), query, comparableColumns(of), from),
  )
}

/** The rows of a list's page, for those who do not ask how many there are. */
export async function rowsOfPage(
  ctx: Ctx,
  of: Entity & Pick<CrudOptions, 'sort'>,
  query: ListQuery,
  extra: ListHook | undefined,
  source: RawBuilder<unknown> = sql`${ctx.rows(tableKey(of.table)).as('t')}`,
): Promise<{ records: WireRow[]; from: RawBuilder<unknown> }> {
  const column = comparableColumns(of)
  const fields = visibleFields(ctx, of.fields)
  const filters = [...conditions(fields, query, column), ...(extra?.(ctx, query, 'list') ?? [])]
  const from = sql`from ${source}${filters.length > 0 ? sql` where ${sql.join(filters, sql` and `)}` : sql``}`
  const { offset, limit } = paging(query)
  const order = ordering(fields, query, inLanguage(of.fields, column, ctx.lang), of.sort)
  // The page is cut before labels are looked up: they would be worked out for every row that is
  // skipped.
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(of, ctx)} from (select t.* ${from} order by ${order} limit ${limit} offset ${offset}) as t
    order by ${order}`.execute(ctx.db)
  return { records: await wireRows(ctx, of, found.rows), from }
}

/** One row by id within the caller's reach, or null. `lock` holds it for an edit. */
export async function rowById(
  ctx: Ctx,
  of: Entity,
  id: string,
  lock = false,
  extra: readonly RawBuilder<SqlBool>[] = [],
): Promise<{ wire: WireRow; raw: Record<string, unknown> } | null> {
  if (lock) {
    const locked = await sql`select id from ${sql.table(of.table)} as t
        where ${ctx.rows(tableKey(of.table)).where('t')} and t.id = ${id} for update`.execute(
      ctx.db,
    )
    if (locked.rows.length === 0) return null
  }
  const found = await sql<
    Record<string, unknown>
  >`select ${selection(of, ctx)} from ${ctx.rows(tableKey(of.table)).as('t')}
    where ${sql.join([sql`t.id = ${id}`, ...extra], sql` and `)}`.execute(ctx.db)
  const raw = found.rows[0]
  if (!raw) return null
  const [wire] = await wireRows(ctx, of, [raw])
  return wire ? { wire, raw } : null
}

/** One row as its list holds it: by the same conditions, or missing. */
export async function listedRow(ctx: Ctx, of: Entity, id: string): Promise<WireRow> {
  const extra = listHookOf(of.name)?.(ctx, { pageNo: 1, pageSize: 1 }, 'list') ?? []
  return (await rowById(ctx, of, id, false, extra))?.wire ?? failMissing()
}
