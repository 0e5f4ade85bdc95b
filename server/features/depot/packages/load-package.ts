import { sql } from 'kysely'
import { OUT_PACKAGE } from '#contracts/depot/scans.states.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import type { LockedPackage } from './lock-package.ts'
import { undoScansOf } from '#server/features/depot/scans/index.ts'

const tenantOf = (tx: Tx) => asSystem(tx, tx.principal.tenantId)

/** The parcels in a bag, whatever the caller's reach: all of them go with it. */
export async function parcelsIn(tx: Tx, packageId: string): Promise<string[]> {
  const { rows } = await sql<{ parcelId: string }>`select o.parcel_id
    from ${tenantOf(tx).rows('outPackageParcel').as('o')}
    where o.package_id = ${packageId} order by o.parcel_id`.execute(tx.db)
  return rows.map(({ parcelId }) => parcelId)
}

/** Bags that are on an outbound batch, or no longer. */
export async function setLoaded(
  tx: Tx,
  bags: readonly LockedPackage[],
  batchId: string | null,
): Promise<void> {
  await changeMany(tx, 'outPackage', bags, {
    batchId,
    status: batchId === null ? OUT_PACKAGE.closed : OUT_PACKAGE.loaded,
  })
}

/** The bags of a batch, by id. Locked after it. */
export async function bagsOn(tx: Tx, batchId: string): Promise<LockedPackage[]> {
  const { rows } = await sql<LockedPackage>`select b.id, b.no, b.status, b.depot_id, b.one_service,
      b.one_target, b.max_pieces, b.max_grams, b.tare_grams, b.batch_id, b.version
    from out_package as b where ${tenantOf(tx).rows('outPackage').where('b')}
      and b.batch_id = ${batchId} order by b.id for update`.execute(tx.db)
  return rows
}

/** A batch has left, or is open again: so are its bags and what is in them. */
export async function setShipped(
  tx: Tx,
  bags: readonly LockedPackage[],
  shipped: boolean,
): Promise<void> {
  if (bags.length === 0) return
  await changeMany(tx, 'outPackage', bags, {
    status: shipped ? OUT_PACKAGE.shipped : OUT_PACKAGE.loaded,
  })
  await sql`update out_package_parcel as o set open = ${!shipped}
    where ${tenantOf(tx).rows('outPackageParcel').where('o')}
      and o.package_id = any(${bags.map(({ id }) => id)}::bigint[])`.execute(tx.db)
}

/** Parcels that stay behind lie in no bag any longer. */
export async function dropFromBags(tx: Tx, parcelIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ packageId: string; parcelId: string }>`
    delete from out_package_parcel as o
    where ${tenantOf(tx).rows('outPackageParcel').where('o')} and o.open
      and o.parcel_id = any(${parcelIds}::bigint[])
    returning o.package_id, o.parcel_id`.execute(tx.db)
  for (const [packageId, gone] of Map.groupBy(rows, (row) => row.packageId))
    await undoScansOf(tx, {
      station: 'bag',
      batchId: packageId,
      parcelIds: gone.map(({ parcelId }) => parcelId),
    })
}
