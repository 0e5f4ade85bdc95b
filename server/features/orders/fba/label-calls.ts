import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText, type BulkResult } from '#contracts/kit/envelope.ts'
import type { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { writeContents } from '#server/kit/files/stored-contents.ts'
import { readFile, removeRows, storeFile } from '#server/kit/files/stored-files.ts'
import { joinPdfs } from '#server/kit/pdf/join-pdfs.ts'
import {
  fail,
  failFields,
  failMissing,
  failUnauthorised,
  Refusal,
} from '#server/kit/http/errors.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { splitLabels, type CutLabel } from './box-labels/split-labels.ts'
import { FBA_FILES } from './file-owner.ts'
import { lockFbaOrders } from './lock-fba-orders.ts'
import { requireSeen, seenCondition } from './require-seen.ts'

/** Labels an order may have in addition to one per carton: sheets sent again, others' labels among them. */
const SPARE = 300

interface Order {
  id: string
  customerId: string
  serialNumber: string
}
async function orderOf(ctx: Ctx, id: string): Promise<Order> {
  await requireSeen(ctx, id)
  const { rows } = await sql<Order>`select f.id, f.customer_id, f.serial_number
    from ${ctx.rows('fbaOrder').as('f')} where f.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/**
 * Splits the customer's PDF into labels and gives each carton the one that names it. A label that
 * names no carton is kept in addition. A newer label takes the place of an older one.
 */
export async function uploadLabels(
  ctx: Ctx,
  { id: given }: In<typeof fbaOrders.uploadLabels>,
): Promise<Out<typeof fbaOrders.uploadLabels>> {
  const sent = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  const id = given ?? idText.safeParse(sent.fields.id ?? '').data
  if (!id) failFields([{ path: 'id', code: 'field.required' }])
  const order = await orderOf(ctx, id)
  const labels = await splitLabels(ctx, sent.bytes)
  // The contents are in the store before the transaction that names them.
  await writeContents(
    ctx,
    labels.map(({ bytes }) => bytes),
  )
  const name = sent.name.replace(/\.pdf$/i, '')
  return await inTx(ctx, async (tx) => {
    await lockFbaOrders(tx, [id])
    const { rows: cartons } = await sql<{ id: string; boxCode: string | null }>`select p.id,
        p.fba_code as box_code
      from ${tx.rows('parcel').as('p')} where p.shipment_id = ${id}`.execute(tx.db)
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n
      from ${tx.rows('fbaLabel').as('l')} where l.shipment_id = ${id}`.execute(tx.db)
    if ((counted[0]?.n ?? 0) + labels.length > cartons.length + SPARE) fail('fba.labelsTooMany')
    const byCode = new Map(cartons.map(({ id: parcelId, boxCode }) => [boxCode, parcelId]))
    const taken = new Set<string>()
    for (const label of labels) {
      const parcelId = label.code === null ? undefined : byCode.get(label.code)
      const own = parcelId !== undefined && !taken.has(parcelId) ? parcelId : null
      if (own !== null) taken.add(own)
      await storeLabel(tx, order, label, { name, parcelId: own })
    }
    await tx.audit('fba_order', id, 'edit', null, {
      labels: `${sent.name}: ${labels.length}`,
      matched: taken.size,
    })
    return { labels: labels.length, matched: taken.size, open: labels.length - taken.size }
  })
}

async function storeLabel(
  tx: Tx,
  order: Order,
  label: CutLabel,
  { name, parcelId }: { name: string; parcelId: string | null },
): Promise<void> {
  const file = await storeFile(tx, {
    ownerKind: FBA_FILES,
    ownerId: order.id,
    name: `${label.code ?? `${name}-${label.page}-${label.place}`}.pdf`,
    bytes: label.bytes,
    kind: 'boxLabel',
    customerId: order.customerId,
    limits: { types: ['application/pdf'], count: 1_000 },
  })
  if (parcelId !== null) await freeCarton(tx, parcelId)
  await sql`insert into fba_label (tenant_id, shipment_id, parcel_id, file_name, page, place,
      box_code, found_by, file_id, create_by)
    values (${tx.principal.tenantId}, ${order.id}, ${parcelId}, ${name}, ${label.page},
      ${label.place}, ${label.code}, ${label.foundBy}, ${file.id}, ${tx.principal.username})`.execute(
    tx.db,
  )
}

