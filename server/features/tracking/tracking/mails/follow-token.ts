import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '#server/kit/access/ctx.ts'

const SIGNED = /^(\d{1,12})-(\d{1,18})-([0-9a-f]{40})$/

const sign = (ctx: Ctx, tenantId: string, id: string): string =>
  createHmac('sha256', ctx.deps.env.secretKey)
    .update(`news by mail ${tenantId}:${id}`)
    .digest('hex')
    .slice(0, 40)

/** What a link in a mail carries: only who got the mail has it. */
export const followToken = (ctx: Ctx, tenantId: string, id: string): string =>
  `${tenantId}-${id}-${sign(ctx, tenantId, id)}`

/** Whose link it is; null for any other text. */
export function readToken(ctx: Ctx, token: string): { tenantId: string; id: string } | null {
  const [, tenantId, id, given] = SIGNED.exec(token) ?? []
  if (!tenantId || !id || !given) return null
  const right = timingSafeEqual(Buffer.from(given), Buffer.from(sign(ctx, tenantId, id)))
  return right ? { tenantId, id } : null
}
