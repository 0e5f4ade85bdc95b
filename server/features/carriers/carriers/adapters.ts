import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { OPERATIONS, type CarrierAdapter } from './adapter.ts'
import type { CallDeps, CallLimits } from './call.ts'
import { hashOf, readShipments } from './dhl/unified-shape.ts'
import { dhlTracking } from './dhl/unified-tracking.ts'
import { glsTracking } from './gls/gls-tracking.ts'
import { readSeventeen } from './payloads/seventeen-track.ts'
import { SIGN_HEADER } from './seventeen/push.ts'
import { seventeenTracking } from './seventeen/seventeen-tracking.ts'
import { simulatorFetch } from './simulator/answer.ts'
import type { SimWorld } from './simulator/sim-world.ts'
import { glsSimulator } from './simulator/gls-answers.ts'
import { seventeenSimulator } from './simulator/seventeen-answers.ts'

/**
 * An account's row as its adapter needs it: secrets opened, what the adapter does not ask for left
 * out.
 */
export interface AccountTerms {
  courier: string
  apiBase: string
  simulated: boolean
  apiKey: string
  hook: { header: string; token: string } | null
  callsPerDay: number | null
  limits: Partial<CallLimits>
}

/** One way to talk to carriers; an account names its own in `courier.adapter`. */
export interface AdapterKind {
  /** Where it answers. An account that names another host is refused, and none other is reached. */
  hosts: readonly string[]
  /** Where an account without an address is asked, unless it is simulated. */
  base: string | null
  /**
   * It collects the news of many carriers: it reports numbers of any courier, and a carrier's own
   * word goes first.
   */
  general: boolean
  /** Which keys of an account it uses. */
  auth: readonly ('apiKey' | 'hookToken')[]
  /**
   * The header its pushes bear our token in; null where it pushes nothing. They come to
   * `/hooks/<adapter>/<tenant>`.
   */
  hookHeader: string | null
  /**
   * Answers instead of the carrier for accounts that are simulated and name no address; null where
   * it cannot be simulated.
   */
  simulator: ((world: SimWorld) => typeof fetch) | null
  /** A key of the starting plan, by its calls a day, may ask once in so many milliseconds. */
  smallPlan: { perDay: number; intervalMs: number } | null
  make(terms: AccountTerms, deps: CallDeps): CarrierAdapter
  /** The events of a push whose sender was checked when it came in, at `receivedAt`. */
  readPush(body: string, from: { courier: string; receivedAt: string }): CarrierEvent[]
}
export type Adapters = Readonly<Record<string, AdapterKind>>

/** DHL is asked in one language always: the text is part of an event's key. */
const LANGUAGE = 'en'
/** The address of a simulated account: none the network knows. */
const SIMULATED = 'http://simulator.invalid'

/** DHL's unified tracking: asked and pushed, for business and for trial keys. */
const dhl: AdapterKind = {
  hosts: ['api-eu.dhl.com', 'api.dhl.com', 'api-sandbox.dhl.com', 'api-test.dhl.com'],
  base: 'https://api-eu.dhl.com',
  general: false,
  auth: ['apiKey', 'hookToken'],
  hookHeader: 'x-hook-token',
  simulator: simulatorFetch,
  smallPlan: { perDay: 250, intervalMs: 5_000 },
  make: ({ courier, apiBase, simulated, apiKey, hook, callsPerDay, limits }, deps) =>
    dhlTracking(
      {
        courier,
        baseUrl: simulated ? SIMULATED : apiBase,
        apiKey: simulated ? 'simulator' : apiKey,
        service: null,
        language: LANGUAGE,
        sandbox: simulated || /sandbox|test/.test(apiBase),
        hook,
        timeZones: {},
        limits,
        callsPerDay,
      },
      deps,
    ),
  readPush: (body, { courier, receivedAt }) =>
    readShipments(JSON.parse(body), {
      courier,
      source: 'push',
      payloadHash: hashOf(body),
      receivedAt,
      timeZones: {},
    }).flatMap((shipment) => (shipment.id === '' ? [] : shipment.events)),
}

/** GLS's track and trace: polled alone. */
const gls: AdapterKind = {
  hosts: ['api.gls-group.net', 'api-sandbox.gls-group.net'],
  base: 'https://api.gls-group.net',
  general: false,
  auth: ['apiKey'],
  hookHeader: null,
  simulator: glsSimulator,
  smallPlan: null,
  make: ({ courier, apiBase, simulated, apiKey, callsPerDay, limits }, deps) =>
    glsTracking(
      {
        courier,
        baseUrl: simulated ? SIMULATED : new URL(apiBase).origin,
        apiKey: simulated ? 'simulator:simulator' : apiKey,
        sandbox: simulated || /sandbox/.test(apiBase),
        limits,
        callsPerDay,
      },
      deps,
    ),
  readPush: () => [],
}

/** 17TRACK: pushes for numbers of any courier, signed with the account's own key. */
const seventeen: AdapterKind = {
  hosts: ['api.17track.net'],
  base: 'https://api.17track.net',
  general: true,
  auth: ['apiKey'],
  hookHeader: SIGN_HEADER,
  simulator: seventeenSimulator,
  smallPlan: null,
  make: ({ courier, apiBase, simulated, apiKey, callsPerDay, limits }, deps) =>
    seventeenTracking(
      {
        courier,
        baseUrl: simulated ? SIMULATED : new URL(apiBase).origin,
        apiKey: simulated ? 'simulator' : apiKey,
        // Its pushes are the world's: a simulated account opens none without a key of its own.
        pushKey: apiKey,
        sandbox: simulated,
        limits: { ...(simulated ? {} : { minIntervalMs: 400 }), ...limits },
        callsPerDay,
      },
      deps,
    ),
  readPush: (body, { courier, receivedAt }) =>
    readSeventeen(JSON.parse(body), {
      courier,
      source: 'push',
      payloadHash: hashOf(body),
      receivedAt,
    }).events.filter(({ trackNo }) => trackNo !== ''),
}

/** Every adapter there is, by the name accounts know it under (dictionary `adapter`). */
export const adapters: Adapters = { dhl, gls, '17track': seventeen }

/**
 * An adapter has the methods its capabilities name and no others: better known when it is made than
 * at the first parcel.
 */
export function checkedAdapter(adapter: CarrierAdapter): CarrierAdapter {
  const promised = adapter.capabilities().operations
  for (const operation of OPERATIONS)
    if (promised.includes(operation) !== (adapter[operation] !== undefined))
      throw new Error(
        `adapter of ${adapter.courier}: ${operation} is promised or present, but not both`,
      )
  return adapter
}
