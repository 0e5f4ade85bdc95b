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
 * The newest rows of an entity that hold all words of what was typed: in any part of the fields it
 * is searched by, Chinese by pinyin and initials as well, of those its list shows the caller and in
 * fields the caller sees. Words of fewer than three letters narrow what others find.
 */
export async function searchRows(
  ctx: Ctx,
  of: Entity,
  typed: string,
  limit: number,
): Promise<FoundRow[]> {
  const words = wordsTyped(typed)
  const seen = visibleFields(ctx, of.fields)
  const names = (of.search ?? []).filter((name) => seen[name])
  if (names.length === 0) return []
  const near = await nearIds(ctx, of, words)
  const columns = names.map((name) => sql.ref(`t.${columnOf(name, of.fields[name]!)}`))
  const holds = sql<SqlBool>`${sql.join(
    words.map((word) => sql`concat_ws(' ', ${sql.join(columns)}) ilike ${`%${likeText(word)}%`}`),
    sql` and `,
  )}`
  if (near === null && !words.some((word) => [...word].length > 2)) return []
  const conditions: RawBuilder<SqlBool>[] = [
    near === null
      ? holds
      : sql`(t.id = any(${near.few}::bigint[]) or (t.id = any(${near.fresh}::bigint[]) and ${holds}))`,
    ...(listHookOf(of.name)?.(ctx, { pageNo: 1, pageSize: limit }, 'list') ?? []),
  ]
  const page = await listRows(ctx, of, { pageNo: 1, pageSize: limit }, () => conditions)
  return page.records.flatMap((row) => {
    const texts = names.map((name) => ({ name, text: String(row[name as keyof WireRow] ?? '') }))
    const held = words.map((word) => texts.find(({ text }) => containsWord(text, word))?.name)
    // What is only in a part the caller sees masked was not found.
    return held.every((name) => name !== undefined) ? [{ row, why: [...new Set(held)] }] : []
  })
}
