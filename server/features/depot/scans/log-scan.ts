import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'

/** What a scan changed, stored so that it can be undone. */
export interface ScanEffect {
  /** State the parcel came from; absent where only a row of a batch was made. */
  from?: number
  /** Predicted row that was met or, for an unknown number, made. */
  rowId?: string
  measured?: boolean
  /** Measures before this scan. */
  before?: Record<string, number | null>
  /** The scan itself held the parcel. */
  held?: boolean
  /** State a parcel was in before its measures held it. */
  heldFrom?: number
}
export interface LoggedScan {
  station: 'into' | 'measure' | 'out'
  no: string
  /** Body code of the answer (wire.md §14.2) and the words that go with it. */
  code: number
  words: string
  data: Record<string, unknown>
  parcelId: string | null
  batchId: string | null
  depotId: string | null
  /** What to look at although the scan went through. */
  warn?: readonly { code: string; data: Record<string, unknown> }[]
  effect?: ScanEffect
}

/**
 * Notes a scan whatever came of it: the station's list, the undo and later questions read from
 * here.
 */
export async function logScan(tx: Tx, scan: LoggedScan): Promise<string> {
  const data = {
    words: scan.words,
    data: scan.data,
    ...(scan.warn?.length ? { warn: scan.warn } : {}),
    ...(scan.effect ? { effect: scan.effect } : {}),
  }
  const done = await sql<{
    id: string
  }>`insert into scan_log (tenant_id, station, no, code, parcel_id, batch_id, depot_id, data,
      create_by)
    values (${tx.principal.tenantId}, ${scan.station}, ${scan.no}, ${scan.code}, ${scan.parcelId},
      ${scan.batchId}, ${scan.depotId}, ${JSON.stringify(data)}::jsonb, ${tx.principal.username})
      returning id`.execute(tx.db)
  return done.rows[0]!.id
}
