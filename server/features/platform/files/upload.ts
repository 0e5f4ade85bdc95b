import { CODES } from '#contracts/kit/envelope.ts'
import { PICTURE_BYTES } from '#contracts/platform/operations/files.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { storeUpload } from '#server/kit/files/uploads.ts'
import { fail, failUnauthorised, Refusal } from '#server/kit/http/errors.ts'
import { SuccessReply, type Upload } from '#server/kit/http/http-side.ts'

/** The file this call brought. */
export async function sentFile(ctx: Ctx): Promise<Upload> {
  return await (ctx.http ?? failUnauthorised('session.missing')).upload()
}

/** Stores a file for a day: a record that names it keeps it. Answers its path as the message. */
export async function upload(ctx: Ctx): Promise<SuccessReply<null>> {
  const { name, bytes } = await sentFile(ctx)
  return new SuccessReply(CODES.ok, await storeUpload(ctx, { name, bytes }), null)
}

/** What is wrong with a file that is no sound picture. */
const NO_PICTURE: readonly string[] = ['file.type', 'file.mismatch', 'file.picture', 'file.empty']

/** Stores the picture of a person this call brought, and answers its path. */
export async function storePicture(ctx: Ctx): Promise<string> {
  const { name, bytes } = await sentFile(ctx)
  try {
    const limits = { types: PICTURES, bytes: PICTURE_BYTES }
    return await storeUpload(ctx, { name, bytes, limits })
  } catch (error) {
    if (error instanceof Refusal && NO_PICTURE.includes(error.code)) fail('account.noPicture')
    throw error
  }
}
