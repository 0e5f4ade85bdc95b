import { sql } from 'kysely'
import type { Perm } from '#contracts/perms.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  NOTICE_ACTIONS,
  whyNotNotice,
  type NoticeAction,
} from '#contracts/orders/stock/stock.states.ts'
import type { NoticeDetail, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'

interface Head {
  id: string
  version: number
  no: string
  status: string
  customerId: string
  customerName: string
  depotId: string
  depotCode: string
  expectedDate: string | null
  reference: string | null
  carrier: string | null
  remark: string | null
  closedAt: string | null
  createBy: string | null
  createTime: string
}
interface Line {
  id: string
  skuId: string
  sku: string
  nameCn: string | null
  nameEn: string | null
  lotTracked: boolean
  expiryTracked: boolean
  expected: number
  received: number
}
interface Receipt {
  id: string
  skuId: string
  quantity: number
  lot: string | null
  expiryDate: string | null
  place: string
  createBy: string | null
  createTime: string
}

const PERMS: Record<NoticeAction, Perm> = {
  edit: 'stock:notice:edit',
  delete: 'stock:notice:delete',
  announce: 'stock:notice:announce',
  receive: 'stock:notice:receive',
  close: 'stock:notice:close',
}

/** A notice with its lines, what was received of them, and what may be done now. */
export async function readNotice(ctx: Ctx, { id }: { id: string }): Promise<NoticeDetail> {
  const head =
    (
      await sql<Head>`select n.id, n.version, n.no, n.status, n.customer_id,
          c.name as customer_name, n.depot_id, d.code as depot_code, n.expected_date, n.reference,
          n.carrier, n.remark, n.closed_at, n.create_by, n.create_time
        from ${ctx.rows('stockNotice').as('n')}
          join customer c on c.tenant_id = n.tenant_id and c.id = n.customer_id
          join depot d on d.tenant_id = n.tenant_id and d.id = n.depot_id
        where n.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const lines = await sql<Line>`select l.id, l.sku_id, k.sku, k.name_cn, k.name_en, k.lot_tracked,
      k.expiry_tracked, l.expected, l.received
    from ${ctx.rows('stockNoticeLine').as('l')}
      join stock_sku k on k.tenant_id = l.tenant_id and k.id = l.sku_id
    where l.notice_id = ${id} order by l.id`.execute(ctx.db)
  const receipts = await sql<Receipt>`select e.id, e.sku_id, e.quantity, e.lot, e.expiry_date,
      p.code as place, e.create_by, e.create_time
    from ${asSystem(ctx, ctx.principal.tenantId).rows('stockEntry').as('e')}
      join stock_place p on p.tenant_id = e.tenant_id and p.id = e.place_id
    where e.ref_kind = 'notice' and e.ref_id = ${id} order by e.id desc limit 500`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  return {
    ...head,
    status_dictText: texts('stock_notice_status', head.status),
    lines: lines.rows.map((line) => ({ ...line, difference: line.received - line.expected })),
    receipts: receipts.rows,
    actions: Object.fromEntries(
      (Object.keys(NOTICE_ACTIONS) as NoticeAction[]).map((action) => [
        action,
        ctx.can(PERMS[action]) ? whyNotNotice(action, head.status) : 'access.denied',
      ]),
    ),
  }
}

/** The customer, and the pieces announced, received, short and over, per notice. */
export async function countNotices(
  ctx: Ctx,
  { ids }: In<typeof stockNotices.counts>,
): Promise<Out<typeof stockNotices.counts>> {
  const found = await sql<{
    id: string
    customerName: string
    expected: number
    received: number
    short: number
    over: number
  }>`select n.id, c.name as customer_name,
      coalesce(sum(l.expected), 0)::int as expected,
      coalesce(sum(l.received), 0)::int as received,
      coalesce(sum(greatest(l.expected - l.received, 0)), 0)::int as short,
      coalesce(sum(greatest(l.received - l.expected, 0)), 0)::int as over
    from ${ctx.rows('stockNotice').as('n')}
      join customer c on c.tenant_id = n.tenant_id and c.id = n.customer_id
      left join stock_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id
    where n.id = any(${ids}::bigint[]) group by n.id, c.name`.execute(ctx.db)
  return Object.fromEntries(found.rows.map(({ id, ...counts }) => [id, counts]))
}
