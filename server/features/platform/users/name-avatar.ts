import type { Tx } from '#server/kit/access/ctx.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { claimUpload, removeAt } from '#server/kit/files/uploads.ts'
import { failFields } from '#server/kit/http/errors.ts'

/**
 * A user's record names another picture: one its editor uploaded before (`/sys/common/upload`), or none.
 * What was named before is removed.
 */
export async function nameAvatar(
  tx: Tx,
  userId: string,
  sent: string | null | undefined,
  had: string | null,
): Promise<void> {
  if (sent === undefined || sent === had) return
  const claim = { ownerKind: 'user', ownerId: userId, kind: 'picture', types: PICTURES } as const
  if (sent !== null && !(await claimUpload(tx, sent, claim)))
    failFields([{ path: 'avatar', code: 'field.ref' }])
  await removeAt(tx, had)
}
