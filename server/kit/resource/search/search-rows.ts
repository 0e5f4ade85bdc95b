import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnOf, type Entity } from '#contracts/kit/entity.ts'
import { asSystem, type Ctx } from '../../access/ctx.ts'
import { likeText } from '../../access/data-rules.ts'
import { listHookOf } from '../registry.ts'
import { listRows, visibleFields, type WireRow } from '../resource-rows.ts'
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

/**
 * Rows on `t` that hold all words of what was typed, in any part of the fields the entity is
 * searched by, as far as the caller sees these; null where it is too little to search by. Of what
 * is read already two-letter words are left to who reads the rows.
 */
export async function holdsWords(
  ctx: Ctx,
  of: Entity,
  typed: string,
): Promise<RawBuilder<SqlBool> | null> {
  const words = wordsTyped(typed)
  const names = searchedBy(ctx, of)
  if (names.length === 0) return null
  const near = await nearIds(ctx, of, words)
  if (near === null && !words.some((word) => [...word].length > 2)) return null
  const columns = names.map((name) => sql.ref(`t.${columnOf(name, of.fields[name]!)}`))
  const holds = sql.join(
    words.map((word) => sql`concat_ws(' ', ${sql.join(columns)}) ilike ${`%${likeText(word)}%`}`),
    sql` and `,
  )
  return near === null
    ? sql<SqlBool>`${holds}`
    : sql<SqlBool>`(t.id = any(${near.few}::bigint[])
        or (t.id = any(${near.fresh}::bigint[]) and ${holds}))`
}

const searchedBy = (ctx: Ctx, of: Entity): string[] => {
  const seen = visibleFields(ctx, of.fields)
  return (of.search ?? []).filter((name) => seen[name])
}

/** Read to find a few that hold two-letter words as well. */
const READ_MOST = 100

/**
 * The newest rows of an entity's list that hold all words of what was typed, Chinese by pinyin and
 * initials as well, and in which fields.
 */
export async function searchRows(
  ctx: Ctx,
  of: Entity,
  typed: string,
  limit: number,
): Promise<FoundRow[]> {
  const holds = await holdsWords(ctx, of, typed)
  if (holds === null) return []
  const [words, names] = [wordsTyped(typed), searchedBy(ctx, of)]
  const pageSize = words.every((word) => [...word].length > 2) ? limit : READ_MOST
  const query = { pageNo: 1, pageSize }
  const page = await listRows(ctx, of, query, () => [
    holds,
    ...(listHookOf(of.name)?.(ctx, query, 'list') ?? []),
  ])
  const found = page.records.flatMap((row): FoundRow[] => {
    const texts = names.map((name) => ({ name, text: String(row[name as keyof WireRow] ?? '') }))
    const why = words.map((word) => texts.find(({ text }) => containsWord(text, word))?.name)
    // What is only in a part the caller sees masked was not found.
    return why.every((name) => name !== undefined) ? [{ row, why: [...new Set(why)] }] : []
  })
  return found.slice(0, limit)
}
