import { sql } from 'kysely'
import type { dashboards } from '#contracts/insight/dashboards.ts'
import { DRAFTS_BY_AGE } from '#contracts/insight/dashboards.measures.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { bandOf, RETURN } from '#contracts/returns/return-tracks.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

/** Drafts that wait for their confirmation, by whole days of the company's calendar. */
export async function countDrafts(
  ctx: Ctx,
  { zone, shipmentResource }: In<typeof dashboards.draftCount>,
): Promise<Out<typeof dashboards.draftCount>> {
  return await countMeasures(
    ctx,
    {
      '0-2': ofKind(DRAFTS_BY_AGE['0-2'], shipmentResource),
      '3-7': ofKind(DRAFTS_BY_AGE['3-7'], shipmentResource),
      '8-30': ofKind(DRAFTS_BY_AGE['8-30'], shipmentResource),
      '30+': ofKind(DRAFTS_BY_AGE['30+'], shipmentResource),
    },
    await lookIn(ctx, zone),
  )
}

/** Unconfirmed return tracks by days since they came, of the caller's reach. */
export async function countUnconfirmed(
  ctx: Ctx,
): Promise<Out<typeof dashboards.statusUnconfirmCount>> {
  const counts = { '0-2': 0, '3-7': 0, '8-30': 0, '30+': 0 }
  if (!ctx.can('ret:unconf:list')) return counts
  const { rows } = await sql<{ days: number; count: number }>`select
      floor(extract(epoch from now() - t.arrived_at) / 86400)::int as days, count(*)::int as count
    from ${ctx.rows('returnTrack').as('t')}
    where t.state = ${RETURN.UNCONFIRMED} and t.arrived_at is not null group by 1`.execute(ctx.db)
  for (const { days, count } of rows) counts[bandOf(days)] += count
  return counts
}
