import { sql } from 'kysely'
import type { Perm } from '#contracts/perms.ts'
import {
  COUNT,
  COUNT_ACTIONS,
  whyNotCount,
  type CountAction,
} from '#contracts/orders/stock/stock.states.ts'
import type { CountDetail } from '#contracts/orders/stock/stock-counts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'

interface Head {
  id: string
  version: number
  no: string
  status: string
  depotId: string
  depotCode: string
  tolerance: number
  countedBy: string | null
  countedAt: string | null
  approvedBy: string | null
  approvedAt: string | null
  remark: string | null
  createBy: string | null
  createTime: string
}
interface Line {
  id: string
  customerName: string
  sku: string
  nameCn: string | null
  nameEn: string | null
  lot: string | null
  expiryDate: string | null
  place: string
  expected: number | null
  counted: number | null
}

const PERMS: Record<CountAction, Perm> = {
  enter: 'stock:count:enter',
  submit: 'stock:count:enter',
  approve: 'stock:count:approve',
  recount: 'stock:count:approve',
  drop: 'stock:count:add',
}

/** Whether a line differs by more than the tolerance, in per cent of what should be there. */
export const isBeyond = (
  line: { expected: number | null; counted: number | null },
  tolerance: number,
): boolean =>
  line.expected !== null &&
  line.counted !== null &&
  Math.abs(line.counted - line.expected) * 100 > line.expected * tolerance

/** A count with its lines; what should be there is shown once it was handed in. */
export async function readCount(ctx: Ctx, { id }: { id: string }): Promise<CountDetail> {
  const head =
    (
      await sql<Head>`select c.id, c.version, c.no, c.status, c.depot_id, d.code as depot_code,
          c.tolerance, c.counted_by, c.counted_at, c.approved_by, c.approved_at, c.remark,
          c.create_by, c.create_time
        from ${ctx.rows('stockCount').as('c')}
          join depot d on d.tenant_id = c.tenant_id and d.id = c.depot_id
        where c.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const lines = await sql<Line>`select l.id, u.name as customer_name, k.sku, k.name_cn, k.name_en,
      b.lot, b.expiry_date, p.code as place, l.expected, l.counted
    from ${ctx.rows('stockCountLine').as('l')}
      join stock_balance b on b.tenant_id = l.tenant_id and b.id = l.balance_id
      join customer u on u.tenant_id = b.tenant_id and u.id = b.customer_id
      join stock_sku k on k.tenant_id = b.tenant_id and k.id = b.sku_id
      join stock_place p on p.tenant_id = b.tenant_id and p.id = b.place_id
    where l.count_id = ${id} order by p.code, k.sku, l.id`.execute(ctx.db)
  const handedIn = head.status === COUNT.toApprove || head.status === COUNT.done
  const texts = await dictTexts(ctx)
  return {
    ...head,
    status_dictText: texts('stock_count_status', head.status),
    lines: lines.rows.map((line) => ({
      ...line,
      expected: handedIn ? line.expected : null,
      difference:
        handedIn && line.counted !== null && line.expected !== null
          ? line.counted - line.expected
          : null,
      beyond: handedIn && isBeyond(line, head.tolerance),
    })),
    actions: Object.fromEntries(
      (Object.keys(COUNT_ACTIONS) as CountAction[]).map((action) => [
        action,
        !ctx.can(PERMS[action])
          ? 'access.denied'
          : (whyNotCount(action, head.status) ??
            (action === 'approve' && head.countedBy === ctx.principal.username
              ? 'stockCount.ownCount'
              : null)),
      ]),
    ),
  }
}
