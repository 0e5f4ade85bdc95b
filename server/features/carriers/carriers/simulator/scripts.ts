/** One event in the shape of DHL's unified tracking. */
export interface UnifiedEvent {
  timestamp: string
  location: { address: { countryCode: string; addressLocality: string } }
  statusCode: 'pre-transit' | 'transit' | 'delivered' | 'failure' | 'unknown'
  status: string
  description: string
}

export interface SimPlace {
  city: string
  /** ISO 3166 alpha-2. */
  country: string
}

export interface SimParcel {
  /** UTC, ISO 8601: when the label was announced to the carrier. */
  startedAt: string
  depot: SimPlace
  destination: SimPlace
  /** How fast this number's events appear; without it the world's pace. */
  speed?: number
}

type Where = 'depot' | 'hub' | 'destination'

interface Step {
  /** Hours after the start. */
  hour: number
  code: string
  statusCode: UnifiedEvent['statusCode']
  where: Where
  text: string
}

const step = (
  hour: number,
  code: string,
  statusCode: Step['statusCode'],
  where: Where,
  text: string,
): Step => ({ hour, code, statusCode, where, text })

const announced = step(
  0,
  'VA',
  'pre-transit',
  'depot',
  'The shipment data have been sent to DHL electronically.',
)
const handedIn = step(6, 'ES', 'transit', 'depot', 'The shipment has been handed in and accepted.')
const left = step(13, 'AA', 'transit', 'hub', 'The shipment has left the parcel centre of origin.')
const arrived = (hour = 25) =>
  step(hour, 'EE', 'transit', 'destination', 'The shipment has arrived at the delivery base.')
const loaded = (hour = 31) =>
  step(
    hour,
    'PO',
    'transit',
    'destination',
    'The shipment has been loaded onto the delivery vehicle.',
  )
const delivered = (hour = 36, text = 'The shipment has been delivered to the recipient.') =>
  step(hour, 'ZU', 'delivered', 'destination', text)

const start = [announced, handedIn, left]

/** The ten scenarios (domain 6.1), chosen by the last digit of the number. */
const SCRIPTS: readonly (readonly Step[])[] = [
  [...start, arrived(), loaded(), delivered()],
  [...start, arrived(), loaded(), delivered(37, 'The shipment has been delivered to a neighbour.')],
  [
    ...start,
    arrived(),
    loaded(),
    step(35, 'ZN', 'failure', 'destination', 'The recipient refused to accept the shipment.'),
    step(
      44,
      'AA',
      'transit',
      'destination',
      'The shipment was refused and is on its way back to the sender.',
    ),
    delivered(80, 'The shipment has been returned to the sender.'),
  ],
  [
    ...start,
    arrived(),
    loaded(),
    step(35, 'ZN', 'failure', 'destination', 'The recipient was not at home.'),
    step(
      38,
      'ZF',
      'transit',
      'destination',
      'The shipment is ready for collection at the retail outlet.',
    ),
    step(
      62,
      'LA',
      'transit',
      'destination',
      'The shipment is waiting for collection at the retail outlet.',
    ),
    delivered(84, 'The shipment has been collected from the retail outlet by the recipient.'),
  ],
  [
    ...start,
    step(
      48,
      'EE',
      'transit',
      'destination',
      'The shipment has arrived in the destination country.',
    ),
    step(52, 'ZO', 'transit', 'destination', 'The shipment is being processed by customs.'),
    step(76, 'ZO', 'transit', 'destination', 'The shipment has been released by customs.'),
    arrived(90),
    loaded(102),
    delivered(107),
  ],
  [
    ...start,
    arrived(),
    step(
      29,
      'BV',
      'failure',
      'destination',
      'The shipment was found damaged and is being examined.',
    ),
  ],
  [
    ...start,
    step(24, 'BV', 'failure', 'hub', 'The shipment is delayed.'),
    step(96, 'NB', 'transit', 'hub', 'The transport of the shipment continues.'),
    arrived(104),
    loaded(113),
    delivered(118),
  ],
  [...start, step(25, 'EE', 'transit', 'hub', 'The shipment has arrived in the parcel centre.')],
  [
    ...start,
    arrived(),
    loaded(),
    step(
      35,
      'ZN',
      'failure',
      'destination',
      'The address is incomplete and the recipient could not be found.',
    ),
    step(50, 'NB', 'transit', 'destination', 'The address has been corrected.'),
    loaded(79),
    delivered(84),
  ],
  [
    announced,
    step(72, 'ES', 'transit', 'depot', 'The shipment has been handed in and accepted.'),
    step(120, 'AA', 'transit', 'hub', 'The shipment has left the parcel centre of origin.'),
    step(216, 'EE', 'transit', 'hub', 'The shipment has arrived in the parcel centre.'),
    arrived(288),
    loaded(295),
    delivered(301),
  ],
]

const HOUR = 3_600_000
const HUB = 'Parcel centre'

const EUROPE = new Set(
  'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA'.split(
    ' ',
  ),
)
/** Hours the linehaul adds: a day across Europe, five days overseas. */
function linehaulHours(from: string, to: string): number {
  if (from === to) return 0
  return EUROPE.has(from) && EUROPE.has(to) ? 24 : 120
}

/**
 * What the carrier would have reported of a number by `now`, oldest first. The same arguments give
 * the same events, for any caller, however often. With `speed` events appear sooner (60: an hour's
 * after a minute) and still carry the times of a real journey, then ahead of the clock. A number
 * without digits follows script 0.
 */
export function script(number: string, parcel: SimParcel, now: string, speed = 1): UnifiedEvent[] {
  const steps = SCRIPTS[Number(number.match(/\d(?=\D*$)/)?.[0] ?? 0)] ?? []
  const started = Date.parse(parcel.startedAt)
  const present = Date.parse(now)
  const departure = steps.findIndex(({ where }) => where === 'hub')
  const linehaul = linehaulHours(parcel.depot.country, parcel.destination.country)
  return steps.flatMap(({ hour, code, statusCode, where, text }, index) => {
    const hours = index > departure ? hour + linehaul : hour
    const after = hours * HOUR + minutesLate(number, index) * 60_000
    if (started + after / speed > present) return []
    const time = started + after
    const place = where === 'destination' ? parcel.destination : parcel.depot
    const addressLocality = where === 'hub' ? `${HUB} ${place.city}` : place.city
    return [
      {
        timestamp: new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z'),
        location: { address: { countryCode: place.country, addressLocality } },
        statusCode,
        status: code,
        description: text,
      },
    ]
  })
}

/**
 * 0 to 49, so that no two parcels of a batch are scanned in the same minute; the first step is on
 * time.
 */
function minutesLate(number: string, index: number): number {
  if (index === 0) return 0
  let hash = 2_166_136_261 + index
  for (const letter of number) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0) % 50
}
