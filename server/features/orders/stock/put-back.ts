import { sql } from 'kysely'
import { NOTICE } from '#contracts/orders/stock/stock.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { OrderLine } from './order-lines.ts'
import type { Reservation } from './reservations.ts'

/**
 * Announces pieces that were picked for an order that ended: they lie on no shelf until the depot
 * has received them back, on the place it names.
 */
export async function announcePutBack(
  tx: Tx,
  line: OrderLine,
  picked: readonly Reservation[],
): Promise<void> {
  const bySku = Map.groupBy(picked, ({ skuId }) => skuId)
  const [no] = await nextSerialNumbers(tx, 'stock_notice', 'GN', 1)
  const remark = translate(tx.lang, 'stock', 'putBack.remark', { no: line.orderNo })
  const made = await sql<{ id: string }>`insert into stock_notice (tenant_id, no, customer_id,
      depot_id, status, put_back, reference, remark, create_by)
    values (${tx.principal.tenantId}, ${no}, ${line.customerId}, ${line.depotId},
      ${NOTICE.announced}, true, ${line.orderNo}, ${remark}, ${tx.principal.username})
    returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await sql`insert into stock_notice_line (tenant_id, notice_id, sku_id, expected)
    select ${tx.principal.tenantId}::bigint, ${id}::bigint, x.sku_id, x.expected
    from unnest(${[...bySku.keys()]}::bigint[],
      ${[...bySku.values()].map((some) => some.reduce((sum, one) => sum + one.picked, 0))}::int[])
      as x(sku_id, expected)`.execute(tx.db)
  await tx.audit('stock_notice', id, 'add', null, { no, reference: line.orderNo, remark })
}
