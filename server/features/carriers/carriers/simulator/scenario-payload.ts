import type { Dialect } from '#contracts/tracking/test-track.ts'
import { simShipment } from './answer.ts'
import { glsParcel } from './gls-answers.ts'
import type { UnifiedEvent } from './scripts.ts'
import { seventeenNumber } from './seventeen-answers.ts'

const DAYS = 30
const DAY = 86_400_000

/**
 * The story of a simulated parcel, up to its end in the shape of a carrier; of a number of ours
 * where one is given, from the time it left.
 */
export function scenarioPayload(
  dialect: Dialect,
  scenario: string,
  now: string,
  ours: { number: string; leftAt: string | null } | null = null,
): string {
  const scripted = `0034043490000000000${scenario}`
  const startedAt = ours?.leftAt ?? new Date(Date.parse(now) - DAYS * DAY).toISOString()
  const place = (city: string) => ({ city, country: 'DE' })
  const shipment = simShipment(
    scripted,
    { startedAt, depot: place('Frankfurt am Main'), destination: place('Bonn') },
    new Date(Date.parse(startedAt) + DAYS * DAY).toISOString(),
    1,
  )
  const events = shipment?.events ?? []
  const number = ours?.number ?? (dialect === 'gls' ? scripted.slice(-12) : scripted)
  if (dialect === 'dhl-parcel-de') return businessXml(number, events)
  if (dialect === 'gls') return pretty({ parcels: [glsParcel(number, events)] })
  if (dialect === '17track')
    return pretty({ event: 'TRACKING_UPDATED', data: seventeenNumber(number, events) })
  return pretty({ shipments: [{ ...shipment, id: number }] })
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

function businessXml(number: string, events: readonly UnifiedEvent[]): string {
  const rows = events
    .toReversed()
    .map(
      ({ timestamp, status, description, location }) =>
        `      <data name="piece-event" event-timestamp="${wallTime(timestamp)}" event-text="${escaped(description)}" ice="" ric="" standard-event-code="${status}" event-location="${escaped(location.address.addressLocality)}" event-country="Germany" ruecksendung="false"/>`,
    )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<data name="piece-shipment-list" code="0">',
    `  <data name="piece-shipment" piece-code="${escaped(number)}" ruecksendung="false">`,
    `    <data name="piece-event-list" ruecksendung="false">`,
    ...rows,
    '    </data>',
    '  </data>',
    '</data>',
  ].join('\n')
}

const wallTime = (timestamp: string): string => {
  const [day = '', clock = ''] = timestamp.split('T')
  return `${day.split('-').toReversed().join('.')} ${clock.slice(0, 5)}`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
