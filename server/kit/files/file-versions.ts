import { sql } from 'kysely'
import { executorOf, type Ctx } from '../access/ctx.ts'
import { change } from '../db/change.ts'
import { inTx } from '../db/tx.ts'
import { failConflict, failDenied } from '../http/errors.ts'
import { fileOwner } from './file-owners.ts'
import { fileRow, storeFile, type StoredFile } from './stored-files.ts'

/** A file of a record the caller may change. */
async function changeable(ctx: Ctx, id: string): Promise<StoredFile> {
  const row = await fileRow(ctx, id)
  if (!(await fileOwner(row.ownerKind).mayChange(ctx, row.ownerId, row.kind))) failDenied()
  return row
}

/** A new file takes the place of one; that one stays as an earlier version. */
export function replaceFile(
  ctx: Ctx,
  id: string,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<StoredFile> {
  return inTx(ctx, async (tx) => {
    const row = await changeable(tx, id)
    const owner = fileOwner(row.ownerKind)
    const { rows } = await sql<{ customerId: string | null; replacedById: string | null }>`select
        f.customer_id, f.replaced_by_id from stored_file as f
      where f.tenant_id = ${tx.principal.tenantId} and f.id = ${id} for update`.execute(
      executorOf(tx),
    )
    if (rows[0]?.replacedById) failConflict('file.replaced', { label: row.name })
    const next = await storeFile(tx, {
      ownerKind: row.ownerKind,
      ownerId: row.ownerId,
      kind: row.kind,
      name,
      bytes,
      customerId: rows[0]?.customerId ?? null,
      limits: { ...owner.kinds[row.kind], count: Infinity },
    })
    await change(tx, 'storedFile', { id }, { replacedById: next.id })
    return next
  })
}

/** Words a file is found by. */
export async function tagFile(ctx: Ctx, id: string, tags: string | null): Promise<void> {
  await inTx(ctx, async (tx) => {
    await changeable(tx, id)
    await change(tx, 'storedFile', { id }, { tags })
  })
}
