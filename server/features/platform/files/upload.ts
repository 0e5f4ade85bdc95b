import { PICTURE_BYTES } from '#contracts/platform/files.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { fail, failUnauthorised, Refusal } from '#server/kit/http/errors.ts'
import { SuccessReply } from '#server/kit/http/http-side.ts'
import { cleanPicture } from './clean-picture.ts'

/** Stores a picture for a day: a record that names it keeps it. Answers its path as the message. */
export async function upload(ctx: Ctx): Promise<SuccessReply<null>> {
  return new SuccessReply(CODES.ok, await storePicture(ctx, 'upload.noPicture'), null)
}

/** Stores the picture this call brought, without all that nobody sees, and answers its path. */
export async function storePicture(
  ctx: Ctx,
  refusal: 'upload.noPicture' | 'account.noPicture',
): Promise<string> {
  const sent = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  if (sent.bytes.length > PICTURE_BYTES)
    throw new Refusal('request.tooLarge', { body: CODES.tooLarge, http: 413 })
  const clean = cleanPicture(sent.bytes) ?? fail(refusal)
  const ending = clean.type.slice('image/'.length)
  return await storeFile(
    ctx,
    'pictures',
    { name: `picture.${ending}`, type: clean.type, bytes: clean.bytes },
    ending,
  )
}
