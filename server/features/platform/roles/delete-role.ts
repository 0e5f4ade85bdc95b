import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { roles, type roleCalls } from '#contracts/platform/roles.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { deleteRow } from '#server/kit/resource/resource-write.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { requireStaff } from './role-hooks.ts'
import { requireOwnRole } from './role-rights.ts'

export async function deleteRole(ctx: Ctx, { id }: In<typeof roleCalls.delete>): Promise<null> {
  await remove(ctx, id)
  return null
}

export function deleteRoles(
  ctx: Ctx,
  { ids }: In<typeof roleCalls.deleteBatch>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, (tx, id) => remove(tx, id))
}

/** A role goes once nobody holds it: taking rights from people is done by name, not by the way. */
function remove(ctx: Ctx, id: string): Promise<string> {
  requireStaff(ctx)
  return inTx(ctx, async (tx) => {
    const role = await requireOwnRole(tx, id)
    if (role.builtIn) fail('role.builtIn', { label: role.name })
    if (role.users > 0) fail('role.held', { label: role.name, role: role.name, count: role.users })
    await deleteRow(tx, roles, id)
    return role.name
  })
}
