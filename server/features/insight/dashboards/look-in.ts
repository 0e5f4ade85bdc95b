import type { Measure } from '#contracts/kit/measure.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { ZoneLook } from '#server/kit/resource/measure.ts'
import { lookFrom } from '#server/kit/resource/zone-days.ts'

/** Today where the caller is; UTC without a zone, refused for an unknown one. */
export const lookIn = (zone: string | undefined): ZoneLook =>
  lookFrom(zone ?? 'UTC') ?? failFields([{ path: 'zone', code: 'field.invalid' }])

/** A measure of orders for one kind of them, or for all. */
export const ofKind = (of: Measure, shipmentResource: string | undefined): Measure =>
  of.entity === 'shipments' ? { ...of, fixed: shipmentResource ? { shipmentResource } : {} } : of
