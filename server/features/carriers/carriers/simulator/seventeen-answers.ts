import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SimParcel, UnifiedEvent } from './scripts.ts'
import { BUSY_EVERY, simShipment } from './answer.ts'
import type { FollowedNumbers, Following, SimWorld } from './sim-world.ts'
import type { SimPush } from './pushes.ts'

/** 17TRACK's codes for DHL's standard events. */
const CODES: Readonly<Record<string, string>> = {
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
const CARRIER = 7041
const AT_ONCE = 40
const asked = z.array(z.looseObject({ number: z.string().max(64) })).max(AT_ONCE)

/** A number as 17TRACK answers and pushes it; the newest event first. */
export function seventeenNumber(number: string, events: readonly UnifiedEvent[]) {
  const reported = events.map(({ timestamp, status, description, location }) => {
    const code = /returned to the sender/.test(description)
      ? 'Exception_Returned'
      : (CODES[status] ?? 'InTransit_Other')
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
  const provider = { key: CARRIER, name: 'DHL Paket', country: 'DE' }
  return {
    number,
    carrier: CARRIER,
    track_info: {
      latest_status: { status: newest?.stage, sub_status: newest?.sub_status },
      latest_event: newest,
      tracking: { providers: [{ provider, events: reported }] },
    },
  }
}

/** What 17TRACK would post to our hook of a number, signed with the account's key. */
export function seventeenPush(
  key: string,
  number: string,
  parcel: SimParcel,
  now: string,
  speed = 1,
): SimPush | null {
  const shipment = simShipment(number, parcel, now, speed)
  if (!shipment) return null
  return signed(key, {
    event: 'TRACKING_UPDATED',
    data: seventeenNumber(number, shipment.events),
  })
}

/** The word that a number is followed no longer, signed with the account's key. */
export const stoppedPush = (key: string, number: string): SimPush =>
  signed(key, { event: 'TRACKING_STOPPED', data: { number, carrier: CARRIER } })

function signed(key: string, content: unknown): SimPush {
  const body = JSON.stringify(content)
  const sign = createHash('sha256').update(`${body}/${key}`).digest('hex')
  return { headers: { 'content-type': 'application/json', sign }, body }
}

const FAILURES = {
  registered: [-18_019_901, 'The tracking number has been registered.'],
  notRegistered: [-18_019_902, 'The tracking number has not been registered yet.'],
  undetected: [-18_019_903, 'Carrier cannot be detected.'],
  notStopped: [-18_019_904, 'Retrack is not allowed. You can only retrack stopped numbers.'],
  retracked: [-18_019_905, 'Retrack is not allowed. You can only retrack each number once.'],
  notTracked: [-18_019_906, 'Stop is not allowed. You can only stop numbers being tracked.'],
  noNews: [-18_019_909, 'No tracking information at the moment.'],
} as const
type Failure = keyof typeof FAILURES
type Answer = { accepted: unknown } | { failed: Failure }

/** 17TRACK's API in the product: numbers are registered, asked, stopped and taken up again. */
export function seventeenSimulator(world: SimWorld): typeof fetch {
  const followed = world.followed ?? rememberedNumbers()
  const calls: Record<string, (number: string) => Promise<Answer>> = {
    register: async (number) => {
      if (!/^[A-Za-z0-9]{5,40}$/.test(number)) return { failed: 'undetected' }
      if (await followed.of(number)) return { failed: 'registered' }
      await followed.set(number, 'tracking')
      return { accepted: { number, carrier: CARRIER, origin: 1 } }
    },
    gettrackinfo: async (number) => {
      if (!(await followed.of(number))) return { failed: 'notRegistered' }
      const parcel = await world.isKnown(number)
      const shipment = parcel && simShipment(number, parcel, world.now(), world.speed)
      return shipment
        ? { accepted: seventeenNumber(number, shipment.events) }
        : { failed: 'noNews' }
    },
    stoptrack: async (number) => {
      const state = await followed.of(number)
      if (!state) return { failed: 'notRegistered' }
      if (state !== 'tracking' && state !== 'again') return { failed: 'notTracked' }
      await followed.set(number, state === 'tracking' ? 'stopped' : 'ended')
      return { accepted: { number, carrier: CARRIER } }
    },
    retrack: async (number) => {
      const state = await followed.of(number)
      if (!state) return { failed: 'notRegistered' }
      if (state === 'ended') return { failed: 'retracked' }
      if (state !== 'stopped') return { failed: 'notStopped' }
      await followed.set(number, 'again')
      return { accepted: { number, carrier: CARRIER } }
    },
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const operation = /^\/track\/v2(?:\.\d)?\/([a-z]+)$/i.exec(pathname)?.[1] ?? ''
    if (request.method !== 'POST') return new Response('', { status: 404 })
    const token = request.headers.get('17token') ?? ''
    if (token === '' || (world.apiKey !== null && token !== world.apiKey))
      return refused(401, -18_010_002, 'Invalid security key.')
    if (world.callNo && world.callNo() % BUSY_EVERY === 0) return new Response('', { status: 429 })
    if (operation === 'getquota')
      return done({ quota_total: 100, quota_used: 0, quota_remain: 100, today_used: 0 })
    const call = Object.hasOwn(calls, operation) ? calls[operation] : undefined
    if (!call) return new Response('', { status: 404 })
    const items = asked.safeParse(await request.json().catch(() => null))
    if (!items.success) return refused(200, -18_010_013, 'Submitted data is invalid.')
    const accepted: unknown[] = []
    const rejected: unknown[] = []
    for (const { number } of items.data) {
      const answer = await call(number)
      if ('accepted' in answer) accepted.push(answer.accepted)
      else {
        const [code, message] = FAILURES[answer.failed]
        rejected.push({ number, error: { code, message } })
      }
    }
    return done({ accepted, rejected })
  }
}

const done = (data: unknown): Response => Response.json({ code: 0, data })
const refused = (status: number, code: number, message: string): Response =>
  Response.json({ code, data: { errors: [{ code, message }] } }, { status })

/** For a world that keeps none: as long as the simulator lives. */
function rememberedNumbers(): FollowedNumbers {
  const numbers = new Map<string, Following>()
  return {
    of: (number) => Promise.resolve(numbers.get(number) ?? null),
    set: (number, state) => {
      numbers.set(number, state)
      return Promise.resolve()
    },
  }
}
