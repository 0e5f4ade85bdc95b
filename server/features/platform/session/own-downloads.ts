import { sql } from 'kysely'
import { STATIC } from '#contracts/kit/static-files.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { DOWNLOAD } from '#server/kit/files/uploads.ts'
import { resolveApiKey } from './api-key.ts'
import { cookieNamed, tokenHash } from './tokens.ts'

/** Sent with the sign-in, good for nothing but files made for its person. */
const DOWNLOAD_COOKIE = 'parcelyard_files'

export const downloadCookie = (base: string, value: string): string =>
  `${DOWNLOAD_COOKIE}=${value}; Path=${base}${STATIC}/imports`

/**
 * Whether the call is this person's. A link of a page is opened without a header: then it is
 * known by the cookie of the browser, also that of who acts as them.
 */
async function isOf(ctx: Ctx, userId: string): Promise<boolean> {
  const { http } = ctx
  const key = http?.header('x-api-key')
  if (http && key !== undefined)
    return (await resolveApiKey(executorOf(ctx), key, http.ip))?.userId === userId
  const cookie = cookieNamed(DOWNLOAD_COOKIE, http?.header('cookie'))
  const hash = (secret: string | null | undefined) => (secret ? tokenHash(secret) : null)
  const found = await sql<{ one: number }>`select 1 as one from sys_session s
      join sys_user u on u.id = s.user_id left join sys_session o on o.id = s.actor_session
      where s.user_id = ${userId} and s.expires_at > now() and u.status = 1 and u.del_flag = 0
        and (s.token_hash = ${hash(http?.token)}
          or ${hash(cookie)} in (s.cookie_hash, o.cookie_hash))
      limit 1`.execute(executorOf(ctx))
  return found.rows.length > 0
}

/** What a person asked for is theirs. */
offerFileOwner({
  kind: DOWNLOAD,
  kinds: {},
  readable: async (ctx, ids) => {
    const { userId, realname } = ctx.principal
    return new Map(ids.filter((id) => id === userId).map((id) => [id, realname] as const))
  },
  mayChange: async (ctx, id) => id === ctx.principal.userId,
  existing: async (_ctx, ids) => new Set(ids),
  opens: isOf,
})
