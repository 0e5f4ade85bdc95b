import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey, isNetworked, networkKey } from './address.ts'
import { failTooMany } from './errors.ts'

export interface RateLimit {
  max: number | ((request: FastifyRequest) => number)
  timeWindow: number
  keyGenerator: (request: FastifyRequest) => string
}

const minute = 60_000

const byAddress = (request: FastifyRequest): string => addressKey(request.ip)
/**
 * The person, where a token or key was found to belong to one; what a caller made up counts for
 * nothing.
 */
export const byCaller = (request: FastifyRequest): string => {
  const { principal } = request
  if (!principal) return byAddress(request)
  return principal.keyId === undefined ? `user:${principal.userId}` : `key:${principal.keyId}`
}

/** security.md §6.8: strangers are held short, people at work are not hindered. */
export const rateLimits = {
  global: false,
  keyGenerator: byAddress,
  classes: {
    // A program calls on its own, so it gets less than a person whose screens ask for much at once.
    normal: {
      max: ({ principal }: FastifyRequest) => (principal?.keyId === undefined ? 6_000 : 600),
      timeWindow: minute,
      keyGenerator: byCaller,
    },
    // A page shows many pictures at once.
    files: { max: 600, timeWindow: minute, keyGenerator: byAddress },
    // What uses up serial numbers permanently, or reveals which sign-in names exist.
    serials: { max: 60, timeWindow: minute, keyGenerator: byCaller },
    // What goes through a whole table or draws a document; a person waits for each answer.
    heavy: { max: 60, timeWindow: minute, keyGenerator: byCaller },
    // Other programs report what happened, many at once after a pause of theirs.
    hooks: { max: 600, timeWindow: minute, keyGenerator: byAddress },
    public: { max: 20, timeWindow: minute, keyGenerator: byAddress },
    login: { max: 60, timeWindow: 15 * minute, keyGenerator: byAddress },
  },
}

const UNKNOWN_TOKENS = { max: 300, timeWindow: minute }

/** Counts unknown tokens and keys, by address; 429 past 300 a minute. Needs the plugin. */
export function limitUnknownTokens(
  app: FastifyInstance,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit(UNKNOWN_TOKENS)
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      failTooMany('request.tooMany', counted.ttlInSeconds)
  }
}

/** Addresses of one network that may call to the full at the same time. */
const PER_NETWORK = 8

/**
 * Counts what strangers call from a /48 of IPv6 as a whole: its owner has 65,536 networks to choose an
 * address from, each of which has a count of its own.
 */
function limitNetworks(app: FastifyInstance): (request: FastifyRequest) => Promise<void> {
  const counts = new Map(
    (['public', 'login'] as const).map((name) => {
      const { max, timeWindow } = rateLimits.classes[name]
      const keyGenerator = ({ ip }: FastifyRequest) => `${name}:${networkKey(ip)}`
      return [
        rateLimits.classes[name] as object,
        app.createRateLimit({ max: max * PER_NETWORK, timeWindow, keyGenerator }),
      ] as const
    }),
  )
  return async (request) => {
    const limit = request.routeOptions.config.rateLimit
    const count = limit && isNetworked(request.ip) ? counts.get(limit) : undefined
    if (!count) return
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      failTooMany('request.tooMany', counted.ttlInSeconds)
  }
}

/** Counts calls by address, person and network. */
export async function limitCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, rateLimits)
  app.addHook('onRequest', limitNetworks(app))
}
