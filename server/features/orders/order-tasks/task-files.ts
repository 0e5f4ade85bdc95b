import { sql } from 'kysely'
import { TASK_FILE_DAYS, type OrderTaskDetail } from '#contracts/orders/order-tasks.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { linkOf } from '#server/kit/files/file-links.ts'
import { filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'

/** What a task printed is the user's who started it. */
export const TASK_FILES = 'order_task'
/** Labels of a part are larger than what people send. */
const BYTES = 200 * 1024 * 1024

async function existing(ctx: Ctx, ids: readonly string[], userId: string | null) {
  const known = ids.filter((id) => /^\d{1,18}$/.test(id))
  const { rows } = await sql<{ id: string }>`select k.id from ${ctx.rows('orderTask').as('k')}
    where k.id = any(${known}::bigint[])
      and (${userId}::bigint is null or k.user_id = ${userId}::bigint)`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

offerFileOwner({
  kind: TASK_FILES,
  kinds: {},
  readable: async (ctx, ids) =>
    new Map([...(await existing(ctx, ids, ctx.principal.userId))].map((id) => [id, id] as const)),
  mayChange: () => Promise.resolve(false),
  existing: (ctx, ids) => existing(ctx, ids, null),
})

/** Keeps what a part of a task printed; it counts to the tenant, and goes by itself. */
export async function keepFile(
  tx: Tx,
  task: { id: string },
  { name, content }: { name: string; content: FileReply['content'] },
): Promise<void> {
  await storeFile(tx, {
    ownerKind: TASK_FILES,
    ownerId: task.id,
    name,
    bytes: content as Buffer,
    kind: 'document',
    limits: { bytes: BYTES, count: Infinity },
    days: TASK_FILE_DAYS,
  })
}

/** Files of a task of the caller's, oldest first. */
export async function taskFiles(ctx: Ctx, id: string): Promise<OrderTaskDetail['files']> {
  const files = await filesOf(ctx, TASK_FILES, [id])
  return files.map((file) => ({
    id: file.id,
    name: file.name,
    size: file.size,
    url: linkOf(ctx, file),
    expiresAt: file.expiresAt,
  }))
}
