import type { dashboards } from '#contracts/insight/dashboards.ts'
import { DRAFTS_BY_AGE } from '#contracts/insight/dashboards.measures.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
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

/** Unconfirmed return tracks by age: there are no returns yet, so there are none of them. */
export function countUnconfirmed(): Promise<Out<typeof dashboards.statusUnconfirmCount>> {
  return Promise.resolve({ '0-2': 0, '3-7': 0, '8-30': 0, '30+': 0 })
}
