import { sql } from 'kysely'
import { OUT_PACKAGE, whyNotPackage, type PackageAction } from '#contracts/depot/scans.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'

export interface LockedPackage {
  id: string
  no: string
  status: string
  depotId: string
  oneService: boolean
  oneTarget: string | null
  maxPieces: number
  maxGrams: string
  tareGrams: string
  batchId: string | null
  version: number
}

/**
 * A bag locked for an action: those who fill it come after one another, so that its rules and its
 * counters are right. It is locked after outbound batches and before orders and parcels.
 */
export async function lockPackage(
  tx: Tx,
  id: string,
  action: PackageAction,
): Promise<LockedPackage> {
  const [found] = await lockPackages(tx, [id])
  return openFor(tx, found ?? failMissing(), action)
}

/** Several of them, by id. */
export async function lockPackages(tx: Tx, ids: readonly string[]): Promise<LockedPackage[]> {
  const { rows } = await sql<LockedPackage>`select b.id, b.no, b.status, b.depot_id, b.one_service,
      b.one_target, b.max_pieces, b.max_grams, b.tare_grams, b.batch_id, b.version
    from out_package as b where ${tx.rows('outPackage').where('b')}
      and b.id = any(${ids}::bigint[]) order by b.id for update`.execute(tx.db)
  return rows
}

/** The bag, refused by a conflict that names its state where the action is not open. */
export async function openFor(
  ctx: Ctx,
  found: LockedPackage,
  action: PackageAction,
): Promise<LockedPackage> {
  const closed = whyNotPackage(action, found.status)
  if (!closed) return found
  const texts = await dictTexts(ctx)
  failConflict(closed, null, {
    label: found.no,
    status: texts('out_package_status', found.status),
  })
}

/** The bag of this number within the caller's reach. */
export async function packageByNo(ctx: Ctx, no: string): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string }>`select b.id from ${ctx.rows('outPackage').as('b')}
    where b.no = ${no.trim().toUpperCase()}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The bag a parcel is in until it has left. */
export async function bagOf(
  ctx: Ctx,
  parcelId: string,
): Promise<{ id: string; no: string; fromState: number } | null> {
  const { rows } = await sql<{ id: string; no: string; fromState: number }>`select b.id, b.no,
      o.from_state
    from ${ctx.rows('outPackageParcel').as('o')}
      join out_package b on b.tenant_id = o.tenant_id and b.id = o.package_id
    where o.parcel_id = ${parcelId} and o.open`.execute(ctx.db)
  return rows[0] ?? null
}

export const isLoaded = ({ status }: { status: string }): boolean =>
  status === OUT_PACKAGE.loaded || status === OUT_PACKAGE.shipped
