import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#contracts/kit/field.ts'
import { CURRENCY_DICT, MAX_DECIMALS, unusualCurrencies } from '#contracts/kit/money.ts'
import { columnOf, currencyOf, snake, type Entity } from '#contracts/kit/entity.ts'
import { entityNamed } from './registry.ts'
import { columnsOn, type ColumnMap } from './list-query.ts'

/** Where the currency of a money field is stored: a column of the row, or of a row it refers to. */
export interface Place {
  /** What a row of a query and a row on the wire call it. */
  name: string
  key: string
  column: string
  /** The resource and its field that hold it. */
  holder: Entity
  field: string
  /** The reference that leads to it: its field, its column, and the table it points at. */
  by: { field: string; column: string; table: string } | null
}

const places = new WeakMap<Field, Place>()

/** Throws where a definition names no field that holds a currency. */
export function placeOf(of: Entity, spec: Field): Place {
  const known = places.get(spec)
  if (known) return known
  const source = currencyOf(spec)
  const reference = source?.ref ? of.fields[source.ref] : null
  const holder = source?.ref ? entityNamed(reference?.ref ?? '') : of
  const locked = source ? holder?.fields[source.field] : undefined
  if (!source || !holder || locked?.dict !== CURRENCY_DICT)
    throw new Error(`${of.name}: ${spec.currencyFrom ?? 'a money field'} names no currency`)
  const column = columnOf(source.field, locked)
  const by =
    source.ref && reference
      ? { field: source.ref, column: columnOf(source.ref, reference), table: holder.table }
      : null
  const made = {
    name: by
      ? `${by.field}${source.field[0]!.toUpperCase()}${source.field.slice(1)}`
      : source.field,
    key: source.key,
    column,
    holder,
    field: source.field,
    by,
  }
  places.set(spec, made)
  return made
}

const moneyFields = (of: Entity): Field[] =>
  Object.values(of.fields).filter((spec) => spec.type === 'money')

/** `customerId.code`: a column of the row a field of `t` points at. */
export function throughRef(of: Entity, from: string): RawBuilder<unknown> {
  const [by = '', name = ''] = from.split('.')
  const reference = of.fields[by]
  const target = entityNamed(reference?.ref ?? '')
  const spec = target?.fields[name]
  if (!reference || !target || !spec) throw new Error(`${of.name}: no ${from}`)
  return sql`(select ${sql.ref(`f.${columnOf(name, spec)}`)} from ${sql.table(target.table)} as f
    where f.tenant_id = t.tenant_id and f.id = ${sql.ref(`t.${columnOf(by, reference)}`)})`
}

/** Called once per definition at the start: a money field without a currency does not start. */
export function checkCurrencies(of: Entity): void {
  for (const spec of moneyFields(of)) placeOf(of, spec)
}

/** The currencies that other rows hold, each once: for the select list of a query on `t`. */
export function currencyColumns(
  of: Entity,
): { key: string; name: string; part: RawBuilder<unknown> }[] {
  const found = new Map<string, { key: string; name: string; part: RawBuilder<unknown> }>()
  for (const spec of moneyFields(of)) {
    const { by, key, name } = placeOf(of, spec)
    if (by)
      found.set(key, { key, name, part: sql`${currencySql(of, spec)} as ${sql.id(snake(name))}` })
  }
  return [...found.values()]
}

/** The currency of a money field of `t`. */
function currencySql(of: Entity, spec: Field): RawBuilder<unknown> {
  const { by, column } = placeOf(of, spec)
  return by
    ? sql`(select ${sql.ref(`c.${column}`)} from ${sql.table(by.table)} as c
        where c.tenant_id = t.tenant_id and c.id = ${sql.ref(`t.${by.column}`)})`
    : sql.ref(`t.${column}`)
}

/** The currency of a money field in a row that a query with `currencyColumns` found. */
export function currencyIn(
  of: Entity,
  spec: Field,
  row: Readonly<Record<string, unknown>>,
): string | null {
  const locked = row[placeOf(of, spec).name]
  return typeof locked === 'string' ? locked : null
}

/**
 * Columns of a list on `t`: what is searched and sorted by an amount goes by the amount as it is
 * read.
 */
export function comparableColumns(of: Entity): ColumnMap {
  const plain = columnsOn('t', of.fields)
  return (name) => {
    const spec = of.fields[name]
    if (spec?.from) return throughRef(of, spec.from)
    return spec?.type === 'money' ? comparable(of, spec, plain(name)) : plain(name)
  }
}

const SCALE = 10n ** BigInt(MAX_DECIMALS)

/**
 * An amount as people read it, times 10,000: 500 JPY is more than 4.50 EUR, whatever their minor
 * units count.
 */
function comparable(of: Entity, spec: Field, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const unusual = [...unusualCurrencies()].map(
    ([decimals, codes]) =>
      sql`when ${currencySql(of, spec)} in (${sql.join(codes.map((code) => sql.lit(code)))}) then ${sql.lit(String(SCALE / 10n ** BigInt(decimals)))}::numeric`,
  )
  return sql`(${column} * case ${sql.join(unusual, sql` `)} else ${sql.lit(String(SCALE / 100n))}::numeric end)`
}
