import { sql } from 'kysely'
import { UNDO_SECONDS, UNDO_SECONDS_LEAD } from '#contracts/depot/scans.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import type { ScanEffect, StationKind } from './scan-rows.ts'

/** A scan as it was logged. */
export interface OwnScan {
  id: string
  station: string
  parcelId: string | null
  batchId: string | null
  data: { effect?: ScanEffect } | null
  createBy: string
  undoneAt: string | null
  age: number
}

/** Seconds the caller may take back a scan of their own. */
export function undoSeconds(ctx: Ctx): number {
  return ctx.can('wh:pred:edit') ? UNDO_SECONDS_LEAD : UNDO_SECONDS
}

/**
 * The caller's own scan, locked, with what it changed; refused where it may no longer be taken
 * back.
 */
export async function lockOwnScan(
  tx: Tx,
  id: string,
  stations: readonly StationKind[],
): Promise<{ scan: OwnScan; effect: ScanEffect }> {
  const found = await sql<OwnScan>`select l.id, l.station, l.parcel_id, l.batch_id, l.data,
        l.create_by, l.undone_at,
        extract(epoch from clock_timestamp() - l.create_time)::float8 as age
    from scan_log as l
    where ${tx.rows('scanLog').where('l')} and l.id = ${id}
      and l.station = any(${stations}::text[]) order by l.id for update`.execute(tx.db)
  const scan = found.rows[0] ?? failMissing()
  const effect = scan.data?.effect
  if (scan.createBy !== tx.principal.username) fail('scan.notYours')
  if (scan.undoneAt !== null) failConflict('scan.alreadyUndone')
  if (!effect) fail('scan.noEffect')
  if (scan.age > undoSeconds(tx)) fail('scan.tooLate', { seconds: undoSeconds(tx) })
  return { scan, effect }
}

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await sql`update scan_log as l set undone_at = now()
    where ${tx.rows('scanLog').where('l')} and l.id = ${id}`.execute(tx.db)
}

/** What changed the parcel after this scan and still counts, newest first. */
export async function laterEffects(tx: Tx, scan: OwnScan): Promise<OwnScan[]> {
  const found = await sql<OwnScan>`select l.id, l.station, l.parcel_id, l.batch_id, l.data,
      l.create_by, l.undone_at, 0::float8 as age
    from ${tx.rows('scanLog').as('l')}
    where l.parcel_id = ${scan.parcelId} and l.id > ${scan.id} and l.undone_at is null
      and l.data ? 'effect' order by l.id desc`.execute(tx.db)
  return found.rows
}

/** Scans that put parcels on a list they were taken off again count no more. */
export async function undoScansOf(
  tx: Tx,
  {
    station,
    batchId,
    parcelIds,
  }: { station: StationKind; batchId: string; parcelIds: readonly string[] },
): Promise<void> {
  await sql`update scan_log as l set undone_at = now()
    where ${tx.rows('scanLog').where('l')} and l.station = ${station} and l.batch_id = ${batchId}
      and l.parcel_id = any(${parcelIds}::bigint[]) and l.code = 200
      and l.undone_at is null`.execute(tx.db)
}
