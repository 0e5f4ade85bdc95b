import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { CODES, type BulkResult } from '#contracts/kit/envelope.ts'
import type { orderChanges } from '#contracts/orders/order-changes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { requireKind } from '../rows/kind-access.ts'
import { lockOrders } from '../parcels/lock-order.ts'
import { change } from '#server/kit/db/change.ts'

/** As many characters as the form of an order takes. */
const REMARK_MAX = 500

/** Adds a line to the remarks of orders, or replaces them. */
export function remarkOrders(
  ctx: Ctx,
  { ids, remark, replace }: In<typeof orderChanges.remark>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      await lockOrders(tx, [id])
      const found = await sql<{
        serialNumber: string
        kind: string
        remark: string | null
      }>`select s.serial_number, s.shipment_resource as kind, s.remark
        from ${tx.rows('shipment').as('s')} where s.id = ${id}`.execute(tx.db)
      const row = found.rows[0]
      if (!row) throw new Refusal('row.missing', { body: CODES.missing })
      requireKind(tx, 'edit', row.kind)
      name(row.serialNumber)
      const next = replace || !row.remark ? remark : `${row.remark}\n${remark}`
      if (next.length > REMARK_MAX) fail('shipment.remarkTooLong', { max: REMARK_MAX })
      await change(tx, 'shipment', { id }, { remark: next })
      return row.serialNumber
    },
    lockOrders,
  )
}
