import { sql } from 'kysely'
import type { WaybillKind } from '#contracts/depot/waybills.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { failConflict, failMissing } from '#server/kit/http/errors.ts'

export interface Waybill {
  id: string
  version: number
  no: string
  kind: WaybillKind
  leg: number
  status: string
  depotId: string
  masterNo: string | null
  vehicle: string | null
  origin: string | null
  destination: string | null
  etd: string | null
  eta: string | null
  pieces: number
  weight: string
  closedAt: string | null
  timeZone: string
}

const columns = sql`w.id, w.version, w.no, w.kind, w.leg, w.status, w.depot_id, w.master_no,
  w.vehicle, w.origin, w.destination, w.etd::text as etd, w.eta::text as eta, w.pieces,
  w.weight::text as weight, w.closed_at,
  (select d.time_zone from depot d where d.tenant_id = w.tenant_id and d.id = w.depot_id) as time_zone`

export async function loadWaybill(ctx: Ctx, id: string): Promise<Waybill> {
  const { rows } = await sql<Waybill>`select ${columns}
    from ${ctx.rows('waybillBatch').as('w')} where w.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/** A waybill batch locked; `open`: one that was closed is a conflict that names it. */
export async function lockWaybill(tx: Tx, id: string, open = true): Promise<Waybill> {
  const { rows } = await sql<Waybill>`select ${columns} from waybill_batch as w
    where ${tx.rows('waybillBatch').where('w')} and w.id = ${id} for update`.execute(tx.db)
  const row = rows[0] ?? failMissing()
  if (open && row.closedAt !== null) failConflict('waybill.closed', null, { label: row.no })
  return row
}

/** Pieces and weight of a waybill batch and of its house waybills, counted again. */
export async function recount(tx: Tx, waybill: Waybill): Promise<void> {
  // Parcels beyond the caller's reach fly along and count.
  const whole = acrossTenantTx(tx)
  const hawbs = await sql<{ id: string; pieces: number; weight: string }>`select h.id,
      count(p.id)::int as pieces, coalesce(sum(coalesce(p.measured_weight, p.weight)), 0)::text as weight
    from ${whole.rows('houseWaybill').as('h')}
      left join ${whole.rows('waybillParcel').as('x')} on x.house_id = h.id
      left join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
    where h.waybill_id = ${waybill.id} group by h.id, h.pieces, h.weight
    having count(p.id) <> h.pieces
      or coalesce(sum(coalesce(p.measured_weight, p.weight)), 0) <> h.weight
    order by h.id`.execute(tx.db)
  for (const { id, pieces, weight } of hawbs.rows)
    await change(whole, 'houseWaybill', id, { pieces, weight })
  const { rows } = await sql<{ pieces: number; weight: string }>`select count(*)::int as pieces,
      coalesce(sum(coalesce(p.measured_weight, p.weight)), 0)::text as weight
    from ${whole.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
    where x.waybill_id = ${waybill.id}`.execute(tx.db)
  const { pieces, weight } = rows[0]!
  await change(tx, 'waybillBatch', waybill, { pieces, weight })
}
