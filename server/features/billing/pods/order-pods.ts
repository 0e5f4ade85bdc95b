import { sql } from 'kysely'
import type { orderPods } from '#contracts/billing/order-pods.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { idList, type BulkResult } from '#contracts/kit/envelope.ts'
import { lockFbaOrder, lockFbaOrders, requireSeen } from '#server/features/orders/fba/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { readFile } from '#server/kit/files/stored-files.ts'
import { fail, failFields, failMissing, failUnauthorised } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { askCarriers } from './ask-carrier.ts'
import { attachFile } from './attach-file.ts'
import { missRow, rejectRow, requestRow, verifyRow } from './change-pods.ts'
import { expectOrderPods } from './expect-pods.ts'
import { lockPod, type PodRow } from './lock-pods.ts'

type Ids = { ids: readonly string[]; versions?: Record<string, number> | undefined }

/** The proofs of delivered orders, one by one; one that is not yet expected is from now on. */
function eachOrder(
  ctx: Ctx,
  { ids, versions }: Ids,
  work: (tx: Tx, row: PodRow) => Promise<string>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const order = await lockFbaOrder(tx, id, null, name, versions?.[id])
      if (order.deliveryState !== 'DELIVERED')
        fail('pod.notDelivered', { label: order.serialNumber })
      await expectOrderPods(tx, [id])
      const { rows } = await sql<{ id: string }>`select p.id from ${tx.rows('pod').as('p')}
        where p.shipment_id = ${id} and p.parcel_id is null`.execute(tx.db)
      await work(tx, await lockPod(tx, rows[0]?.id ?? failMissing(), () => undefined))
      return order.serialNumber
    },
    lockFbaOrders,
  )
}

export async function requestOfOrders(
  ctx: Ctx,
  sent: In<typeof orderPods.request>,
): Promise<BulkResult> {
  const done = await eachOrder(ctx, sent, requestRow)
  await askCarriers(ctx)
  return done
}
export const verifyOfOrders = (ctx: Ctx, sent: In<typeof orderPods.verify>): Promise<BulkResult> =>
  eachOrder(ctx, sent, verifyRow)
export const rejectOfOrders = (ctx: Ctx, sent: In<typeof orderPods.reject>): Promise<BulkResult> =>
  eachOrder(ctx, sent, (tx, row) => rejectRow(tx, row, sent.reason))
export const missOfOrders = (ctx: Ctx, sent: In<typeof orderPods.miss>): Promise<BulkResult> =>
  eachOrder(ctx, sent, (tx, row) => missRow(tx, row, sent.reason ?? null))

/** One file for all orders of a delivery; each has it as its own, so that none depends on another. */
export async function uploadToOrders(
  ctx: Ctx,
  { ids }: In<typeof orderPods.upload>,
): Promise<BulkResult> {
  const sent = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  const named = ids ?? idList.safeParse(sent.fields.ids ?? '').data
  if (!named) failFields([{ path: 'ids', code: 'field.required' }])
  return eachOrder(ctx, { ids: named }, (tx, row) =>
    attachFile(tx, row, { name: sent.name, bytes: sent.bytes, source: 'order' }),
  )
}

/** The proof of an order, for all users who see the order. */
export async function readOrderPod(
  ctx: Ctx,
  { id }: In<typeof orderPods.file>,
): Promise<FileReply> {
  await requireSeen(ctx, id)
  const { rows } = await sql<{ podFileId: string | null }>`select f.pod_file_id
    from ${ctx.rows('fbaOrder').as('f')} where f.id = ${id}`.execute(ctx.db)
  const row = rows[0] ?? failMissing()
  const file = await readFile(ctx, row.podFileId ?? fail('pod.noFile'))
  return new FileReply(file.name, file.type, file.bytes)
}
