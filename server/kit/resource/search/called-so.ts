import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnOf, type Entity } from '#contracts/kit/entity.ts'
import type { Ctx } from '../../access/ctx.ts'
import { likeText } from '../../access/data-rules.ts'
import { tableKey } from '../resource-rows.ts'
import { fieldsSeen, searchRows } from './search-rows.ts'
import { containsWord, wordsTyped } from './text-keys.ts'

/** Fields a row is chosen by: any part of a name, in either language; the beginning of a code. */
export interface CalledBy {
  names: readonly string[]
  codes?: readonly string[]
}

/**
 * Rows that are called what was typed, Chinese by pinyin and initials, ä by ae as well: the condition of every
 * choice. `alias`: what the statement calls the table.
 */
export async function calledSo(
  ctx: Ctx,
  of: Entity,
  typed: string,
  { names, codes = [] }: CalledBy,
  alias = 't',
): Promise<RawBuilder<SqlBool>> {
  const words = typed.trim()
  if (words === '') return sql<SqlBool>`true`
  const twins = names.map((name) => `${name}En`).filter((name) => of.fields[name])
  const parts = [...names, ...twins].map((name) => holds(of, alias, name, `%${likeText(words)}%`))
  const begins = codes.map((name) => holds(of, alias, name, `${likeText(words)}%`))
  const spoken = await spokenIds(ctx, of, words, [...names, ...codes])
  const all = [...parts, ...begins, sql`${sql.ref(`${alias}.id`)} = any(${spoken}::bigint[])`]
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

const columnIn = (of: Entity, alias: string, name: string) =>
  sql.ref(`${alias}.${columnOf(name, of.fields[name]!)}`)
const holds = (of: Entity, alias: string, name: string, like: string) =>
  sql`${columnIn(of, alias, name)} ilike ${like}`

/** To choose from, no more. */
const SPOKEN_MOST = 40
/** A list whose words are not read is short: of more names in other signs the newest are looked through. */
const NAMES_MOST = 300
/** Nothing else is pinyin, or ae for ä. */
const isSpoken = (typed: string): boolean => /^[a-z\d\s'ü-]*$/i.test(typed) && /[a-zü]/i.test(typed)

async function spokenIds(
  ctx: Ctx,
  of: Entity,
  typed: string,
  by: readonly string[],
): Promise<string[]> {
  const names = fieldsSeen(ctx, of, by)
  if (!isSpoken(typed) || names.length === 0) return []
  if (of.search) return (await searchRows(ctx, of, typed, SPOKEN_MOST, by)).map(({ row }) => row.id)
  const text = sql`concat_ws(' ', ${sql.join(names.map((name) => columnIn(of, 't', name)))})`
  const found = await sql<{ id: string; text: string }>`select t.id, ${text} as text
    from ${ctx.rows(tableKey(of.table)).as('t')} where ${text} ~ '[一-鿿äöüßÄÖÜ]'
    order by t.id desc limit ${NAMES_MOST}`.execute(ctx.db)
  const words = wordsTyped(typed)
  return found.rows
    .filter((row) => words.every((word) => containsWord(row.text, word)))
    .map(({ id }) => id)
}
