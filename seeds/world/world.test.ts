import { dhlMapping } from '../reference/carrier-codes.ts'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { missingPaths } from '#contracts/orders/kinds/missing-paths.ts'
import { deriveShipment, mayMove, PARCEL } from '#contracts/orders/shipments.states.ts'
import { isValidNumber } from '#contracts/commercial/numbers/number-schemes.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { deriveTrackingStatus, mapEvent } from '#server/features/tracking/tracking/index.ts'
import type { StatusEvent } from '#server/features/tracking/tracking/index.ts'
import { postalRules } from '../reference/postal-rules.ts'
import { CUSTOMERS } from './parties/customers.data.ts'
import { DEMO_COMPANIES, INVOICE_SIDES } from './parties/invoice-parties.data.ts'
import { shippersOf } from './parties/parties.ts'
import { outBatches, predictedBatches } from './orders/batches.ts'
import { CARRIER_EVENT_KINDS, carrierEventOf } from './parcels/carrier-events.ts'
import { PINNED } from './parcels/pinned.ts'
import { planOf } from './plan.ts'
import { asText, freshReserve, wholeWorld } from './world.fixture.ts'
import { shipmentsOf } from './write/write-chunk.ts'

const { world, shipments } = wholeWorld()
const parcels = shipments.flatMap((shipment) =>
  shipment.parcels.map((parcel) => ({ ...parcel, shipment })),
)

describe('what invoices name', () => {
  const digits = (text: string) => [...text].map(Number)
  const luhn = (text: string) =>
    digits(text)
      .toReversed()
      .reduce((sum, n, at) => sum + (at % 2 === 0 ? n : n > 4 ? n * 2 - 9 : n * 2), 0) % 10
  const weighed = (text: string, weights: readonly number[]) =>
    weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0)
  /** Check digits by country; true where they are right. */
  const CHECKS: Record<string, (no: string) => boolean> = {
    DE: (no) => {
      const product = digits(no.slice(0, 8)).reduce((so, n) => (2 * ((n + so) % 10 || 10)) % 11, 10)
      return (11 - product) % 10 === Number(no[8])
    },
    FR: (no) =>
      luhn(no.slice(2)) === 0 &&
      (12 + 3 * (Number(no.slice(2)) % 97)) % 97 === Number(no.slice(0, 2)),
    NL: (no) => weighed(no, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(no[8]),
    GB: (no) => (weighed(no, [8, 7, 6, 5, 4, 3, 2]) + Number(no.slice(7))) % 97 === 0,
    PL: (no) => weighed(no, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(no[9]),
    IT: (no) => luhn(no) === 0,
    ES: (no) => luhn(no.slice(1)) === 0,
  }
  it('every customer has an address, and a VAT number with its check digits in Europe', () => {
    for (const { code, country } of CUSTOMERS) {
      const { street, postalCode, city, vatId } = INVOICE_SIDES[code]!
      expect([street, postalCode, city].every(Boolean), code).toBe(true)
      expect(vatId?.slice(0, 2), code).toBe(country === 'CN' ? undefined : country)
      if (vatId) expect(CHECKS[country]!(vatId.slice(2)), vatId).toBe(true)
    }
    for (const { vatId } of Object.values(DEMO_COMPANIES))
      expect(CHECKS.DE!(vatId.slice(2)), vatId).toBe(true)
  })
})

describe('determinism', () => {
  it('the same seed and day give the same rows', () => {
    expect(wholeWorld().shipments.map(asText)).toEqual(shipments.map(asText))
  })
  it('another seed gives others', () => {
    expect(asText(wholeWorld({ seed: 7, parcels: 100 }).shipments[30]!)).not.toBe(
      asText(wholeWorld({ parcels: 100 }).shipments[30]!),
    )
  })
  it('a chunk made alone holds what it holds in order, however the world is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 700 }), fc.nat(1000), (size, at) => {
        const { chunks } = planOf(world, size)
        const chunk = chunks[at % chunks.length]!
        expect(shipmentsOf(world, chunk, freshReserve()).map(asText)).toEqual(
          shipments.slice(chunk.from, chunk.to).map(asText),
        )
      }),
      { numRuns: 8 },
    )
  })
  it('the examples keep their numbers whatever the day and the size', () => {
    const other = wholeWorld({ today: '2027-08-29T23:59:00Z', parcels: 400 }).shipments.slice(
      0,
      PINNED.length,
    )
    const facts = (list: typeof shipments) =>
      list.map(({ serial, status, parcels: of }) => [
        serial,
        status,
        ...of.flatMap(({ trackNo, scenario }) => [trackNo, scenario.state, scenario.tracking.sub]),
      ])
    expect(facts(other)).toEqual(facts(shipments.slice(0, PINNED.length)))
  })
})

