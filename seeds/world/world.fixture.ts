import { planOf } from './plan.ts'
import { serialSlot, SERVICES } from '../reference/services.ts'
import type { CustomCheckRule } from '#contracts/commercial/numbers/number-checks.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { carrierRules } from '#server/demo.ts'
import { makeWorld } from './world.ts'
import type { World } from './world.ts'
import type { DemoShipment } from './orders/shipments.ts'
import { shipmentsOf } from './write/write-chunk.ts'
import type { Reserved } from './write/write-chunk.ts'

export const TODAY = '2026-03-04T10:20:00Z'

/** The reserve a fresh database would give: every range from its start. */
export function freshReserve(): Reserved {
  const numbers: Reserved['numbers'] = Object.fromEntries(
    ([1, 2] as const).flatMap((tenant) =>
      SERVICES.map(({ code, segment: { scheme, prefix, suffix, checkRule, serialDigits } }) => {
        const slot = serialSlot(BigInt(tenant), serialDigits) ?? { start: 0n, end: 0n }
        const segment: NumberSegment = {
          scheme,
          prefix,
          suffix,
          checkRule: (checkRule ?? undefined) as CustomCheckRule | undefined,
          ...slot,
          next: slot.start,
        }
        return [`${tenant}/${code}`, { id: '1', segment, first: slot.start }] as const
      }),
    ),
  )
  return { shipments: { 1: 1, 2: 1 }, numbers }
}

export function wholeWorld(
  options: { seed?: number; today?: string; parcels?: number; chunk?: number } = {},
): { world: World; shipments: DemoShipment[] } {
  const world = makeWorld(
    {
      seed: options.seed ?? 20_260,
      today: options.today ?? TODAY,
      parcels: options.parcels ?? 2000,
    },
    carrierRules,
  )
  return {
    world,
    shipments: planOf(world, options.chunk ?? 250).chunks.flatMap((chunk) =>
      shipmentsOf(world, chunk, freshReserve()),
    ),
  }
}

/** Everything of a shipment as comparable text. */
export function asText(shipment: DemoShipment): string {
  return JSON.stringify({
    ...shipment,
    service: shipment.service.code,
    parcels: shipment.parcels.map(({ scenario, ...rest }) => ({
      ...rest,
      state: scenario.state,
      times: scenario.times,
      tracking: scenario.tracking,
      events: scenario.events,
    })),
  })
}
