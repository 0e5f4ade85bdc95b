import type { files } from '#contracts/platform/operations/files.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { readLinked } from '#server/kit/files/file-links.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { readAt } from '#server/kit/files/uploads.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'

/**
 * A stored file, to who knows its address or has a link to it. A picture's address never shows
 * another picture. In place only pictures are shown, which were drawn again; a browser saves
 * everything else.
 */
export async function read(ctx: Ctx, { kind, name }: In<typeof files.read>): Promise<FileReply> {
  if (kind === 'link') {
    const linked = (await readLinked(ctx, name)) ?? failMissing()
    const seconds = Math.min(3_600, linked.secondsLeft)
    ctx.http?.setHeader('Cache-Control', `private, max-age=${seconds}`)
    return new FileReply(linked.name, linked.type, linked.bytes, {
      isInline: PICTURES.includes(linked.type),
    })
  }
  const file = (await readAt(ctx, `${kind}/${name}`)) ?? failMissing()
  ctx.http?.setHeader(
    'Cache-Control',
    kind === 'pictures' ? 'private, max-age=86400, immutable' : 'no-store',
  )
  return new FileReply(file.name, file.type, file.bytes)
}
