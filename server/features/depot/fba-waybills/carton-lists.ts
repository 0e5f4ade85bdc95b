import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { fbaCartons } from '#contracts/depot/fba-waybills.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'

interface Head {
  orderId: string
  waybillNo: string
  status: string
  fbaCode: string
}
interface Carton {
  seq: number
  boxId: string | null
  no: string
  grams: number
  pallet: number | null
  receivedAt: string | null
  outboundAt: string | null
}

/** Cartons in the order of their numbers, which are numbers: 2 comes before 10. */
export async function readCartons(
  ctx: Ctx,
  { id }: In<typeof fbaCartons.cartons>,
): Promise<Out<typeof fbaCartons.cartons>> {
  const { orderId, waybillNo, status } = await headOf(ctx, id)
  const texts = await dictTexts(ctx)
  return {
    orderId,
    waybillNo,
    status,
    status_dictText: texts('fba_waybill_status', status),
    cartons: (await cartonsOf(ctx, orderId)).map(({ grams, ...row }) => ({
      ...row,
      weightKg: gramsToKg(grams),
    })),
  }
}

async function headOf(ctx: Ctx, id: string): Promise<Head> {
  const { rows } = await sql<Head>`select o.order_id, o.waybill_no, o.status, o.fba_code
    from ${ctx.rows('fbaWaybillOrder').as('o')} where o.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

async function cartonsOf(ctx: Ctx, orderId: string): Promise<Carton[]> {
  const { rows } = await sql<Carton>`select p.seq, p.fba_code as box_id,
      coalesce(p.track_no, p.serial_number) as no, coalesce(p.measured_weight, p.weight) as grams,
      p.pallet_no as pallet, p.received_at, p.outbound_at
    from ${ctx.rows('parcel').as('p')} where p.shipment_id = ${orderId}
    order by p.seq`.execute(ctx.db)
  return rows
}

export async function downloadCartons(
  ctx: Ctx,
  { id }: In<typeof fbaCartons.download>,
): Promise<FileReply> {
  const { orderId, fbaCode } = await headOf(ctx, id)
  const cartons = await cartonsOf(ctx, orderId)
  const column = (key: string, width: number, type: 'text' | 'number' = 'text') => ({
    title: translate(ctx.lang, 'fba-trucks', `carton.${key}`),
    width,
    type,
  })
  return sheetReply(fbaCode, {
    columns: [
      column('seq', 8, 'number'),
      column('boxId', 26),
      column('no', 24),
      column('weight', 12, 'number'),
      column('pallet', 8, 'number'),
    ],
    rows: cartons.map((one) => [one.seq, one.boxId, one.no, gramsToKg(one.grams), one.pallet]),
  })
}
