import { sql } from 'kysely'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Ctx, Log } from '#server/kit/access/ctx.ts'
import type { Database } from '#server/kit/db/database.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { openSecret } from '#server/kit/access/secrets.ts'
import type { CarrierAdapter } from './adapter.ts'
import type { CallRecord } from './call.ts'
import { hashOf, readShipments } from './dhl/unified-shape.ts'
import { dhlTracking } from './dhl/unified-tracking.ts'
import { DHL_HOSTS } from './hosts.ts'
import { liveDeps } from './live-deps.ts'
import { simulatorFetch } from './simulator/answer.ts'
import { storedWorld } from './simulator/world.ts'

/** A courier row as somebody to talk to. */
export interface CarrierAccount {
  readonly id: string
  readonly code: string
  readonly simulated: boolean
  readonly adapter: CarrierAdapter
  /** The events of a push whose sender was checked when it came in; `receivedAt` is that moment. */
  readPush(body: string, receivedAt: string): CarrierEvent[]
  /** The calls made since this was last asked, for the log. */
  takeCalls(): CallRecord[]
}

interface House {
  db: Database
  secretKey: Buffer
  log: Log
}
interface Row {
  id: string
  code: string
  adapter: string
  apiBase: string | null
  apiKeyEnc: string | null
  hookTokenEnc: string | null
  callsPerDay: number | null
}

/** The header DHL is told to send our token in. */
export const HOOK_HEADER = 'x-hook-token'
/** DHL is asked in one language for good: the text is part of an event's key. */
const LANGUAGE = 'en'
/** A key of the starting plan may ask once in five seconds. */
const SMALL_PLAN = { perDay: 250, intervalMs: 5_000 }
const UNSAID: CallRecord[] = []

let house: House | null = null
const known = new Map<string, { terms: string; account: CarrierAccount }>()

/** What accounts need of the house; called once when the application is built. */
export function lendToCarriers(lent: House): void {
  house = lent
  known.clear()
}

/** The account of a courier that is enabled and has an adapter, or null. Circuit and pace live as long as its terms do. */
export async function carrierAccount(ctx: Ctx, code: string): Promise<CarrierAccount | null> {
  const found = await rowsOf(ctx, code)
  return found[0] ? accountOf(ctx, found[0]) : null
}

/** All accounts of the tenant that speak through an adapter: where a push may belong. */
export async function accountsOf(ctx: Ctx, adapter: 'dhl'): Promise<CarrierAccount[]> {
  return (await rowsOf(ctx, null))
    .filter((row) => row.adapter === adapter)
    .map((row) => accountOf(ctx, row))
}

async function rowsOf(ctx: Ctx, code: string | null): Promise<Row[]> {
  const found =
    await sql<Row>`select c.id, c.code, c.adapter, c.api_base, c.api_key_enc, c.hook_token_enc, c.calls_per_day from ${ctx.rows('courier').as('c')}
    where c.enabled and c.adapter <> 'none' and (${code}::text is null or c.code = ${code}) order by c.id`.execute(
      ctx.db,
    )
  return found.rows
}

function accountOf(ctx: Ctx, row: Row): CarrierAccount {
  const key = `${ctx.who.tenantId}/${row.id}`
  const terms = JSON.stringify(row)
  const kept = known.get(key)
  if (kept?.terms === terms) return kept.account
  const account = makeAccount(ctx.who.tenantId, row)
  known.set(key, { terms, account })
  return account
}

function makeAccount(tenantId: string, row: Row): CarrierAccount {
  if (!house) throw new Error('carriers have no house yet')
  const { db, secretKey, log } = house
  const open = (column: 'api_key_enc' | 'hook_token_enc', sealed: string | null): string | null => {
    if (sealed === null) return null
    try {
      return openSecret(secretKey, sealed, { tenantId, table: 'courier', column, id: row.id })
    } catch {
      // A key of another installation, after a restore: the account then has none, and somebody has to set it again.
      log.error({ courier: row.code, column }, 'a stored credential cannot be opened')
      return null
    }
  }
  const simulated = row.apiBase === null || row.apiBase === ''
  const token = open('hook_token_enc', row.hookTokenEnc)
  let calls = UNSAID
  const record = (call: CallRecord) => {
    calls = [...calls, call]
  }
  const timeZones = {}
  const small = row.callsPerDay !== null && row.callsPerDay <= SMALL_PLAN.perDay
  const adapter = dhlTracking(
    {
      courier: row.code,
      baseUrl: simulated ? 'http://simulator.invalid' : (row.apiBase ?? ''),
      apiKey: simulated ? 'simulator' : (open('api_key_enc', row.apiKeyEnc) ?? ''),
      service: null,
      language: LANGUAGE,
      sandbox: simulated || /sandbox|test/.test(row.apiBase ?? ''),
      hook: token ? { header: HOOK_HEADER, token } : null,
      timeZones,
      ...(!simulated && small ? { limits: { minIntervalMs: SMALL_PLAN.intervalMs } } : {}),
      callsPerDay: simulated ? null : row.callsPerDay,
    },
    {
      ...liveDeps(
        record,
        simulated ? simulatorFetch(storedWorld(db.kysely)) : guardedFetch(DHL_HOSTS),
      ),
      clock: now,
    },
  )
  return {
    id: row.id,
    code: row.code,
    simulated,
    adapter,
    readPush: (body, receivedAt) =>
      readShipments(JSON.parse(body), {
        courier: row.code,
        source: 'push',
        payloadHash: hashOf(body),
        receivedAt,
        timeZones,
      }).flatMap((shipment) => (shipment.id === '' ? [] : shipment.events)),
    takeCalls: () => {
      const taken = calls
      calls = UNSAID
      return taken
    },
  }
}
