import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { missingAtGate } from '#contracts/depot/fba-waybills.states.ts'
import type { fbaWaybills, Slot } from '#contracts/depot/fba-waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translate } from '#server/kit/http/texts.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { loadFbaWaybill } from './lock-fba-waybill.ts'

const DAY = 86_400_000
const BOARD_DAYS = 14

interface Wanted {
  id?: string | null
  from?: string | null
}
interface SlotRow {
  id: string
  no: string
  status: string
  warehouseCode: string
  day: string
  from: string
  to: string
  dock: string | null
  appointmentNo: string | null
  pieces: number
  changed: boolean
  lateDays: number | null
}

/** One truck's slot, or those of two weeks, by the warehouse's clock; lateness from the linehaul's one arrival. */
async function slots(ctx: Ctx, { id = null, from = null }: Wanted): Promise<Slot[]> {
  const { rows } = await sql<SlotRow>`select w.id, w.no, w.status, w.warehouse_code,
      to_char(w.slot_from at time zone f.time_zone, 'YYYY-MM-DD') as day,
      to_char(w.slot_from at time zone f.time_zone, 'HH24:MI') as from,
      to_char(w.slot_to at time zone f.time_zone, 'HH24:MI') as to,
      w.dock, w.appointment_no, w.pieces, w.booked_pieces is distinct from w.pieces as changed,
      nullif(greatest(0, b.eta - (w.slot_from at time zone f.time_zone)::date), 0) as late_days
    from ${ctx.rows('fbaWaybill').as('w')}
      join fba_warehouse f on f.tenant_id = w.tenant_id and f.code = w.warehouse_code
      left join waybill_batch b on b.tenant_id = w.tenant_id and b.id = w.waybill_id
    where w.slot_from is not null and (${id}::bigint is null or w.id = ${id}::bigint)
      and (${from}::date is null or (w.slot_from at time zone f.time_zone)::date
        between ${from}::date and ${from}::date + ${BOARD_DAYS - 1}::int)
    order by w.warehouse_code, w.slot_from, w.id limit 500`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  return rows.map((row) => ({ ...row, status_dictText: texts('fba_waybill_status', row.status) }))
}

export function readBoard(
  ctx: Ctx,
  { from }: In<typeof fbaWaybills.board>,
): Promise<Out<typeof fbaWaybills.board>> {
  return slots(ctx, { from })
}

interface OrderRow {
  id: string
  serialNumber: string
  customerName: string
  fbaCode: string
  referenceId: string | null
  pieces: number
  grams: string
}

export async function readFbaWaybill(
  ctx: Ctx,
  { id }: In<typeof fbaWaybills.detail>,
): Promise<Out<typeof fbaWaybills.detail>> {
  const truck = await loadFbaWaybill(ctx, id)
  const { rows } = await sql<OrderRow>`select o.order_id as id, o.serial_number,
      c.name as customer_name, o.fba_code, o.reference_id, o.pieces, o.weight::text as grams
    from ${ctx.rows('fbaWaybillOrder').as('o')}
      join customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where o.fba_waybill_id = ${id} order by o.fba_code, o.serial_number`.execute(ctx.db)
  const [slot] = await slots(ctx, { id })
  const { version, no, status, warehouseCode, storageFrom, endedAt, attempts } = truck
  const until = endedAt ? Date.parse(endedAt) : now()
  return {
    id,
    version,
    no,
    status,
    warehouseCode,
    timeZone: truck.timeZone ?? 'UTC',
    slot: slot ?? null,
    orders: rows.map(({ grams, ...row }) => ({ ...row, weightKg: gramsToKg(Number(grams)) })),
    missing: missingAtGate(truck).map((key) => translate(ctx.lang, 'fba-waybills', key)),
    attempts,
    storageDays:
      storageFrom === null
        ? null
        : Math.max(0, Math.floor((until - Date.parse(storageFrom)) / DAY)) + 1,
  }
}
