import { dhlMapping } from '../../reference/carrier-codes.ts'
import type { CarrierRules } from './carrier-rules.ts'
import type { ParcelScenario, Where } from './parcel-scenario.ts'

/** The simulator's longest journey in days, linehaul overseas included. */
export const SIMULATED_DAYS = 18

/** A day of their scenario is a day: they are where they should be by the clock, today and tomorrow. */
export const SIMULATED_SPEED = 1

const rows = dhlMapping('DHL')

/** What the built-in simulator has sent for a number so far, read as polling it would read it. */
export function followSimulator(
  rules: CarrierRules,
  scenario: ParcelScenario,
  number: string,
  from: number,
  depot: Where,
  destination: Where,
  until: number,
): void {
  const place = ({ place: city, country }: Where) => ({ city, country })
  const reportedEvents = rules.simulate(
    number,
    {
      startedAt: new Date(from).toISOString(),
      depot: place(depot),
      destination: place(destination),
    },
    new Date(until).toISOString(),
  )
  for (const {
    timestamp,
    status: code,
    description: text,
    location: { address },
  } of reportedEvents) {
    const meaning = rules.mapEvent(
      { courier: 'DHL', rawCode: code, reasonCode: null, rawText: text },
      rows,
    )
    if (meaning.status === null || meaning.sub === null) continue
    const at = Date.parse(timestamp)
    scenario.carrier(
      { at, status: meaning.status, sub: meaning.sub, code, text },
      'DHL',
      { place: address.addressLocality, country: address.countryCode },
      'Z',
    )
  }
}
