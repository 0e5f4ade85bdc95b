import { sql } from 'kysely'
import type { ScanRow } from '#contracts/depot/scans.ts'
import { RECENT_SCANS } from '#contracts/depot/scans.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { readableData } from './held-reason.ts'

interface Row {
  id: string
  no: string
  code: number
  createTime: string
  undoneAt: string | null
  trackNo: string | null
  parcelId: string | null
  data: {
    words?: string
    data?: Record<string, unknown>
    warn?: { code: string; data: Record<string, unknown> }[]
    effect?: object
  } | null
}

/**
 * The caller's last scans at these stations, of one batch where it is named, in the caller's words.
 * Those with an effect may be undone for so many seconds.
 */
export async function recentRows(
  ctx: Ctx,
  {
    stations,
    batchId = null,
  }: { stations: readonly ('into' | 'measure' | 'out')[]; batchId?: string | null },
  undoSeconds: number,
): Promise<ScanRow[]> {
  const logged =
    await sql<Row>`select l.id, l.no, l.code, l.create_time, l.undone_at, l.parcel_id, l.data,
        p.track_no
    from ${ctx.rows('scanLog').as('l')} left join ${ctx.rows('parcel').as('p')} on p.id = l.parcel_id
    where l.create_by = ${ctx.principal.username} and l.station = any(${stations}::text[])
      and (${batchId}::bigint is null or l.batch_id = ${batchId}::bigint)
      order by l.create_time desc, l.id desc limit ${RECENT_SCANS}`.execute(ctx.db)
  const now = Date.now()
  return Promise.all(
    logged.rows.map(async ({ data, ...row }) => {
      const until = Date.parse(row.createTime) + undoSeconds * 1000
      const open = data?.effect !== undefined && row.undoneAt === null && until > now
      return {
        ...row,
        message: data?.words
          ? translateError(ctx.lang, data.words, await readableData(ctx, data.data ?? {}))
          : '',
        warnings: (data?.warn ?? []).map((one) => translateError(ctx.lang, one.code, one.data)),
        undoUntil: open ? new Date(until).toISOString() : null,
      }
    }),
  )
}
