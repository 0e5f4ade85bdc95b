import type { CarrierEvent, EventMeaning, MappingRow } from '#contracts/tracking/tracking.events.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'

/** A place as the simulator of a carrier knows it. */
interface SimulatedPlace {
  city: string
  country: string
}

/** An event as a carrier's interface answers it. */
interface SimulatedEvent {
  timestamp: string
  status: string
  description: string
  location: { address: { addressLocality: string; countryCode: string } }
}

/**
 * What the product knows of carriers and events. The world is given it by the program that loads
 * it, so that seeds need no server.
 */
export interface CarrierRules {
  /** What the built-in simulator answers for a number at a time (ISO 8601). */
  simulate(
    number: string,
    parcel: { startedAt: string; depot: SimulatedPlace; destination: SimulatedPlace },
    now: string,
  ): readonly SimulatedEvent[]
  mapEvent(
    event: Pick<CarrierEvent, 'courier' | 'rawCode' | 'reasonCode' | 'rawText'>,
    rows: readonly MappingRow[],
  ): EventMeaning
  /** The key by which tracking knows an event again, as hex. */
  eventKey(
    event: Pick<
      CarrierEvent,
      'trackNo' | 'courier' | 'rawTime' | 'rawCode' | 'reasonCode' | 'rawText' | 'place'
    >,
  ): string
  isPublic(status: TrackStatus, sub: TrackSub): boolean
}
