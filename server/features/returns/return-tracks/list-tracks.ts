import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { commonReturnList } from '#contracts/returns/common-returns.ts'
import { POOLED, RETURN } from '#contracts/returns/return-tracks.states.ts'
import { POOLS, returnTrackList } from '#contracts/returns/return-tracks.ts'
import type { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { failDenied, failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'

/** What a pool holds; each is open to its own permission. */
function poolCondition(ctx: Ctx, pool: string, verb: 'list' | 'export'): RawBuilder<SqlBool> {
  switch (pool) {
    case 'my':
      if (!ctx.holds(`ret:my:${verb}`)) failDenied()
      return sql<SqlBool>`t.customer_id is not null`
    case 'unconfirmed':
      if (!ctx.holds(`ret:unconf:${verb}`) || ctx.principal.customerId !== null) failDenied()
      return sql<SqlBool>`t.state = ${RETURN.UNCONFIRMED}`
    case 'common':
      if (!ctx.holds(`ret:unconf:${verb}`) || ctx.principal.customerId !== null) failDenied()
      return sql<SqlBool>`t.state in (${RETURN.COMMON}, ${RETURN.CLAIMED})`
    default:
      return failFields([{ path: 'pool', code: 'field.invalid' }])
  }
}

export const trackHooks: Hooks<typeof returnTrackList> = {
  listQuery: (ctx, query, verb) => {
    const { pool, find } = query as ListQuery & { pool?: string; find?: string }
    // Without the right to sort out owners, what has none is not there.
    const reach = pool
      ? poolCondition(ctx, pool, verb)
      : ctx.can('ret:unconf:list')
        ? sql<SqlBool>`true`
        : sql<SqlBool>`not t.state = any(${POOLED}::int[])`
    return [reach, ...(find ? [findCondition(find)] : [])]
  },
}

/** Any number a track is known by, words of its goods, and return numbers that were announced. */
function findCondition(find: string): RawBuilder<SqlBool> {
  const spellings = spellingsOf(find)
  return sql<SqlBool>`(t.no = any(${spellings}::text[]) or t.track_no = any(${spellings}::text[])
    or t.goods ilike ${`%${likeText(find)}%`}
    or t.predicted_id in (select p.id from predicted_return p where p.tenant_id = t.tenant_id
      and (upper(p.rma) = any(${spellings}::text[]) or upper(p.order_no) = any(${spellings}::text[]))))`
}

/**
 * One of the pools. A customer's common pool is the list of what everyone may know: the same keys,
 * with nothing in those that are masked.
 */
export async function listTracks(
  ctx: Ctx,
  query: In<typeof returnTracks.list>,
): Promise<Out<typeof returnTracks.list>> {
  const { pool, ...rest } = query as ListQuery & { pool?: string }
  if (pool !== undefined && !(POOLS as readonly string[]).includes(pool))
    failFields([{ path: 'pool', code: 'field.invalid' }])
  if (pool !== 'common' || ctx.can('ret:unconf:list'))
    return listRows(ctx, returnTrackList, query, trackHooks.listQuery as never)
  if (!ctx.can('ret:common:list')) failDenied()
  const page = await listRows(ctx, commonReturnList, rest, undefined)
  const empty = Object.fromEntries(
    Object.entries(returnTrackList.fields).flatMap(([name, spec]) => [
      [name, null],
      ...(spec.dict || spec.ref ? [[`${name}_dictText`, '']] : []),
    ]),
  )
  return {
    ...page,
    records: page.records.map(({ noEnd, sender, size: _, pooledUntil: __, ...row }) => ({
      ...empty,
      ...row,
      no: noEnd ?? '',
      trackNo: noEnd,
      senderText: sender,
      createBy: null,
      updateBy: null,
    })),
  } as Out<typeof returnTracks.list>
}

/** Tracks with an owner by state, for the tabs; 0 where there are none. */
export async function countTracks(ctx: Ctx): Promise<Out<typeof returnTracks.counts>> {
  const { rows } = await sql<{
    state: number
    count: number
  }>`select t.state, count(*)::int as count
    from ${ctx.rows('returnTrack').as('t')} where t.customer_id is not null
    group by t.state`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ state, count }) => [String(state), count]))
}
