import { lookFrom } from '#contracts/kit/zone-days.ts'
import type { Measure } from '#contracts/kit/measure.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { companyTerms } from '#server/kit/db/business-day.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { ZoneLook } from '#server/kit/resource/measure.ts'
import { now } from '#server/kit/runtime/clock.ts'

/** Today in a zone, the company's unless another is asked for; refused for an unknown one. */
export async function lookIn(ctx: Ctx, zone?: string): Promise<ZoneLook> {
  const look = lookFrom(zone ?? (await companyTerms(ctx)).timeZone, now())
  return look ?? failFields([{ path: 'zone', code: 'field.invalid' }])
}

/** A measure of orders for one kind of them, or for all. */
export const ofKind = (of: Measure, shipmentResource: string | undefined): Measure =>
  of.entity === 'shipments' ? { ...of, fixed: shipmentResource ? { shipmentResource } : {} } : of
