import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnOf, type Entity } from '#contracts/kit/entity.ts'
import { PERSONAL } from '#contracts/kit/personal.ts'
import { asSystem, type Ctx } from '../../access/ctx.ts'
import { likeText } from '../../access/data-rules.ts'
import { listHookOf } from '../registry.ts'
import { rowsOfPage, visibleFields, type WireRow } from '../resource-rows.ts'
import { isOwned } from './read-words.ts'
import { containsWord, keyOfOwner, keysToFind, wordsTyped } from './text-keys.ts'

/** Of more rows the newest are found sooner one after the other. */
const FEW = 2_000
/** New rows that are looked through one by one until their words are read. */
const FRESH = 5_000

/**
 * The few rows that may contain all of these texts, read or not yet read: candidates only, for a
 * list that narrows them to what its caller may see. Null where they are many or the texts are too
 * short.
 */
export async function nearIds(
  ctx: Ctx,
  of: Entity,
  texts: readonly string[],
): Promise<{ few: string[]; fresh: string[] } | null> {
  const { tenantId, customerId } = ctx.principal
  const place = { tenantId, table: of.table }
  const keys = texts.flatMap((text) => keysToFind(place, text) ?? [])
  if (keys.length === 0) return null
  if (customerId !== null && isOwned(of)) keys.push(keyOfOwner(place, customerId))
  const inside = asSystem(ctx, tenantId)
  const found = await sql<{ few: string[] | null; fresh: string[] | null }>`select
      (select array_agg(f.record_id::text) from (select w.record_id
        from ${inside.rows('searchWords').as('w')}
        where w.keys @> ${keys}::int[] and w.kind = ${of.table} limit ${FEW + 1}) as f) as few,
      (select array_agg(f.record_id::text) from (select u.record_id
        from ${inside.rows('searchUnread').as('u')}
        where u.kind = ${of.table} limit ${FRESH + 1}) as f) as fresh`.execute(ctx.db)
  const { few, fresh } = found.rows[0] ?? { few: null, fresh: null }
  if ((few?.length ?? 0) > FEW || (fresh?.length ?? 0) > FRESH) return null
  return { few: few ?? [], fresh: fresh ?? [] }
}

/** A row, and which of its fields hold what was typed. */
export interface FoundRow {
  row: WireRow
  why: string[]
}

/** Of more rows with the same words the newest are found; of those not yet read likewise. */
const NEWEST = 20_000
/** So much is looked for at once. */
const WORDS_MAX = 8

/**
 * Rows on `t` that hold all words of what was typed, in any part of the fields the entity is
 * searched by, as far as the caller sees these: a filter of a list. Words of one or two letters
 * narrow what the others find; alone they find nothing.
 */
export function holdsWords(
  ctx: Ctx,
  of: Entity,
  typed: string,
  newest = NEWEST,
): RawBuilder<SqlBool> {
  const { tenantId, customerId } = ctx.principal
  const place = { tenantId, table: of.table }
  const words = wordsTyped(typed).slice(0, WORDS_MAX)
  const names = searchedBy(ctx, of)
  const keys = words.flatMap((word) => keysToFind(place, word) ?? [])
  if (names.length === 0 || keys.length === 0) return sql<SqlBool>`false`
  if (customerId !== null && isOwned(of)) keys.push(keyOfOwner(place, customerId))
  const inside = asSystem(ctx, tenantId)
  const columns = names.map((name) => sql.ref(`t.${columnOf(name, of.fields[name]!)}`))
  const text = sql`concat_ws(' ', ${sql.join(columns)})`
  const held = (some: readonly string[]) =>
    sql.join(
      [sql`true`, ...some.map((word) => sql`${text} ilike ${`%${likeText(word)}%`}`)],
      sql` and `,
    )
  // Keys are of all fields a row is searched by: what only a masked one contains is not found.
  const short = words.filter(
    (word) => keysToFind(place, word) === null || (ctx.principal.masked && !/^\p{L}+$/u.test(word)),
  )
  // The order is of no index: rows by their keys are few, rows by their number are all.
  return sql<SqlBool>`(${held(short)} and (
    t.id = any(array(select w.record_id from ${inside.rows('searchWords').as('w')}
      where w.keys @> ${keys}::int[] and w.kind = ${of.table}
      order by w.record_id + 0 desc limit ${sql.lit(newest)}))
    or (t.id = any(array(select u.record_id from ${inside.rows('searchUnread').as('u')}
      where u.kind = ${of.table} order by u.record_id desc limit ${sql.lit(FRESH)}))
      and ${held(words)})))`
}

const searchedBy = (ctx: Ctx, of: Entity): string[] => fieldsSeen(ctx, of, of.search ?? [])

/** Of these fields those the caller sees unmasked. */
export function fieldsSeen(ctx: Ctx, of: Entity, names: readonly string[]): string[] {
  const seen = visibleFields(ctx, of.fields)
  return names.filter((name) => seen[name] && !(ctx.principal.masked && PERSONAL.has(name)))
}

/** Read to find a few: parts of the words may stand in several fields. */
const READ_MOST = 40
/** Nothing but the caller's reach narrows a search over everything: fewer of the same words do. */
const NEWEST_OF_ALL = 4_000
/** Where only some fields count, which rows hold the words there is known once they are read. */
const READ_WITHIN = 1_000

/**
 * The newest rows of an entity's list that hold all words of what was typed, Chinese by pinyin and
 * initials as well, and in which fields; `within`: only of these fields.
 */
export async function searchRows(
  ctx: Ctx,
  of: Entity,
  typed: string,
  limit: number,
  within: readonly string[] | null = null,
): Promise<FoundRow[]> {
  const words = wordsTyped(typed)
  const names = searchedBy(ctx, of).filter((name) => within === null || within.includes(name))
  const query = { pageNo: 1, pageSize: within === null ? READ_MOST : READ_WITHIN }
  const { records } = await rowsOfPage(ctx, of, query, () => [
    holdsWords(ctx, of, typed, NEWEST_OF_ALL),
    ...(listHookOf(of.name)?.(ctx, query, 'list') ?? []),
  ])
  const found = records.flatMap((row): FoundRow[] => {
    const texts = names.map((name) => ({ name, text: String(row[name as keyof WireRow] ?? '') }))
    const why = words.map((word) => texts.find(({ text }) => containsWord(text, word))?.name)
    // What is only in a part the caller sees masked was not found.
    return why.every((name) => name !== undefined) ? [{ row, why: [...new Set(why)] }] : []
  })
  return found.slice(0, limit)
}
