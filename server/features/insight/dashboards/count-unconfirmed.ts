import type { dashboards } from '#contracts/insight/dashboards.ts'
import { UNCONFIRMED } from '#contracts/insight/dashboards.measures.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { countMeasures } from '#server/kit/resource/measure.ts'
import { lookIn, ofKind } from './look-in.ts'

/** Orders that wait for their confirmation, by whole days of the calendar where the caller is. */
export function countUnconfirmed(
  ctx: Ctx,
  { zone, shipmentResource }: In<typeof dashboards.statusUnconfirmCount>,
): Promise<Out<typeof dashboards.statusUnconfirmCount>> {
  return countMeasures(
    ctx,
    {
      '0-2': ofKind(UNCONFIRMED['0-2'], shipmentResource),
      '3-7': ofKind(UNCONFIRMED['3-7'], shipmentResource),
      '8-30': ofKind(UNCONFIRMED['8-30'], shipmentResource),
      '30+': ofKind(UNCONFIRMED['30+'], shipmentResource),
    },
    lookIn(zone),
  )
}
