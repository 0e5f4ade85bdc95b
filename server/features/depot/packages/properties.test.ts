import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { outPackages } from '#contracts/depot/packages.ts'
import { sorting } from '#contracts/depot/sorting.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outboundScan,
  pieces,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
const PARCELS = 4

type Step = { act: (typeof ACTS)[number]; user: 0 | 1; parcel: number; at: 0 | 1 }
const ACTS = [
  'sort',
  'bag',
  'unbag',
  'transfer',
  'close',
  'reopen',
  'load',
  'unload',
  'out',
] as const
const step = fc.record({
  act: fc.constantFrom(...ACTS),
  user: fc.constantFrom<0 | 1>(0, 1),
  parcel: fc.nat(PARCELS - 1),
  at: fc.constantFrom<0 | 1>(0, 1),
})

/** Two bags and two batches at one depot, with parcels in its stock. */
async function depot() {
  const users = [await world().as('warehouse'), await world().as('manager')] as const
  const order = await confirmed(world(), pieces(PARCELS))
  for (const one of order.parcels) await inboundScan(users[0], one.trackNo!)
  const depotId = await world().depotId('FRA1')
  const bags = [
    await users[0].call(outPackages.add, { depotId }),
    await users[0].call(outPackages.add, { depotId }),
  ] as const
  const batches = [await openOutBatch(world()), await openOutBatch(world())] as const
  return { users, order, bags, batches }
}

test('whatever two people scan, a parcel is in one bag and one batch, and counters equal rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 14 }),
      async (rounds) => {
        const { users, order, bags, batches } = await depot()
        const version = async (client: Client, id: string) =>
          (await client.call(outPackages.queryById, { id })).version
        const run = async ({ act, user, parcel, at }: Step): Promise<number> => {
          const client = users[user]
          const no = order.parcels[parcel]!.trackNo!
          const [bag, batch] = [bags[at], batches[at]]
          const answer = await {
            sort: () => client.post(sorting.scan.path, { no }),
            bag: () => client.post(outPackages.scan.path, { id: bag.id, no }),
            unbag: () => client.post(outPackages.removeScan.path, { id: bag.id, no }),
            transfer: () =>
              client.post(outPackages.transfer.path, { id: bag.id, no, toId: bags[1 - at]!.id }),
            close: async () =>
              client.put(outPackages.close.path, {
                id: bag.id,
                version: await version(client, bag.id),
              }),
            reopen: async () =>
              client.put(outPackages.reopen.path, {
                id: bag.id,
                version: await version(client, bag.id),
              }),
            load: () => outboundScan(client, batch.id, bag.no),
            unload: () =>
              client.post(outBatches.removeBag.path, { batchId: batch.id, packageId: bag.id }),
            out: () => outboundScan(client, batch.id, no),
          }[act]()
          return answer.status
        }
        // The steps of a round are made at the same moment.
        for (const round of rounds)
          for (const status of await Promise.all(round.map(run))) expect(status).toBeLessThan(500)

        const ids = order.parcels.map(({ id }) => id)
        const { rows } = await world().db.pool.query<{
          id: string
          state: number
          bags: number
          batches: number
          loaded: boolean
        }>(
          `select p.id, p.parcel_status as state,
            (select count(*)::int from out_package_parcel o
              where o.tenant_id = p.tenant_id and o.parcel_id = p.id and o.open) as bags,
            (select count(*)::int from out_batch_parcel o
              where o.tenant_id = p.tenant_id and o.parcel_id = p.id and o.open) as batches,
            exists (select 1 from out_package_parcel o join out_package k
              on k.tenant_id = o.tenant_id and k.id = o.package_id
              where o.tenant_id = p.tenant_id and o.parcel_id = p.id and k.status = '2') as loaded
          from parcel p where p.tenant_id = $1 and p.id = any($2::bigint[])`,
          [world().tenantId, ids],
        )
        for (const one of rows) {
          expect(one.bags).toBeLessThanOrEqual(1)
          expect(one.batches).toBeLessThanOrEqual(1)
          expect(one.state === PARCEL.BAGGED).toBe(one.bags + one.batches > 0)
          // A bag on a batch is there with all that is in it.
          if (one.loaded) expect(one.batches).toBe(1)
        }
        const counted = await users[1].call(outPackages.counts, { ids: bags.map(({ id }) => id) })
        for (const bag of bags) {
          const detail = await users[1].call(outPackages.queryById, { id: bag.id })
          expect(detail.pieces).toBe(detail.rows.length)
          expect(counted[bag.id]).toEqual({ pieces: detail.pieces, weightKg: detail.weightKg })
        }
        for (const batch of batches) {
          const detail = await users[1].call(outBatches.queryById, { id: batch.id })
          expect(detail.pieces).toBe(detail.rows.length)
          expect(detail.loose + detail.bags.reduce((sum, { pieces: n }) => sum + n, 0)).toBe(
            detail.pieces,
          )
        }
      },
    ),
    { numRuns: 12 },
  )
})
