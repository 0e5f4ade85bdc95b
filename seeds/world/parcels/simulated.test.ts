import { openUntilHere } from '#server/features/carriers/carriers/circuit.fixture.ts'
import { dhlMapping } from '../../reference/carrier-codes.ts'
import { describe, expect, it } from 'vitest'
import { dhlTracking, liveDeps, simulatorFetch } from '#server/features/carriers/carriers/index.ts'
import { eventKey, normaliseEvent } from '#server/features/tracking/tracking/index.ts'
import { townOf } from '../orders/shipments.ts'
import { wholeWorld } from '../world.fixture.ts'

describe('parcels that live on in the simulator', () => {
  const { world, shipments } = wholeWorld()
  const alive = shipments.flatMap(({ parcels, route, consignee }) =>
    parcels.flatMap((parcel) =>
      parcel.simulatedFrom === null ? [] : [{ ...parcel, route, consignee }],
    ),
  )
  const byNumber = new Map(alive.map((parcel) => [parcel.trackNo, parcel]))
  const rows = dhlMapping('DHL')

  /** What the product's own adapter hears of the numbers at a moment, as it would be stored. */
  async function eventsUntil(now: number) {
    const simulator = simulatorFetch({
      now: () => new Date(now).toISOString(),
      speed: 1,
      apiKey: null,
      isKnown: (number) => {
        const parcel = byNumber.get(number)
        if (!parcel || parcel.simulatedFrom === null) return null
        return {
          startedAt: new Date(parcel.simulatedFrom).toISOString(),
          depot: { city: parcel.route.depot.place, country: parcel.route.depot.country },
          destination: { city: townOf(parcel.consignee.city), country: parcel.consignee.country },
        }
      },
    })
    const adapter = dhlTracking(
      {
        courier: 'DHL',
        baseUrl: 'http://simulator',
        apiKey: 'any',
        service: null,
        language: 'en',
        sandbox: true,
        hook: null,
        timeZones: {},
        callsPerDay: null,
        limits: { minIntervalMs: 0 },
      },
      liveDeps(() => {}, simulator, { turn: async () => 0, openUntil: openUntilHere() }),
    )
    const results =
      (await adapter.track?.([...byNumber.keys()].filter((number) => number !== null))) ?? []
    return new Map(
      results.flatMap((result) =>
        result.outcome === 'found'
          ? [[result.number, result.events.map((event) => normaliseEvent(event, rows))] as const]
          : [],
      ),
    )
  }

  it('receive nothing twice: what polling returns by now is what the world holds', async () => {
    const now = await eventsUntil(world.until)
    expect(alive.length).toBeGreaterThan(50)
    for (const { trackNo, scenario } of alive) {
      const stored = scenario.events
        .filter(({ courier }) => courier === 'DHL')
        .map((e) =>
          eventKey({
            trackNo: trackNo!,
            courier: e.courier,
            rawTime: e.rawTime,
            rawCode: e.code,
            reasonCode: null,
            rawText: e.text,
            place: e.place,
          }),
        )
      expect(
        now
          .get(trackNo!)
          ?.map(({ key }) => key)
          .toSorted() ?? [],
      ).toEqual(stored.toSorted())
    }
  })
  it('and hear more later', async () => {
    const count = (events: Awaited<ReturnType<typeof eventsUntil>>) =>
      [...events.values()].reduce((sum, { length }) => sum + length, 0)
    expect(count(await eventsUntil(world.until + 48 * 3_600_000))).toBeGreaterThan(
      count(await eventsUntil(world.until)) + 50,
    )
  })
})