describe('lives', () => {
  it('hold every parcel state, and mostly end well', () => {
    const counts = Map.groupBy(parcels, ({ scenario }) => scenario.state)
    expect(Object.values(PARCEL).filter((state) => !counts.has(state))).toEqual([])
    const delivered = counts.get(PARCEL.DELIVERED)?.length ?? 0
    expect(delivered / parcels.length).toBeGreaterThan(0.6)
  })
  it('hold every state among the examples alone', () => {
    const pinned = new Set(
      shipments
        .slice(0, PINNED.length)
        .flatMap(({ parcels: of }) => of.map(({ scenario }) => scenario.state)),
    )
    expect(Object.values(PARCEL).filter((state) => !pinned.has(state))).toEqual([])
  })
  it('have the consignee and the number their kind requires, so that they can be copied', () => {
    const missing = shipments.flatMap(({ serial, resource, consignee, fbaCode }) =>
      missingPaths(
        { consignee, fbaCode },
        kindOf(resource).required.filter((path) => /^(consignee|fbaCode)/.test(path)),
      ).map((path) => `${serial} ${path}`),
    )
    expect(missing).toEqual([])
  })
  it('are B2C orders where docs/demo.md names them', () => {
    expect(new Set(shipments.slice(0, PINNED.length).map(({ resource }) => resource))).toEqual(
      new Set(['B2C']),
    )
  })
  it('take only allowed steps', () => {
    for (const { scenario, serial } of parcels) {
      scenario.path
        .slice(1)
        .forEach((to, i) =>
          expect(mayMove(scenario.path[i]!, to), `${serial}: ${scenario.path.join(' → ')}`).toBe(
            true,
          ),
        )
    }
  })
  it('have their times in order and none in the future', () => {
    for (const {
      scenario: { times, events },
      shipment: { head },
    } of parcels) {
      const order = [
        head.created,
        times.confirmed,
        times.received,
        times.outbound,
        times.delivered,
        world.until,
      ].filter((at) => at !== undefined)
      expect(order.toSorted((a, b) => a - b)).toEqual(order)
      expect(events.every(({ at }) => at <= world.until && at >= head.created)).toBe(true)
    }
  })
  it('take half a day within a country, a day across Europe and three days overseas', () => {
    const hours = parcels.flatMap(({ scenario: { times }, shipment: { route, consignee } }) =>
      times.outbound !== undefined && times.delivered !== undefined
        ? [
            {
              to: consignee.country,
              least:
                consignee.country === route.depot.country
                  ? 12
                  : consignee.country === 'US'
                    ? 72
                    : 24,
              taken: (times.delivered - times.outbound) / 3_600_000,
            },
          ]
        : [],
    )
    expect(hours.length).toBeGreaterThan(1000)
    expect(hours.filter(({ taken, least }) => taken < least)).toEqual([])
  })
  it('start in the city their sender is named after', () => {
    const chinese = CUSTOMERS.flatMap(({ name, country }, at) =>
      country === 'CN' ? shippersOf(20_260, at).map(({ city }) => [name, city] as const) : [],
    )
    expect(chinese.length).toBeGreaterThan(15)
    expect(chinese.filter(([name, city]) => !name.startsWith(city.slice(0, 2)))).toEqual([])
  })
  it('derive the shipment from its parcels', () => {
    for (const { status, flags, parcels: of } of shipments) {
      expect({ status, flags }).toEqual(deriveShipment(of.map(({ scenario }) => scenario.state)))
    }
    expect(shipments.some(({ flags }) => flags !== 0)).toBe(true)
  })
})

