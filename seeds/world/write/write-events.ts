import { hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { hexBytes, Rows, stamp } from './copy.ts'
import type { References } from './references.ts'
import type { DemoParcel, DemoShipment } from '../orders/shipments.ts'
import type { World } from '../world.ts'

/**
 * The timelines of a chunk. A key is what tracking itself would give, so that news sent again is
 * known. A world for measuring receives nothing again: there a key is any text of that length.
 */
export async function writeEvents(
  client: ClientBase,
  world: World,
  shipments: readonly DemoShipment[],
  idOf: (parcel: DemoParcel) => bigint,
  refs: References,
): Promise<void> {
  const rows = new Rows(
    'tracking_event',
    'tenant_id, parcel_id, event_key, status, sub, at, local_time, offset_min, place, country, courier, source, raw_code, raw_text, visible, received_at',
  )
  for (const { head, parcels } of shipments) {
    const tenantId = refs.tenant[head.tenant]
    for (const parcel of parcels) {
      const id = idOf(parcel)
      const trackNo = parcel.trackNo ?? parcel.serial
      for (const [i, e] of parcel.scenario.events.entries()) {
        const key = !world.detailed
          ? hash('sha256', `${trackNo}/${i}`)
          : world.rules.eventKey({
              trackNo,
              courier: e.courier,
              rawTime: e.rawTime,
              rawCode: e.code,
              reasonCode: null,
              rawText: e.text,
              place: e.place,
            })
        rows.add(
          tenantId,
          id,
          hexBytes(key),
          e.status,
          e.sub,
          stamp(e.at),
          e.rawTime,
          e.offset,
          e.place,
          e.country,
          e.courier,
          e.source,
          e.code,
          e.text === '' ? null : e.text,
          world.rules.isPublic(e.status, e.sub),
          stamp(e.at + 60_000),
        )
      }
    }
  }
  await rows.flush(client)
}
