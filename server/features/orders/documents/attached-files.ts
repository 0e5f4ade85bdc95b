import { sql } from 'kysely'
import { ORDER_FILES } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bytesOf, fileRow, filesOf, type StoredFile } from '#server/kit/files/stored-files.ts'

/** Files of one answer are in memory together. */
export const FILES_BYTES = 200 * 1024 * 1024

/**
 * The files of orders the caller sees, by order, with the proof of delivery; of more than fit those
 * that still do.
 */
export async function attachedFiles(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ files: ReadonlyMap<string, StoredFile[]>; tooLarge: ReadonlySet<string> }> {
  const all = [...(await filesOf(ctx, ORDER_FILES, ids)), ...(await proofsOf(ctx, ids))]
  const files = Map.groupBy(all, ({ ownerId }) => ownerId)
  const tooLarge = new Set<string>()
  let sum = 0
  for (const id of ids) {
    const size = (files.get(id) ?? []).reduce((total, file) => total + file.size, 0)
    if (sum + size > FILES_BYTES) tooLarge.add(id)
    else sum += size
  }
  return { files, tooLarge }
}

/** By order. Of proofs sent one after another the one that counts; the box labels are no files of an order. */
async function proofsOf(ctx: Ctx, ids: readonly string[]): Promise<StoredFile[]> {
  const { rows } = await sql<{ id: string; podFileId: string }>`select f.id, f.pod_file_id
    from ${ctx.rows('fbaOrder').as('f')}
    where f.id = any(${ids}::bigint[]) and f.pod_file_id is not null`.execute(ctx.db)
  const proofs: StoredFile[] = []
  for (const { id, podFileId } of rows)
    proofs.push({ ...(await fileRow(ctx, podFileId)), ownerId: id })
  return proofs
}

/** As entries of a zip; files of one name get a number. */
export async function readAttached(
  ctx: Ctx,
  orders: readonly { orderNo: string; files: readonly StoredFile[] }[],
): Promise<{ name: string; bytes: Buffer }[]> {
  const read: { name: string; bytes: Buffer }[] = []
  for (const { orderNo, files } of orders) {
    const taken = new Set<string>()
    for (const file of files)
      read.push({
        name: `${orderNo}/${freeName(taken, file.name)}`,
        bytes: await bytesOf(ctx, file),
      })
  }
  return read
}

function freeName(taken: Set<string>, name: string): string {
  const end = name.lastIndexOf('.')
  const [start, ending] = end > 0 ? [name.slice(0, end), name.slice(end)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${start} (${number})${ending}`
  taken.add(free)
  return free
}
