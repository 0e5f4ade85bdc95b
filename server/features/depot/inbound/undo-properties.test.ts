import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { intoParcel } from '#contracts/depot/inbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { scanCounts } from '#contracts/depot/scan-hours.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { inboundScan } from './depot.fixture.ts'

const world = useWorld()
const { confirm, customer, detail, drift, order, service, standing, switchOn } = inCharging(world)
const PARCELS = 3
const WEIGHTS = ['0.4', '1.25', '7.5', '29', '120']

const step = fc.record({
  act: fc.constantFrom('scan', 'weigh', 'scan', 'weigh', 'undo'),
  user: fc.constantFrom<0 | 1>(0, 1),
  parcel: fc.nat(PARCELS - 1),
  weight: fc.option(fc.constantFrom(...WEIGHTS)),
})

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await service('ECO-PARCEL', '2')
})

/** An announced order of a customer with money for some of it, and two people who receive it. */
async function depot(minor: bigint) {
  const who = await customer(minor)
  const { id } = await order(who, { parcels: Array.from({ length: PARCELS }, () => parcel()) })
  await confirm([id])
  const users = [await world().as('manager'), await world().as('tenantAdmin')] as const
  const nos = (await detail({ id })).parcels.map(({ trackNo }) => trackNo!)
  const batch = (await users[0].call(predictedBatches.add, {
    depotId: await world().depotId('FRA1'),
    customerId: who,
    expectedDate: '2026-03-01',
  })) as { id: string }
  await users[0].call(predictedBatches.addParcels, { id: batch.id, nos })
  const { query } = inCharging(world)
  const scannedToday = async () => {
    const { people } = await users[0].call(scanCounts.hours, { station: 'into' })
    return people.reduce((sum, { total }) => sum + total, 0)
  }
  /** All a scan may change. */
  const look = async () => ({
    money: await standing(who),
    amount: (await detail({ id })).amount,
    parcels: await query(
      `select parcel_status, held_reason, measured_weight, measured_length, chargeable_weight,
          volume_weight, received_at
        from parcel where tenant_id = $1 and shipment_id = $2 order by id`,
      [world().tenantId, id],
    ),
    counts: (await users[0].call(predictedBatches.counts, { ids: [batch.id] }))[batch.id],
    scannedToday: await scannedToday(),
  })
  const moves = async () =>
    await query(
      `select e.parcel_id, e.status from tracking_event e join parcel p
          on p.tenant_id = e.tenant_id and p.id = e.parcel_id
        where e.tenant_id = $1 and p.shipment_id = $2 and e.source = 'scan' and not e.cancelled
          and e.effect = 'move' order by 1, 2`,
      [world().tenantId, id],
    )
  return { id, users, nos, look, moves }
}

test('whatever was scanned and weighed, taking it all back leaves states, counters, money and events', async () => {
  let worked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 10 }),
      fc.constantFrom(0n, 1500n, 10_000_000n),
      async (steps, minor) => {
        const { users, nos, look, moves } = await depot(minor)
        const before = await look()
        const events = await moves()
        const undo = (user: 0 | 1, scanId: string) =>
          users[user].post(intoParcel.undo.path, { scanId })
        const done: { user: 0 | 1; scanId: string }[] = []
        for (const { act, user, parcel: at, weight } of steps) {
          const no = nos[at]!
          if (act === 'undo') {
            const last = done.findLast((one) => one.user === user)
            // Refused where a scan of the parcel by the other person came after it.
            if (last && (await undo(user, last.scanId)).success) done.splice(done.indexOf(last), 1)
            continue
          }
          const answer =
            act === 'scan'
              ? await inboundScan(users[user], no, weight ? { weightKg: weight } : {})
              : await users[user].post(intoParcel.measure.path, { no, weightKg: weight ?? '2' })
          expect(answer.status).toBe(200)
          const { scanId } = (answer.result ?? {}) as { scanId?: string }
          if (scanId) done.push({ user, scanId })
          if (answer.success) worked++
          expect(await drift()).toEqual({ drift: [], same: true })
        }
        // Newest first; what a scan took along with it, or never did, is refused.
        for (const { user, scanId } of done.toReversed()) {
          const answer = await undo(user, scanId)
          if (!answer.success)
            expect(['scan.noEffect', 'scan.alreadyUndone']).toContain(answer.error)
        }
        expect(await look()).toEqual(before)
        expect(await drift()).toEqual({ drift: [], same: true })
        await vi.waitFor(async () => expect(await moves()).toEqual(events), { timeout: 90_000 })
      },
    ),
    { numRuns: 10 },
  )
  expect(worked).toBeGreaterThan(5)
})
