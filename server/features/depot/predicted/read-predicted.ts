import type { Perm } from '#contracts/perms.ts'
import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { predictedBatches } from '#contracts/depot/predicted.ts'
import {
  DETAIL_ROWS,
  PREDICTED_ACTIONS,
  PREDICTED_BATCH,
  PREDICTED_ROW,
  whyNotPredicted,
  type PredictedAction,
} from '#contracts/depot/scans.states.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { countsOf } from './predicted-row.ts'

interface Head {
  id: string
  version: number
  no: string
  status: string
  customerId: string
  customerName: string
  depotId: string
  depotName: string
  depotCode: string
  expectedDate: string | null
  remark: string | null
  finishedAt: string | null
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
}
interface Row {
  id: string
  no: string
  parcelId: string | null
  /** The parcel is beyond the caller's reach: only the row's state is shown. */
  beyond: boolean
  status: string
  trackNo: string | null
  reference: string | null
  weight: number | null
  measuredWeight: number | null
  receivedAt: string | null
  scannedBy: string | null
}

/** A batch with its rows: what is outstanding first, then what was too much, then what came. */
export async function readPredicted(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Out<typeof predictedBatches.queryById>> {
  const head =
    (
      await sql<Head>`select b.*, c.name as customer_name, d.code as depot_code,
          d.name as depot_name from ${ctx.rows('predictedBatch').as('b')}
    join customer c on c.tenant_id = b.tenant_id and c.id = b.customer_id
    join depot d on d.tenant_id = b.tenant_id and d.id = b.depot_id where b.id = ${id}`.execute(
        ctx.db,
      )
    ).rows[0] ?? failMissing()
  const rows = (
    await sql<Row>`select r.id, r.no, r.parcel_id, r.parcel_id is not null
        and p.id is null as beyond, r.status, r.received_at, r.received_by as scanned_by, p.track_no,
        coalesce(p.reference, s.reference) as reference, p.weight, p.measured_weight
    from ${ctx.rows('predictedParcel').as('r')} left join ${ctx.rows('parcel').as('p')} on p.id = r.parcel_id
    left join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
    where r.batch_id = ${id} order by case r.status when '1' then 0 when '4' then 1
      else 2 end, r.received_at desc, r.id limit ${DETAIL_ROWS}`.execute(ctx.db)
  ).rows
  const texts = await dictTexts(ctx)
  const finished = head.status === PREDICTED_BATCH.finished
  return {
    id: head.id,
    version: head.version,
    no: head.no,
    status: head.status,
    status_dictText: texts('predicted_batch_status', head.status),
    customerId: head.customerId,
    customerId_dictText: head.customerName,
    depotId: head.depotId,
    depotId_dictText: head.depotName,
    depotCode: head.depotCode,
    expectedDate: head.expectedDate,
    remark: head.remark,
    finishedAt: head.finishedAt,
    createBy: head.createBy,
    createTime: head.createTime,
    updateBy: head.updateBy,
    updateTime: head.updateTime,
    counts: await countsOf(ctx, id),
    rows: rows.map(({ weight, measuredWeight, beyond, ...row }) => {
      const status =
        finished && row.status === PREDICTED_ROW.expected ? PREDICTED_ROW.missing : row.status
      return {
        ...row,
        ...(beyond ? { no: '', parcelId: null, receivedAt: null, scannedBy: null } : {}),
        status,
        status_dictText: texts('predicted_parcel_status', status),
        declaredWeightKg: weight === null ? null : gramsToKg(weight),
        measuredWeightKg: measuredWeight === null ? null : gramsToKg(measuredWeight),
      }
    }),
    actions: Object.fromEntries(
      (Object.keys(PREDICTED_ACTIONS) as PredictedAction[]).map((action) => [
        action,
        ctx.can(PERMS[action]) ? whyNotPredicted(action, head.status) : 'access.denied',
      ]),
    ),
  }
}

const PERMS: Record<PredictedAction, Perm> = {
  edit: 'wh:pred:edit',
  delete: 'wh:pred:delete',
  addParcels: 'wh:pred:edit',
  removeParcels: 'wh:pred:edit',
  receive: 'wh:in:scan',
  finish: 'wh:pred:finish',
}
