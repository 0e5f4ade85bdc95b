import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { KINDS, kindOf } from '#contracts/orders/kinds/kinds.ts'
import { CLOSED_MIXED, ENDED, FLAG, PARCEL } from '#contracts/orders/shipments.states.ts'
import type { FileKind } from '#contracts/platform/operations/files.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { kindCondition, mayWithKind } from './kind-access.ts'
import { noteSteps } from './order-history.ts'

/** Files of any kind of order: who sees the order reads them, who edits orders changes them. */
export const ORDER_FILES = 'shipment'

interface Row {
  id: string
  serialNumber: string
  kind: string
  customerId: string
  status: number
  flags: number
}
async function seen(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const known = ids.filter((id) => isId(id))
  const { rows } = await sql<Row>`select s.id, s.serial_number, s.shipment_resource as kind,
      s.customer_id, s.shipment_status as status, s.flags
    from ${ctx.rows('shipment').as('s')}
    where s.id = any(${known}::bigint[]) and ${kindCondition(ctx, 's')}`.execute(ctx.db)
  return rows
}

/** Orders that ended without a way to the consignee keep the files they have. */
const DEAD: readonly number[] = [PARCEL.CANCELLED, PARCEL.REVOKED]
const OUT: readonly number[] = [
  PARCEL.OUTBOUND,
  PARCEL.IN_TRANSIT,
  PARCEL.EXCEPTION,
  PARCEL.RETURNING,
  PARCEL.RETURNED,
  PARCEL.DELIVERED,
  CLOSED_MIXED,
]

/**
 * We add files to an order until it is cancelled or revoked, also after delivery; its customer until
 * it ended. A proof of delivery comes from us once something has left; orders to a warehouse from a
 * list have theirs with the delivery.
 */
function isOpen(ctx: Ctx, { kind, status, flags }: Row, file: FileKind): boolean {
  const ours = ctx.principal.customerId === null
  if (!mayWithKind(ctx, 'edit', kind) || DEAD.includes(status)) return false
  if (file === 'pod')
    return (
      ours &&
      !kindOf(kind).can.hasCartons &&
      (OUT.includes(status) || (flags & FLAG.partOutbound) !== 0)
    )
  return ours || !(ENDED.includes(status) || status === CLOSED_MIXED)
}

offerFileOwner({
  kind: ORDER_FILES,
  kinds: {
    attachment: {},
    document: {},
    pod: { types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] },
  },
  readable: async (ctx, ids) =>
    KINDS.some(({ code }) => mayWithKind(ctx, 'list', code))
      ? new Map((await seen(ctx, ids)).map(({ id, serialNumber }) => [id, serialNumber]))
      : new Map<string, string>(),
  mayChange: async (ctx, id, kind) => {
    const [row] = await seen(ctx, [id])
    return row !== undefined && isOpen(ctx, row, kind)
  },
  existing: async (ctx, ids) => {
    const known = ids.filter((id) => isId(id))
    const { rows } = await sql<{ id: string }>`select s.id from ${ctx.rows('shipment').as('s')}
      where s.id = any(${known}::bigint[])`.execute(ctx.db)
    return new Set(rows.map(({ id }) => id))
  },
  customerOf: async (ctx, id) => (await seen(ctx, [id]))[0]?.customerId ?? null,
  added: (tx, id, name) => noteSteps(tx, [{ shipmentId: id, action: 'fileAdd', name }]),
  removed: (tx, id, name) => noteSteps(tx, [{ shipmentId: id, action: 'fileDelete', name }]),
})
