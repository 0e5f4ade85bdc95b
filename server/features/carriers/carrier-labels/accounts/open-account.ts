import { sql } from 'kysely'
import { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import type { AccountMode, SimulatorScript } from '#contracts/carriers/carrier-sets.ts'
import {
  checkedAdapter,
  liveDeps,
  sharedBy,
  type CallRecord,
  type CarrierAdapter,
} from '#server/features/carriers/carriers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { openSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import type { AccountTerms, LabelCarrier } from '../carriers/label-carrier.ts'
import { labelCarrier } from '../carriers/label-carriers.ts'
import { simulatorStore } from '../simulator-store.ts'

export interface AccountRow {
  id: string
  carrier: string
  name: string
  mode: AccountMode
  courierCode: string
  settings: Record<string, string>
  secrets: Record<string, string>
  billing: Record<string, string>
  labelFormat: 'pdf' | 'zpl'
  mustEncode: boolean
  simulatorScript: SimulatorScript
  enabled: boolean
  stoppedAt: string | null
}

/** An account with the adapter that speaks for it. */
export interface OpenAccount {
  row: AccountRow
  carrier: LabelCarrier
  adapter: CarrierAdapter
  takeCalls(): CallRecord[]
}

export async function accountRows(ctx: Ctx, ids: readonly string[]): Promise<AccountRow[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found =
    await sql<AccountRow>`select a.id, a.carrier, a.name, a.mode, o.code as courier_code,
      a.settings, a.secrets, a.billing, a.label_format, a.must_encode, a.simulator_script,
      a.enabled, a.stopped_at
    from ${tenant.rows('carrierAccount').as('a')}
      join ${tenant.rows('courier').as('o')} on o.id = a.courier_id
    where a.id = any(${ids}::bigint[]) order by a.id`.execute(ctx.db)
  return found.rows
}

export const secretPlace = (ctx: Ctx, id: string, name: string): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'carrier_account',
  column: `secrets.${name}`,
  id,
})

/** A secret, or null where it is not there or was sealed by another installation's key. */
export function openedSecret(ctx: Ctx, row: AccountRow, name: string): string | null {
  const sealed = row.secrets[name]
  if (sealed === undefined) return null
  try {
    return openSecret(ctx.deps.env.secretKey, sealed, secretPlace(ctx, row.id, name))
  } catch {
    ctx.log.error({ account: row.id, secret: name }, 'a stored credential cannot be opened')
    return null
  }
}

/** Accounts as they were made last: circuit and token live as long as their terms. */
const opened = perApp(() => new Map<string, { terms: string; account: OpenAccount }>())

/** The account of a row; null where this version does not know its carrier. */
export function openAccount(ctx: Ctx, row: AccountRow): OpenAccount | null {
  const carrier = labelCarrier(ctx, row.carrier)
  if (!carrier) return null
  const key = `${ctx.principal.tenantId}/${row.id}`
  const { stoppedAt: _stopped, enabled: _enabled, name: _name, ...asked } = row
  const terms = JSON.stringify(asked)
  const known = opened.of(ctx.deps).get(key)
  if (known?.terms === terms && known.account.carrier === carrier) return { ...known.account, row }
  const secrets = Object.fromEntries(
    carrier.fields
      .filter(({ secret }) => secret)
      .map(({ name }) => [name, openedSecret(ctx, row, name) ?? '']),
  )
  const account = accountWith(ctx, carrier, row, secrets)
  opened.of(ctx.deps).set(key, { terms, account })
  return account
}

/** Its carrier answers with faults: it is asked less, and staff learn of it when that begins. */
const noteDown = (ctx: Ctx, { id, carrier, name }: AccountRow): Promise<void> =>
  inTx(jobCtx(ctx.deps, ctx.principal.tenantId), (tx) =>
    tx.emit(carrierAccountStopped, { id, carrier, name, at: nowIso(), why: 'down' }),
  )

/** An account with secrets that may not be stored yet. */
export function accountWith(
  ctx: Ctx,
  carrier: LabelCarrier,
  row: AccountRow,
  secrets: Readonly<Record<string, string>>,
): OpenAccount {
  let calls: CallRecord[] = []
  const isSimulated = row.mode === 'simulator'
  const store = simulatorStore(ctx.deps, ctx.principal.tenantId, row.carrier, row.simulatorScript)
  const deps = liveDeps(
    (call) => {
      calls = [...calls, call]
    },
    isSimulated ? carrier.simulator(store) : guardedFetch(carrier.hosts),
    sharedBy(ctx, `account/${row.id}`, () => noteDown(ctx, row)),
  )
  const initial = Object.fromEntries(
    carrier.fields.flatMap((field) =>
      field.initial === undefined ? [] : [[field.name, field.initial]],
    ),
  )
  // A simulator accepts any login: it can be tried before anything is entered.
  const filled = isSimulated
    ? Object.fromEntries(carrier.fields.map(({ name }) => [name, 'simulator']))
    : {}
  const terms: AccountTerms = {
    mode: row.mode,
    mustEncode: row.mustEncode,
    billing: row.billing,
    settings: { ...filled, ...initial, ...present(row.settings), ...present(secrets) },
  }
  const base = row.mode === 'simulator' ? 'http://simulator.invalid' : carrier.base[row.mode]
  return {
    row,
    carrier,
    adapter: checkedAdapter(carrier.make(terms, base, { ...deps, clock: now })),
    takeCalls: () => {
      const taken = calls
      calls = []
      return taken
    },
  }
}

const present = (given: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
