import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { roleList, type roles } from '#contracts/platform/access/roles.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { deleteRow, deleteRows } from '#server/kit/resource/resource-write.ts'
import { roleHooks } from './role-hooks.ts'

export async function deleteRole(ctx: Ctx, { id }: In<typeof roles.delete>): Promise<null> {
  await deleteRow(ctx, roleList, id, roleHooks)
  return null
}

export async function deleteRoles(
  ctx: Ctx,
  { ids }: In<typeof roles.deleteBatch>,
): Promise<BulkResult> {
  return deleteRows(ctx, roleList, ids, roleHooks)
}
