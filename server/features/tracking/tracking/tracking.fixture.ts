import { randomBytes } from 'node:crypto'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { carriers } from '#contracts/carriers/carriers.ts'
import { moveParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { World } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { syncScanEvents } from './events/sync-scan-events.ts'
import { pollTenant } from './polling/poll-parcels.ts'

const HOUR = 3_600_000

export interface SentParcel {
  id: string
  trackNo: string
  serialNumber: string
  leftAt: number
}

/** The product inside the suite's tenant, as a job has it. */
export const systemCtx = (world: World): Ctx => jobCtx(world.deps, world.tenantId)

/**
 * A parcel that went through the depot and out, whose number ends in `digit` (the simulator reports a
 * story by it). The worker of another suite may do the same jobs: what they do must be no
 * different.
 */
export async function sendParcel(
  world: World,
  digit: number,
  { speed = 1, daysAgo = 0 }: { speed?: number; daysAgo?: number } = {},
): Promise<SentParcel> {
  await world.db.pool.query('update courier set simulator_speed = $2 where tenant_id = $1', [
    world.tenantId,
    speed,
  ])
  const client = await world.as('customer')
  // Ten pieces in a row: their numbers end in every digit, unless a check digit has other plans.
  for (let attempt = 0; attempt < 20; attempt++) {
    const order = await makeOrder(world, client, {
      confirm: true,
      change: { parcels: Array.from({ length: 5 }, () => parcel()) },
    })
    const found = order.parcels.find(({ trackNo }) => trackNo?.endsWith(String(digit)) ?? false)
    if (!found?.trackNo) continue
    const leftAt = Date.now() - daysAgo * 24 * HOUR
    const at = new Date(leftAt).toISOString()
    const ctx = systemCtx(world)
    await inTx(ctx, async (tx) => {
      await moveParcels(tx, [found.id], PARCEL.RECEIVED, {
        receivedAt: at,
        ...(daysAgo > 0 ? { confirmedAt: new Date(leftAt - HOUR).toISOString() } : {}),
      })
      await moveParcels(tx, [found.id], PARCEL.BAGGED)
      await moveParcels(tx, [found.id], PARCEL.OUTBOUND, { outboundAt: at })
      await syncScanEvents(tx, [found.id], at)
    })
    // Not before this suite starts it: the clock of any process may strike.
    await world.db.pool.query(
      `update parcel set next_poll_at = now() + interval '1 year' where id = $1`,
      [found.id],
    )
    return { id: found.id, trackNo: found.trackNo, serialNumber: found.serialNumber, leftAt }
  }
  throw new Error(`no number ends in ${digit}`)
}

/** Asks the carrier as if so many hours had passed since the parcel left. */
export async function pollAfter(world: World, parcel: SentParcel, hours: number): Promise<void> {
  await at(parcel.leftAt + hours * HOUR, async () => {
    await world.db.pool.query(
      'update parcel set next_poll_at = $2 where id = $1 and next_poll_at is not null',
      [parcel.id, new Date(parcel.leftAt + hours * HOUR).toISOString()],
    )
    await pollTenant(systemCtx(world))
  })
}

export const at = <R>(time: number, work: () => Promise<R>): Promise<R> =>
  withClock(() => time, work)

export const publicItem = async (world: World, no: string) =>
  (await world.anonymous.call(tracking.query, { nos: no })).items[0]!
export const codesOf = (item: { events: { status: number; sub: string | null }[] }): string =>
  item.events
    .map(({ status, sub }) => `${status}/${sub}`)
    .toReversed()
    .join(' ')

export const parcelRow = async (world: World, id: string) =>
  (
    await world.db.pool.query<{
      parcel_status: number
      tracking_status: number
      tracking_sub: string
      next_poll_at: string | null
      delivered_at: string | null
      poll_failures: number
      tracking_question: string | null
      last_polled_at: string | null
    }>(
      `select parcel_status, tracking_status, tracking_sub, next_poll_at, delivered_at,
        poll_failures, tracking_question, last_polled_at from parcel where id = $1`,
      [id],
    )
  ).rows[0]!

/** Off: no process asks DHL by itself, whatever is due; pushes come in all the same. */
export const setPolling = (world: World, on: boolean) =>
  world.db.pool.query(`update courier set polling = $2 where tenant_id = $1 and code = 'DHL'`, [
    world.tenantId,
    on,
  ])

/** A token DHL has to send; answers where to push to and with what. */
export async function openHook(
  world: World,
): Promise<{ path: string; headers: Record<string, string> }> {
  const manager = await world.as('manager')
  const courier = (
    await world.db.pool.query<{ id: string }>(
      `select id from courier where tenant_id = $1 and code = 'DHL'`,
      [world.tenantId],
    )
  ).rows[0]!
  const hookToken = randomBytes(24).toString('base64url')
  const { hookPath, hookHeader } = await manager.call(carriers.setSecret, {
    id: courier.id,
    hookToken,
  })
  return { path: hookPath, headers: { [hookHeader]: hookToken } }
}

/** Waits until `check` holds: jobs run in the background. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await check()); tries++) {
    if (tries > 200) throw new Error('it never came to pass')
    await new Promise((wake) => setTimeout(wake, 50))
  }
}
