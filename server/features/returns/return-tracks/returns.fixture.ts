import sharp from 'sharp'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import { returnConfigList } from '#contracts/returns/return-configs.ts'
import type { ReturnScanResult } from '#contracts/returns/return-tracks.shapes.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import type { Answer, Client, World } from '#test/harness.ts'

let numbers = 0
/** A number that was not used in this run. */
export const freshNo = (prefix = 'RX'): string =>
  `${prefix}${Date.now().toString(36).toUpperCase()}${++numbers}`

export const scanIn = async (
  world: World,
  no: string,
  more: Record<string, unknown> = {},
  by?: Client,
) =>
  (await (by ?? (await world.as('warehouse'))).post(returnStation.scan.path, {
    no,
    depotId: await world.depotId('FRA1'),
    place: 'R-01',
    ...more,
  })) as Answer<ReturnScanResult>

/** Receives a box nothing is known of and answers its id. */
export async function unconfirmed(
  world: World,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { result } = await scanIn(world, freshNo(), more)
  return result.id!
}

export const track = async (world: World, id: string) =>
  (await world.as('manager')).call(returnTracks.queryById, { id })

export const distributed = async (world: World, id: string, customerId = world.customerId) =>
  (await world.as('manager')).call(returnPools.distribute, {
    ids: [id],
    customerId,
    reason: 'invoice inside',
  })

/** Terms of everyone with fees; amounts in EUR. */
export async function terms(world: World, change: Record<string, unknown> = {}) {
  const boss = await world.as('manager')
  const known = await boss.call(returnConfigList.endpoints.list, {})
  const [row] = known.records as { id: string; version: number; customerId: string | null }[]
  const values = {
    photoMin: 1,
    notify: true,
    feesFrom: 'distribute',
    instructDays: 14,
    freeDays: 60,
    currency: 'EUR',
    feeReceive: '1.50',
    feeRestock: '0.80',
    feeRelabel: '1.20',
    feeForward: '2.00',
    feeDestroy: '3.00',
    feeHandBack: '1.00',
    feeStorage: '0.10',
    destroyLimit: '20.00',
    ...change,
  }
  return row && row.customerId === null
    ? boss.call(returnConfigList.endpoints.edit, { id: row.id, version: row.version, ...values })
    : boss.call(returnConfigList.endpoints.add, values)
}

export async function addPhoto(world: World, id: string): Promise<void> {
  const bytes = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#a0522d' },
  })
    .jpeg()
    .toBuffer()
  const done = await (
    await world.as('warehouse')
  ).upload(recordFiles.upload.path, 'box.jpg', bytes, {
    ownerKind: 'return_track',
    ownerId: id,
    kind: 'photo',
  })
  if (!done.success) throw new Error(done.message)
}

/** What a customer was charged in all, in minor units. */
export async function charged(world: World, customerId = world.customerId): Promise<bigint> {
  const found = await world.db.pool.query<{ sum: string }>(
    `select coalesce(-sum(e.amount), 0)::text as sum from ledger_entry e
       join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
     where e.tenant_id = $1 and a.customer_id = $2 and a.kind = 'customer'`,
    [world.tenantId, customerId],
  )
  return BigInt(found.rows[0]!.sum)
}
