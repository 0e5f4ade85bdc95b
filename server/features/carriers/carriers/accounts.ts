import { sql } from 'kysely'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { openSecret } from '#server/kit/access/secrets.ts'
import type { CarrierAdapter } from './adapter.ts'
import { adapters, checkedAdapter, type AdapterKind, type Adapters } from './adapters.ts'
import type { CallRecord } from './call.ts'
import { liveDeps } from './live-deps.ts'
import { sharedBy } from './shared-by.ts'
import { storedWorld } from './simulator/world.ts'

/** A courier row as the account of a carrier's API. */
export interface CarrierAccount {
  readonly id: string
  readonly code: string
  readonly simulated: boolean
  /** It reports numbers of any courier (AdapterKind.general). */
  readonly general: boolean
  readonly adapter: CarrierAdapter
  /** The events of a push whose sender was checked when it came in; `receivedAt` is that moment. */
  readPush(body: string, receivedAt: string): CarrierEvent[]
  /** The calls made since this was last asked, for the log. */
  takeCalls(): CallRecord[]
}

interface Row {
  id: string
  code: string
  adapter: string
  apiBase: string | null
  simulated: boolean
  apiKeyEnc: string | null
  hookTokenEnc: string | null
  callsPerDay: number | null
}

const NO_CALLS: CallRecord[] = []

/** The adapters there are; others than the product's in tests of what every adapter may rely on. */
export const carrierAdapters = perApp<Adapters>(() => adapters)
/** Accounts as they were made last, by tenant and row. */
const accounts = perApp(() => new Map<string, { terms: string; account: CarrierAccount }>())

/**
 * The account of a courier that is enabled and has an adapter, or null. Circuit and pace live as
 * long as its terms do.
 */
export async function carrierAccount(ctx: Ctx, code: string): Promise<CarrierAccount | null> {
  const found = await rowsOf(ctx, code)
  return found[0] ? accountOf(ctx, found[0]) : null
}

/** All accounts of the tenant that use an adapter: where a push may belong. */
export async function accountsOf(ctx: Ctx, adapter: string): Promise<CarrierAccount[]> {
  return (await rowsOf(ctx, null))
    .filter((row) => row.adapter === adapter)
    .flatMap((row) => accountOf(ctx, row) ?? [])
}

/** The adapter of a name, or undefined: a name alone makes none. */
export function adapterKind(ctx: Ctx, name: string): AdapterKind | undefined {
  const known = carrierAdapters.of(ctx.deps)
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Names of the adapters that can be simulated. */
export const simulatedAdapters = (ctx: Ctx): string[] =>
  Object.entries(carrierAdapters.of(ctx.deps)).flatMap(([name, { simulator }]) =>
    simulator ? [name] : [],
  )

async function rowsOf(ctx: Ctx, code: string | null): Promise<Row[]> {
  const found =
    await sql<Row>`select c.id, c.code, c.adapter, c.api_base, c.simulated, c.api_key_enc, c.hook_token_enc,
        c.calls_per_day from ${ctx.rows('courier').as('c')}
    where c.enabled and c.adapter <> 'none' and (${code}::text is null or c.code = ${code})
    order by c.id`.execute(ctx.db)
  return found.rows
}

function accountOf(ctx: Ctx, row: Row): CarrierAccount | null {
  const key = `${ctx.principal.tenantId}/${row.id}`
  const terms = JSON.stringify(row)
  const known = accounts.of(ctx.deps)
  const cached = known.get(key)
  if (cached?.terms === terms) return cached.account
  const kind = adapterKind(ctx, row.adapter)
  if (!kind || !(row.apiBase || kind.base || (row.simulated && kind.simulator))) {
    ctx.log.error(
      { courier: row.code, adapter: row.adapter },
      kind ? 'a courier has no address' : 'a courier names no adapter there is',
    )
    return null
  }
  const account = makeAccount(ctx, row, kind)
  known.set(key, { terms, account })
  return account
}

function makeAccount(ctx: Ctx, row: Row, kind: AdapterKind): CarrierAccount {
  const { tenantId } = ctx.principal
  const { db, log } = ctx.deps
  const { secretKey } = ctx.deps.env
  const open = (column: 'api_key_enc' | 'hook_token_enc', sealed: string | null): string | null => {
    if (sealed === null) return null
    try {
      return openSecret(secretKey, sealed, { tenantId, table: 'courier', column, id: row.id })
    } catch {
      // A key of another installation, after a restore: the account then has none, and a user has
      // to set it again.
      log.error({ courier: row.code, column }, 'a stored credential cannot be opened')
      return null
    }
  }
  const { simulator, smallPlan, hookHeader } = kind
  const simulated = row.simulated && !row.apiBase && simulator !== null
  const token =
    hookHeader !== null && kind.auth.includes('hookToken')
      ? open('hook_token_enc', row.hookTokenEnc)
      : null
  let calls = NO_CALLS
  const record = (call: CallRecord) => {
    calls = [...calls, call]
  }
  const small = smallPlan && row.callsPerDay !== null && row.callsPerDay <= smallPlan.perDay
  const adapter = checkedAdapter(
    kind.make(
      {
        courier: row.code,
        apiBase: row.apiBase || (kind.base ?? ''),
        simulated,
        apiKey: kind.auth.includes('apiKey') ? (open('api_key_enc', row.apiKeyEnc) ?? '') : '',
        hook: token && hookHeader ? { header: hookHeader, token } : null,
        callsPerDay: simulated ? null : row.callsPerDay,
        limits: !simulated && small ? { minIntervalMs: smallPlan.intervalMs } : {},
      },
      {
        ...liveDeps(
          record,
          simulated ? simulator(storedWorld(db.kysely)) : guardedFetch(kind.hosts),
          sharedBy(ctx, `courier/${row.id}`),
        ),
        clock: now,
      },
    ),
  )
  return {
    id: row.id,
    code: row.code,
    simulated,
    general: kind.general,
    adapter,
    readPush: (body, receivedAt) => kind.readPush(body, { courier: row.code, receivedAt }),
    takeCalls: () => {
      const taken = calls
      calls = NO_CALLS
      return taken
    },
  }
}
