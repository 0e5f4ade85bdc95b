import type { SimParcel, UnifiedEvent } from './scripts.ts'
import { BUSY_EVERY, simShipment } from './answer.ts'
import type { SimWorld } from './sim-world.ts'

/** GLS's codes for DHL's standard events. */
const CODES: Readonly<Record<string, readonly [code: string, status: string]>> = {
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
const TOKEN = 'simulator'
const AT_ONCE = 10

/** A parcel as GLS's track and trace shows it; the newest event first. */
export function glsParcel(number: string, events: readonly UnifiedEvent[]) {
  const [newest] = events
  return {
    requested: number,
    unitno: number.slice(0, -1),
    status: CODES[newest?.status ?? '']?.[1] ?? 'INTRANSIT',
    statusDateTime: newest && glsTime(newest.timestamp),
    events: events.map(({ timestamp, status, description, location }) => ({
      code: CODES[status]?.[0] ?? status,
      city: location.address.addressLocality,
      postalCode: '',
      country: location.address.countryCode,
      description: description.replace('been returned to', 'been delivered to'),
      eventDateTime: glsTime(timestamp),
    })),
  }
}

const glsTime = (timestamp: string): string => timestamp.replace('Z', '+0000')

/** GLS's track and trace in the product: a token first, then ten numbers a call. */
export function glsSimulator(world: SimWorld): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const auth = request.headers.get('authorization') ?? ''
    if (request.method === 'POST' && pathname === '/oauth2/v2/token')
      return auth.startsWith('Basic ')
        ? json(200, { access_token: TOKEN, token_type: 'Bearer', expires_in: 14_400 })
        : errors(401, 'invalid_client', 'invalid credentials')
    const asked = /^\/track-and-trace-v1\/tracking\/simple\/trackids\/([^/]+)$/.exec(pathname)?.[1]
    if (request.method !== 'GET' || asked === undefined)
      return errors(404, 'not_found', 'The simulator has no such path.')
    if (auth !== `Bearer ${TOKEN}`) return errors(401, 'invalid_token', 'token missing or expired')
    if (world.callNo && world.callNo() % BUSY_EVERY === 0)
      return json(429, {
        fault: {
          faultstring: 'Rate limit quota violation. Quota limit exceeded.',
          detail: { errorcode: 'policies.ratelimit.QuotaViolation' },
        },
      })
    const numbers = asked.split(',').map(decodeURIComponent)
    if (numbers.length > AT_ONCE)
      return errors(400, 'too_many_ids', `At most ${AT_ONCE} numbers a call.`)
    return json(200, { parcels: await Promise.all(numbers.map((one) => parcelOf(one, world))) })
  }
}

async function parcelOf(number: string, world: SimWorld) {
  const parcel: SimParcel | null = await world.isKnown(number)
  const shipment = parcel && simShipment(number, parcel, world.now(), world.speed)
  return shipment
    ? glsParcel(number, shipment.events)
    : { requested: number, errorCode: 'E_404_01', errorMessage: 'Resource Not Found' }
}

const json = (status: number, body: unknown): Response => Response.json(body, { status })
const errors = (status: number, code: string, message: string): Response =>
  json(status, { errors: [{ code, message }] })
