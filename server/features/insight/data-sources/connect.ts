import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { In } from '#contracts/kit/endpoint.ts'
import type { dataSources } from '#contracts/insight/data-sources.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import {
  namedParts,
  passwordFor,
  requireAllowed,
  sourceOf,
  storedParts,
  type Place,
} from './source-password.ts'

const CONNECT_MS = 3_000

/** Every part is named here: no address, no options, no files of this machine. */
export const connectionTo = (place: Place & { password: string }): pg.ClientConfig => ({
  host: place.host,
  port: place.port,
  database: place.dbName,
  user: place.dbUsername,
  password: place.password,
  ssl: place.tls ? { rejectUnauthorized: true, servername: place.host } : false,
  connectionTimeoutMillis: CONNECT_MS,
  application_name: 'parcelyard reports',
})

/** How a source is reached, once its host was checked again. */
export async function sourceConnection(ctx: Ctx, id: string): Promise<pg.ClientConfig> {
  return connectionTo(await sourceOf(ctx, id))
}

/**
 * Whether a database answers. Whatever is wrong with it is one refusal after one time, so the call
 * finds out nothing about the network.
 */
export async function testConnection(
  ctx: Ctx,
  { id, dbPassword, dbUsername, tls, ...named }: In<typeof dataSources.testConnection>,
): Promise<null> {
  const before = id === undefined ? {} : await storedParts(ctx, id)
  const place = { ...namedParts(named, before), dbUsername, tls }
  requireAllowed(ctx, place)
  const password = await passwordFor(ctx, place, { id, dbPassword })
  const due = sleep(CONNECT_MS)
  const client = new pg.Client({
    ...connectionTo({ ...place, password }),
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } catch {
    await due
    fail('source.unreachable')
  } finally {
    await client.end().catch(() => {})
  }
  return null
}