const freeCarton = (tx: Tx, parcelId: string) =>
  sql`update fba_label as l set parcel_id = null
    where ${tx.rows('fbaLabel').where('l')} and l.parcel_id = ${parcelId}`.execute(tx.db)

interface Label {
  id: string
  shipmentId: string
  parcelId: string | null
  boxCode: string | null
  fileId: string
}
async function lockLabel(tx: Tx, id: string): Promise<Label> {
  const first = await sql<{ shipmentId: string }>`select l.shipment_id
    from ${tx.rows('fbaLabel').as('l')} where l.id = ${id}`.execute(tx.db)
  const shipmentId = first.rows[0]?.shipmentId
  if (shipmentId === undefined) throw new Refusal('row.missing', { body: CODES.missing })
  await requireSeen(tx, shipmentId)
  await lockFbaOrders(tx, [shipmentId])
  const { rows } = await sql<Label>`select l.id, l.shipment_id, l.parcel_id, l.box_code, l.file_id
    from ${tx.rows('fbaLabel').as('l')} where l.id = ${id}`.execute(tx.db)
  if (!rows[0]) throw new Refusal('row.missing', { body: CODES.missing })
  return rows[0]
}

/** Sets which carton of its order a label is of; the label it had is of none then. */
export async function assignLabel(
  ctx: Ctx,
  { id, parcelId = null }: In<typeof fbaOrders.assignLabel>,
): Promise<null> {
  await inTx(ctx, async (tx) => {
    const label = await lockLabel(tx, id)
    if (parcelId !== null) {
      const { rows } = await sql`select 1 from ${tx.rows('parcel').as('p')}
        where p.id = ${parcelId} and p.shipment_id = ${label.shipmentId}`.execute(tx.db)
      if (rows.length === 0) fail('fba.otherOrder')
      await freeCarton(tx, parcelId)
    }
    await sql`update fba_label as l set parcel_id = ${parcelId}
      where ${tx.rows('fbaLabel').where('l')} and l.id = ${id}`.execute(tx.db)
    await tx.audit('fba_label', id, 'edit', { parcelId: label.parcelId }, { parcelId })
  })
  return null
}

export const removeLabels = (
  ctx: Ctx,
  { ids }: In<typeof fbaOrders.removeLabels>,
): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const label = await lockLabel(tx, id)
    await sql`delete from fba_label as l
      where ${tx.rows('fbaLabel').where('l')} and l.id = ${id}`.execute(tx.db)
    await removeRows(tx, sql`f.id = ${label.fileId}`)
    await tx.audit('fba_label', id, 'delete', { boxCode: label.boxCode }, null)
    return label.boxCode
  })

/** None is printed where any of them is out of the caller's sight. */
async function requireAll(ctx: Ctx, ids: readonly string[], single: boolean): Promise<void> {
  const { rows } = await (
    single
      ? sql`select 1 from ${ctx.rows('fbaLabel').as('l')}
          where l.id = any(${ids}::bigint[]) and ${seenCondition(ctx, 'l.shipment_id')}`
      : sql`select 1 from ${ctx.rows('fbaOrder').as('f')}
          where f.id = any(${ids}::bigint[]) and ${seenCondition(ctx, 'f.id')}`
  ).execute(ctx.db)
  if (rows.length < new Set(ids).size) failMissing()
}

/** Labels of cartons by order and carton, or single ones, as one PDF: all or none. */
export async function printLabels(
  ctx: Ctx,
  wanted: In<typeof fbaOrders.printLabels>,
): Promise<FileReply> {
  const single = wanted.labelIds !== undefined
  const ids = wanted.labelIds ?? wanted.ids ?? []
  await requireAll(ctx, ids, single)
  const { rows } = await sql<{ fileId: string }>`select l.file_id
    from ${ctx.rows('fbaLabel').as('l')}
    left join parcel p on p.tenant_id = l.tenant_id and p.id = l.parcel_id
    where ${single ? sql`l.id = any(${ids}::bigint[])` : sql`l.shipment_id = any(${ids}::bigint[]) and l.parcel_id is not null`}
    order by ${single ? sql`array_position(${ids}::bigint[], l.id)` : sql`array_position(${ids}::bigint[], l.shipment_id), p.seq`}`.execute(
    ctx.db,
  )
  if (rows.length === 0) fail('fba.noLabels')
  const parts: Buffer[] = []
  for (const { fileId } of rows) parts.push((await readFile(ctx, fileId)).bytes)
  return new FileReply('box-labels.pdf', 'application/pdf', Buffer.from(await joinPdfs(parts)))
}
