import type { Tx } from '#server/kit/access/ctx.ts'
import { nameFile, removeFile } from '#server/kit/files/stored-files.ts'
import { failFields } from '#server/kit/http/errors.ts'

/**
 * A record names another picture: one its editor uploaded before (`/sys/common/upload`), or none.
 * What was named before is removed.
 */
export async function nameAvatar(
  tx: Tx,
  sent: string | null | undefined,
  had: string | null,
): Promise<void> {
  if (sent === undefined || sent === had) return
  if (sent !== null && !(await nameFile(tx, 'pictures', sent)))
    failFields([{ path: 'avatar', code: 'field.ref' }])
  await removeFile(tx, had)
}
