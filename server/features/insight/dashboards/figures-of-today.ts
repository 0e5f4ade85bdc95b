import type { dashboards, TodayFigures } from '#contracts/insight/dashboards.ts'
import { TODAY } from '#contracts/insight/dashboards.measures.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

/** What happened since the company's midnight, and what is held up now. */
export async function figuresOfToday(
  ctx: Ctx,
  { zone, shipmentResource }: In<typeof dashboards.today>,
): Promise<TodayFigures> {
  return await countMeasures(
    ctx,
    {
      ...TODAY,
      added: ofKind(TODAY.added, shipmentResource),
      exceptions: ofKind(TODAY.exceptions, shipmentResource),
    },
    await lookIn(ctx, zone),
  )
}
