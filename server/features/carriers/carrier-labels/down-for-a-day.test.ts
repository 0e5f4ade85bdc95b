import { expect, test } from 'vitest'
import { gls } from '#server/features/carriers/carrier-labels/carriers/gls/index.ts'
import { buyParcels, finishOpen } from '#server/features/orders/labels/sources/make-labels.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { useOwnWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'
import { labelCarriers } from './carriers/label-carriers.ts'
import { openAccountFor } from './carrier-world.fixture.ts'

const world = useOwnWorld()
const PARCELS = 26
const HOUR = 3_600_000

test('a carrier that is down for a day: asked rarely, one notice, then each label once', async () => {
  const staff = await world().as('tenantAdmin')
  let down = true
  let calls = 0
  labelCarriers.set(world().deps, {
    all: [
      {
        ...gls,
        simulator: (labels) => {
          const usual = gls.simulator(labels)
          return (input, init) => {
            // It lets us in, and does nothing more.
            if (!down || new Request(input, init).url.includes('/oauth2/'))
              return usual(input, init)
            calls += 1
            return Promise.resolve(new Response('', { status: 503 }))
          }
        },
      },
    ],
  })
  await openAccountFor(world(), staff, 'gls')
  const order = await makeOrder(world(), staff, {
    confirm: true,
    change: { parcels: Array.from({ length: PARCELS }, () => parcel()) },
  })
  const parcelIds = order.parcels.map(({ id }) => id)
  const count = async (text: string, values: unknown[]) =>
    (await world().db.pool.query<{ count: number }>(text, values)).rows[0]!.count
  const until = () =>
    count(
      `select count(*)::int as count from carrier_turn where tenant_id = $1 and open_until > now()`,
      [world().tenantId],
    )
  const notices = () =>
    count(
      `select count(*)::int as count from sys_announcement
        where tenant_id = $1 and bus_type = 'carrierStopped'`,
      [world().tenantId],
    )
  const labels = (state: string) =>
    count(
      `select count(*)::int as count from carrier_shipment where parcel_id = any($1) and state = $2`,
      [parcelIds, state],
    )
  // Bought in this process: a job may go to the worker of another, whose carrier is not down.
  const ctx = jobCtx(world().deps, world().tenantId)
  await buyParcels(
    ctx,
    parcelIds.map((parcelId) => ({ parcelId, source: 'gls' })),
  )
  expect(await until()).toBe(1)
  await expect.poll(notices).toBe(1)
  expect(calls).toBeGreaterThanOrEqual(20)

  const began = Date.now()
  const after = (hours: number) =>
    withClock(
      () => began + hours * HOUR,
      () => finishOpen(ctx, parcelIds, 0),
    )
  const before = calls
  for (let hours = 2; hours <= 24; hours += 2) await after(hours)
  // A trial now and then, with its repeats, and none for each parcel.
  expect(calls - before).toBeGreaterThan(0)
  expect(calls - before).toBeLessThanOrEqual(12 * 4)
  expect(await labels('bought')).toBe(0)
  expect(await labels('refused')).toBe(0)

  down = false
  for (let hours = 25; (await labels('bought')) < PARCELS && hours < 32; hours += 1)
    await after(hours)
  expect(await labels('bought')).toBe(PARCELS)
  const sold = await world().db.pool.query<{ reference: string }>(
    `select l.reference from simulator_label l join carrier_shipment c
      on c.tenant_id = l.tenant_id and c.reference = l.reference where c.parcel_id = any($1)`,
    [parcelIds],
  )
  expect(sold.rows).toHaveLength(PARCELS)
  expect(new Set(sold.rows.map(({ reference }) => reference)).size).toBe(PARCELS)
  expect(await notices()).toBe(1)
})
