import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { STATIC } from '#contracts/kit/static-files.ts'
import type { Ctx } from '../access/ctx.ts'
import { perApp } from '../runtime/deps.ts'
import { contentOf, fileRow, rowWhere, type StoredFile } from './stored-files.ts'

/** A key of its own, so that nothing else the secret key signs can pass for a link. */
const linkKey = perApp(({ env }) => ({
  bytes: Buffer.from(hkdfSync('sha256', env.secretKey, '', 'parcelyard file links', 32)),
}))

const HOUR_S = 3_600
/** Longest life of a link. */
export const LINK_HOURS_MAX = 168
const TOKEN = /^(\d{1,19})\.(\d{1,19})\.(\d{10})\.([ft])\.([\w-]{43})$/

/** Only what we drew again is shown in place; everything else is a download. */
export interface LinkedFile {
  name: string
  type: string
  bytes: Buffer
  secondsLeft: number
}

/**
 * A link to a file for anyone who has it, until it expires. Checks that the caller may read the
 * record the file belongs to. `thumb`: the small picture, where there is one.
 */
export async function signedLink(
  ctx: Ctx,
  id: string,
  options: { hours?: number; thumb?: boolean } = {},
): Promise<string> {
  return linkOf(ctx, await fileRow(ctx, id), options)
}

/** The same for a row whose access has been checked. */
export function linkOf(
  ctx: Ctx,
  { id }: Pick<StoredFile, 'id'>,
  { hours = 1, thumb = false }: { hours?: number; thumb?: boolean } = {},
): string {
  // To the full hour: within it a list shows the same addresses, and browsers keep the pictures.
  const now = Math.floor(Date.now() / 1_000)
  const expires = (Math.ceil(now / HOUR_S) + Math.min(hours, LINK_HOURS_MAX)) * HOUR_S
  const text = `${ctx.principal.tenantId}.${id}.${expires}.${thumb ? 't' : 'f'}`
  return `${STATIC}/link/${text}.${signatureOf(ctx, text).toString('base64url')}`
}

const signatureOf = (ctx: Ctx, text: string): Buffer =>
  createHmac('sha256', linkKey.of(ctx.deps).bytes).update(text).digest()

/** What a link shows; null for one that expired, was changed, or whose file is gone. */
export async function readLinked(ctx: Ctx, token: string): Promise<LinkedFile | null> {
  const [, tenantId, id, expires, variant, sent] = TOKEN.exec(token) ?? []
  if (!tenantId || !id || !expires || !variant || !sent) return null
  const signature = signatureOf(ctx, `${tenantId}.${id}.${expires}.${variant}`)
  const given = Buffer.from(sent, 'base64url')
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) return null
  const secondsLeft = Number(expires) - Math.floor(Date.now() / 1_000)
  if (secondsLeft <= 0) return null
  const row = await rowWhere(ctx, sql`f.tenant_id = ${tenantId} and f.id = ${id}`)
  if (!row) return null
  const isThumb = variant === 't' && row.thumbHash !== null
  return {
    name: row.name,
    type: isThumb ? 'image/webp' : row.type,
    bytes: await contentOf(ctx, tenantId, isThumb ? row.thumbHash! : row.hash),
    secondsLeft,
  }
}
