import type { files } from '#contracts/platform/files.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { readStoredFile } from '#server/kit/files/stored-files.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'

/** A stored file, to who knows its address. A picture's address never shows another picture. */
export async function read(ctx: Ctx, { kind, name }: In<typeof files.read>): Promise<FileReply> {
  const file = (await readStoredFile(ctx, `${kind}/${name}`)) ?? failMissing()
  ctx.http?.setHeader(
    'Cache-Control',
    kind === 'pictures' ? 'private, max-age=86400, immutable' : 'no-store',
  )
  return new FileReply(file.name, file.type, file.bytes)
}
