import type { Ctx } from '#server/kit/access/ctx.ts'
import { openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import type { Filled } from './mail-html.ts'

const place = (ctx: Ctx, id: string): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'sys_message',
  column: 'secret_enc',
  id,
})

/** The true words of a secret message, for its row. */
export const encryptText = (ctx: Ctx, id: string, words: Filled): string =>
  sealSecret(ctx.deps.env.secretKey, JSON.stringify(words), place(ctx, id))
export const decryptText = (ctx: Ctx, id: string, sealed: string): Filled =>
  JSON.parse(openSecret(ctx.deps.env.secretKey, sealed, place(ctx, id))) as Filled

/** Stars for every text among the values; numbers, which are how long and how many, stay. */
export function masked(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' ? '******' : Array.isArray(value) ? ['******'] : value,
    ]),
  )
}
