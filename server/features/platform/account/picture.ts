import { sql } from 'kysely'
import type { account } from '#contracts/platform/session/account.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { storePicture } from '#server/features/platform/files/index.ts'
import { claimUpload, removeAt } from '#server/kit/files/uploads.ts'
import { ownInfo } from './own-info.ts'
import { ownDb } from './own-account.ts'

/**
 * The caller's picture. It gets a new address each time: what a browser has kept under an old one
 * is never shown for it.
 */
export async function savePicture(ctx: Ctx): Promise<Out<typeof account.savePicture>> {
  return await inTx(ctx, async (tx) => {
    const path = await storePicture(tx)
    await claimUpload(tx, path, {
      ownerKind: 'user',
      ownerId: tx.principal.userId,
      kind: 'picture',
    })
    return await point(tx, path)
  })
}

export async function removePicture(ctx: Ctx): Promise<Out<typeof account.removePicture>> {
  return await inTx(ctx, (tx) => point(tx, null))
}

async function point(tx: Tx, avatar: string | null): Promise<Out<typeof account.savePicture>> {
  const before = (
    await sql<{
      avatar: string | null
    }>`select avatar from sys_user where id = ${tx.principal.userId} for update`.execute(ownDb(tx))
  ).rows[0]
  await removeAt(tx, before?.avatar ?? null)
  await sql`update sys_user
    set avatar = ${avatar}, version = version + 1, update_by = ${tx.principal.username},
      update_time = now() where id = ${tx.principal.userId}`.execute(ownDb(tx))
  await tx.audit('sys_user', tx.principal.userId, 'edit', before ?? null, { avatar })
  return { userInfo: await ownInfo(tx) }
}
