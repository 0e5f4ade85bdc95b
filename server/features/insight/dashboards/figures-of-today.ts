import type { dashboards, TodayFigures } from '#contracts/insight/dashboards.ts'
import { TODAY } from '#contracts/insight/dashboards.measures.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

/** What happened since midnight where the caller is, and what is held up now. */
export function figuresOfToday(
  ctx: Ctx,
  { zone, shipmentResource }: In<typeof dashboards.today>,
): Promise<TodayFigures> {
  return countMeasures(
    ctx,
    {
      ...TODAY,
      added: ofKind(TODAY.added, shipmentResource),
      exceptions: ofKind(TODAY.exceptions, shipmentResource),
    },
    lookIn(zone),
  )
}
