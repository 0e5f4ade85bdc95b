import type { Dialect } from '#contracts/tracking/test-track.ts'
import { simShipment } from './answer.ts'
import type { UnifiedEvent } from './scripts.ts'

const DAYS = 30
const DAY = 86_400_000

/** Codes of the other carriers for DHL's standard events. */
const GLS: Readonly<Record<string, readonly [code: string, status: string]>> = {
  VA: ['INTIAL.PREADVICE', 'PREADVICE'],
  ES: ['INTIAL.NORMAL', 'INTRANSIT'],
  AE: ['INTIAL.NORMAL', 'INTRANSIT'],
  AA: ['OUTBOD.NORMAL', 'INTRANSIT'],
  EE: ['INBOUD.NORMAL', 'INTRANSIT'],
  NB: ['INBOUD.NORMAL', 'INTRANSIT'],
  PO: ['OUTDEL.NORMAL', 'INDELIVERY'],
  ZU: ['DELIVD.NORMAL', 'DELIVERED'],
  ZF: ['DELIVD.PARCELSHOP', 'DELIVEREDPS'],
  ZN: ['NOTDEL.NORMAL', 'NOTDELIVERED'],
}
const SEVENTEEN: Readonly<Record<string, string>> = {
  VA: 'InfoReceived',
  ES: 'InTransit_PickedUp',
  AE: 'InTransit_PickedUp',
  AA: 'InTransit_Departure',
  EE: 'InTransit_Arrival',
  NB: 'InTransit_Other',
  ZO: 'InTransit_CustomsProcessing',
  PO: 'OutForDelivery_Other',
  ZU: 'Delivered_Other',
  ZF: 'AvailableForPickup_Other',
  ZN: 'DeliveryFailure_Other',
  BV: 'Exception_Other',
}

/** The story of a simulated parcel, up to its end in the shape of a carrier. */
export function scenarioPayload(dialect: Dialect, scenario: string, now: string): string {
  const number = `0034043490000000000${scenario}`
  const startedAt = new Date(Date.parse(now) - DAYS * DAY).toISOString()
  const place = (city: string) => ({ city, country: 'DE' })
  const shipment = simShipment(
    number,
    { startedAt, depot: place('Frankfurt am Main'), destination: place('Bonn') },
    now,
    1,
  )
  const events = shipment?.events ?? []
  if (dialect === 'dhl-parcel-de') return businessXml(number, events)
  if (dialect === 'gls') return pretty(glsAnswer(number.slice(-12), events))
  if (dialect === '17track') return pretty(seventeenPush(number, events))
  return pretty({ shipments: [shipment] })
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

function glsAnswer(number: string, events: readonly UnifiedEvent[]) {
  const [newest] = events
  return {
    parcels: [
      {
        requested: number,
        unitno: number.slice(0, -1),
        status: GLS[newest?.status ?? '']?.[1] ?? 'INTRANSIT',
        statusDateTime: newest && glsTime(newest.timestamp),
        events: events.map(({ timestamp, status, description, location }) => ({
          code: GLS[status]?.[0] ?? status,
          city: location.address.addressLocality,
          postalCode: '',
          country: location.address.countryCode,
          description: description.replace('been returned to', 'been delivered to'),
          eventDateTime: glsTime(timestamp),
        })),
      },
    ],
  }
}

const glsTime = (timestamp: string): string => timestamp.replace('Z', '+0000')

function seventeenPush(number: string, events: readonly UnifiedEvent[]) {
  const reported = events.map(({ timestamp, status, description, location }) => {
    const code = /returned to the sender/.test(description)
      ? 'Exception_Returned'
      : (SEVENTEEN[status] ?? 'InTransit_Other')
    return {
      time_iso: timestamp.replace('Z', '+00:00'),
      time_utc: timestamp,
      description,
      location: location.address.addressLocality,
      stage: code.split('_')[0],
      sub_status: code,
    }
  })
  const [newest] = reported
  return {
    event: 'TRACKING_UPDATED',
    data: {
      number,
      carrier: 7041,
      track_info: {
        latest_status: { status: newest?.stage, sub_status: newest?.sub_status },
        latest_event: newest,
        tracking: {
          providers: [
            { provider: { key: 7041, name: 'DHL Paket', country: 'DE' }, events: reported },
          ],
        },
      },
    },
  }
}

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
    `  <data name="piece-shipment" piece-code="${number}" ruecksendung="false">`,
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
