import { sql, type SqlBool } from 'kysely'
import type { Entity } from '#contracts/kit/entity.ts'
import type { Ctx } from '../../access/ctx.ts'
import { arrayText } from '../../db/array-text.ts'
import { inTx } from '../../db/tx.ts'
import { inEachTenant } from '../../jobs/each-tenant.ts'
import { schedule } from '../../jobs/jobs.ts'
import { registered } from '../registry.ts'
import { listRows, type WireRow } from '../resource-rows.ts'
import { keyOfOwner, keysOf } from './text-keys.ts'

/** Rows of one transaction. */
const AT_ONCE = 500
/** A run ends before the next begins. */
const MOST_MS = 40_000

schedule('search.words', '* * * * *', readWords)

/** Those whose rows are found by their words. */
export const searched = (): readonly Entity[] => registered().filter(({ search }) => search)

/** Whether rows belong to accounts; else they are all of the tenant's. */
export const isOwned = (of: Entity): boolean => of.scope === 'owner'
const ownerOf = (of: Entity, row: WireRow): string =>
  of.owner === 'id' ? row.id : String(row['customerId' as keyof WireRow])

const whole = new WeakMap<Entity, Entity>()
/** With all fields: the system holds no rights, and words are read for those who do. */
function wholeOf(of: Entity): Entity {
  let made = whole.get(of)
  if (!made) {
    const fields = Object.entries(of.fields).map(([name, { perm: _, ...spec }]) => [name, spec])
    whole.set(of, (made = { ...of, fields: Object.fromEntries(fields) as Entity['fields'] }))
  }
  return made
}

/** Reads the words of rows that are new or have other ones, so that they are found by parts. */
export async function readWords(ctx: Ctx): Promise<void> {
  const until = performance.now() + MOST_MS
  await inEachTenant(ctx, 'words of a tenant were not read', async (inside) => {
    const { rows } = await sql<{ kind: string }>`select distinct u.kind
      from ${inside.rows('searchUnread').as('u')}`.execute(inside.db)
    const waiting = new Set(rows.map(({ kind }) => kind))
    for (const of of searched().filter(({ table }) => waiting.has(table)))
      while (performance.now() < until) if ((await readSome(inside, of)) < AT_ONCE) break
  })
}

/**
 * Waits for no verb: of what is being changed the old texts are read, and its change is noted again
 * when it is committed.
 */
function readSome(ctx: Ctx, of: Entity): Promise<number> {
  const place = { tenantId: ctx.principal.tenantId, table: of.table }
  return inTx(ctx, async (tx) => {
    const taken = await sql<{ recordId: string }>`delete from search_unread as u
      where ${tx.rows('searchUnread').where('u')} and u.kind = ${of.table} and u.record_id in (
        select w.record_id from ${tx.rows('searchUnread').as('w')}
        where w.kind = ${of.table} order by w.record_id limit ${AT_ONCE} for update of w skip locked)
      returning u.record_id`.execute(tx.db)
    const ids = taken.rows.map(({ recordId }) => recordId)
    if (ids.length === 0) return 0
    const { records } = await listRows(
      tx,
      wholeOf(of),
      { pageNo: 1, pageSize: ids.length + 1 },
      () => [sql<SqlBool>`t.id = any(${ids}::bigint[])`],
    )
    const keys = records.map((row) => [
      ...new Set([
        ...(isOwned(of) ? [keyOfOwner(place, ownerOf(of, row))] : []),
        ...(of.search ?? []).flatMap((name) =>
          keysOf(place, String(row[name as keyof WireRow] ?? '')),
        ),
      ]),
    ])
    await sql`insert into search_words as w (tenant_id, kind, record_id, keys)
      select ${place.tenantId}::bigint, ${of.table}, x.id, x.keys::int[]
      from unnest(${arrayText(records.map(({ id }) => id))}::bigint[],
        ${arrayText(keys.map((own) => `{${own.join(',')}}`))}::text[]) as x(id, keys)
      on conflict (tenant_id, kind, record_id) do update set keys = excluded.keys`.execute(tx.db)
    return ids.length
  })
}
