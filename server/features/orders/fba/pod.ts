import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { idList, type BulkResult } from '#contracts/kit/envelope.ts'
import type { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { readFile, storeFile } from '#server/kit/files/stored-files.ts'
import { fail, failFields, failMissing, failUnauthorised } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { changeOne, requireStaff } from './change-orders.ts'
import { FBA_FILES } from './file-owner.ts'
import { lockFbaOrders, type FbaOrder } from './lock-fba-orders.ts'
import { requireSeen } from './require-seen.ts'

const TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp']

/** One file for all orders of a delivery; each has it as its own, so that none depends on another. */
export async function uploadPod(
  ctx: Ctx,
  { ids }: In<typeof fbaOrders.uploadPod>,
): Promise<BulkResult> {
  requireStaff(ctx)
  const sent = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  const named = ids ?? idList.safeParse(sent.fields.ids ?? '').data
  if (!named) failFields([{ path: 'ids', code: 'field.required' }])
  return await eachRow(
    ctx,
    named,
    (tx, id, name) => changeOne(tx, id, { action: 'receivePod', change: attach }, name),
    lockFbaOrders,
  )
  async function attach(tx: Tx, row: FbaOrder) {
    const { id: podFileId } = await storeFile(tx, {
      ownerKind: FBA_FILES,
      ownerId: row.id,
      name: sent.name,
      bytes: sent.bytes,
      kind: 'pod',
      customerId: row.customerId,
      limits: { types: TYPES },
    })
    return { podFileId, podTime: nowIso(), podReason: null }
  }
}

/** The proof as it was sent, for all users who see the order. */
export async function readPod(ctx: Ctx, { id }: In<typeof fbaOrders.pod>): Promise<FileReply> {
  await requireSeen(ctx, id)
  const found = await sql<{ podFileId: string | null }>`select f.pod_file_id
    from ${ctx.rows('fbaOrder').as('f')} where f.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  const file = await readFile(ctx, row.podFileId ?? fail('fba.noPod'))
  return new FileReply(file.name, file.type, file.bytes)
}
