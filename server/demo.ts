import { nowIso } from '#server/kit/runtime/clock.ts'
import type { ClientBase } from 'pg'
import {
  DEFAULT_SEED,
  loadWorld,
  seedTenantData,
  seedUsers,
  type CarrierRules,
} from '#seeds/world/index.ts'
import { script } from './features/carriers/carriers/index.ts'
import { subFacts } from '#contracts/tracking/tracking.facts.ts'
import { eventKey, mapEvent } from './features/tracking/tracking/index.ts'
import { nameDemoCompany, openDemoAccounts, switchDemoChargingOn } from './demo-accounts.ts'
import { seedDemoFiles } from './demo-files.ts'
import { seedDemoCarriers } from './demo-carriers.ts'
import { seedDemoBills } from './demo-bills.ts'
import { seedDemoCod } from './demo-cod.ts'
import { seedDemoLinehaul } from './demo-linehaul.ts'
import { seedDemoPods } from './demo-pods.ts'
import { seedDemoMoney } from './demo-money.ts'
import { seedDemoMonthEnd } from './demo-month-end.ts'
import { foldTenant } from './features/insight/earnings/index.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { AppDeps } from './kit/start/lifecycle.ts'

const FIRST = 'DEMO1'
const SECOND = 'DEMO2'

/**
 * The two tenants of the demo world; only a new installation gets them, so a company's own data is
 * never mixed with it.
 */
export const DEMO_TENANTS = [
  {
    code: FIRST,
    name: '环宇包裹（演示）',
    nameEn: 'Globe Parcels (demo)',
    timeZone: 'Europe/Berlin',
  },
  {
    code: SECOND,
    name: '海峡物流（演示）',
    nameEn: 'Strait Logistics (demo)',
    timeZone: 'Asia/Shanghai',
  },
] as const

/** The demo's events are what these would make of a carrier's answers. */
export const carrierRules: CarrierRules = {
  simulate: script,
  mapEvent,
  eventKey,
  isPublic: (status, sub) => subFacts(status, sub).visibleToPublic,
}

/**
 * Users of every role, customers and their address books: what sign-in needs, before any user can
 * sign in.
 */
export async function seedDemoUsers(
  client: ClientBase,
  tenants: { 1: string; 2: string },
  passwordHash: string,
): Promise<void> {
  await seedUsers(client, { tenants, passwordHash, seed: DEFAULT_SEED })
  await seedTenantData(client, [tenants[1], tenants[2]])
  // A visitor of the demo may register, and an administrator decides.
  await client.query(
    `insert into tenant_setting (tenant_id, key, value, updated_by) select t, 'registration.mode',
      '"pending"'::jsonb, 'demo' from unnest($1::bigint[]) as t on conflict do nothing`,
    [[tenants[1], tenants[2]]],
  )
}

/**
 * Loads the rest of the demo world next to the running product, or goes on where a killed start left
 * off.
 */
export function loadDemo(app: AppDeps): { stop(): Promise<void> } {
  const ended = new AbortController()
  let work: Promise<void> = Promise.resolve()
  app.lifecycle.afterListen(() => {
    work = load(app, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) app.log.error({ err: error }, 'demo world')
    })
  })
  return {
    stop: async () => {
      ended.abort()
      await work
    },
  }
}

/** What an app keeps once goes by its deps: the very object is handed on, never a copy. */
async function load(deps: AppDeps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  const found = await db.pool.query<{ id: string; code: string }>(
    'select id, code from tenant where code = any($1)',
    [[FIRST, SECOND]],
  )
  const idOf = (code: string) => found.rows.find((row) => row.code === code)?.id
  const [one, two] = [idOf(FIRST), idOf(SECOND)]
  if (!one || !two) return
  let lastReported = 0
  const loaded = await loadWorld(db.pool, {
    tenants: { 1: one, 2: two },
    rules: carrierRules,
    today: nowIso(),
    signal,
    onProgress: ({ done, chunks, parcels }) => {
      const percent = Math.floor((done / chunks) * 4) * 25
      if (percent > lastReported) log.info(`demo world: ${percent} % of ${parcels} parcels`)
      lastReported = Math.max(lastReported, percent)
    },
  })
  if (!loaded) return
  await seedDemoFiles(deps, one)
  await seedDemoPods(deps, one)
  // Before the first order of the world.
  const from = new Date(Date.now() - 200 * 86_400_000).toISOString()
  for (const [at, tenantId] of [one, two].entries()) {
    await nameDemoCompany(deps, tenantId, at === 0 ? 1 : 2)
    await switchDemoChargingOn(deps, tenantId, from)
  }
  await seedDemoMoney(deps, one)
  await seedDemoCod(deps, one)
  await seedDemoCarriers(deps, one)
  await seedDemoLinehaul(deps, one)
  for (const tenantId of [one, two]) await openDemoAccounts(deps, tenantId)
  await seedDemoMonthEnd(deps, one)
  await seedDemoBills(deps, one)
  await foldTenant(jobCtx(deps, one), true)
  log.info('demo world: ready')
}