describe('tracking', () => {
  it('stands where folding its events puts it', () => {
    for (const { scenario, serial } of parcels) {
      const events = scenario.events.map((event, i): StatusEvent => ({
        key: `${i}`,
        courier: event.courier,
        source: event.source,
        utc: new Date(event.at).toISOString(),
        local: event.local,
        receivedAt: new Date(event.at).toISOString(),
        effect: 'move',
        status: event.status,
        sub: event.sub,
        place: event.place,
        country: event.country,
      }))
      const derived = deriveTrackingStatus(events)
      const { status, sub, at } = scenario.tracking
      if (status === 0) expect(events).toEqual([])
      else
        expect({ status: derived.status, sub: derived.sub, at: derived.at }, serial).toEqual({
          status,
          sub,
          at: new Date(at!).toISOString(),
        })
    }
  })
  it('maps DHL’s codes as the courier’s own mapping does', () => {
    const rows = dhlMapping('DHL')
    for (const eventKind of CARRIER_EVENT_KINDS) {
      const { code, text, status, sub } = carrierEventOf(eventKind, 'DHL')
      expect(
        mapEvent({ courier: 'DHL', rawCode: code, reasonCode: null, rawText: text }, rows),
        eventKind,
      ).toMatchObject({ status, sub, unmapped: false })
    }
  })
  it('goes on in the simulator for young parcels of DHL, and is due there after now', () => {
    const alive = parcels.filter(({ simulatedFrom }) => simulatedFrom !== null)
    expect(alive.length).toBeGreaterThan(50)
    for (const { nextPoll, scenario, shipment } of alive) {
      expect(shipment.route.courier).toBe('DHL')
      if (nextPoll !== null) expect(nextPoll).toBeGreaterThan(world.until)
      else expect([TRACK.DELIVERED, TRACK.RETURNED]).toContain(scenario.tracking.status)
    }
  })
})

describe('numbers and addresses', () => {
  it('are sound numbers of their scheme, each once', () => {
    const numbered = parcels.filter(({ trackNo }) => trackNo !== null)
    expect(new Set(numbered.map(({ trackNo }) => trackNo)).size).toBe(numbered.length)
    for (const {
      trackNo,
      shipment: {
        service: { segment },
      },
    } of numbered) {
      if (segment.scheme !== 'CUSTOM')
        expect(isValidNumber(segment.scheme, trackNo!), trackNo!).toBe(true)
    }
    expect(new Set(shipments.map(({ head, serial }) => `${head.tenant} ${serial}`)).size).toBe(
      shipments.length,
    )
  })
  it('stand on confirmed parcels and on no other, as if the product had confirmed them', () => {
    const confirmed = parcels.filter(({ scenario }) => scenario.state === PARCEL.CONFIRMED)
    expect(confirmed.length).toBeGreaterThan(0)
    for (const { trackNo, scenario } of parcels)
      expect(trackNo !== null).toBe(
        scenario.path.includes(PARCEL.CONFIRMED) && scenario.state !== PARCEL.CANCELLED,
      )
  })
  it('pass the postal rules and are phones of their country', () => {
    const rules = new Map(
      postalRules().map(({ country, pattern }) => [country, new RegExp(pattern)]),
    )
    for (const { consignee } of shipments) {
      expect(consignee.postalCode, consignee.country).toMatch(rules.get(consignee.country) ?? /^/)
      expect(parsePhoneNumberFromString(consignee.phone)?.isValid(), consignee.phone).toBe(true)
      expect(consignee.email).toMatch(/@example\.com$/)
    }
  })
})

describe('batches', () => {
  const out = outBatches(shipments)
  it('hold a parcel open in one batch at most, and only bagged ones', () => {
    const open = out
      .filter(({ closed }) => closed === null)
      .flatMap(({ rows }) => rows.map(({ parcel }) => parcel))
    expect(new Set(open).size).toBe(open.length)
    expect(open.length).toBeGreaterThan(0)
    expect(open.every(({ scenario }) => scenario.state === PARCEL.BAGGED)).toBe(true)
    expect(parcels.filter(({ scenario }) => scenario.state === PARCEL.BAGGED).length).toBe(
      open.length,
    )
  })
  it('left when their parcels left', () => {
    for (const { closed, rows } of out)
      if (closed !== null)
        expect(rows.every(({ parcel: { scenario } }) => scenario.times.outbound === closed)).toBe(
          true,
        )
  })
  it('announced ones are waiting, under way and finished, with missing and extra parcels', () => {
    const batches = predictedBatches(world, shipments)
    expect(new Set(batches.map(({ status }) => status))).toEqual(new Set(['1', '2', '3']))
    expect(batches.some(({ rows }) => rows.some(({ status }) => status === '4'))).toBe(true)
    expect(
      batches.some(({ status, rows }) => status === '3' && rows.some((row) => row.status === '1')),
    ).toBe(true)
  })
})
