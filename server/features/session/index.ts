import { sql } from 'kysely'
import { session } from '#contracts/session.ts'
import { executorOf, type Ctx } from '#server/kit/ctx.ts'
import { feature } from '#server/kit/feature.ts'
import { drawCaptcha } from './captcha.ts'
import { login } from './login.ts'
import { getUserPermissionByToken } from './menu.ts'
import type { Principals } from './principals.ts'
import { tokenHash } from './tokens.ts'

export { hashPassword } from './passwords.ts'
export { principals, type Principals } from './principals.ts'

/** Signing in and out, and what the signed-in user sees. */
export function sessionCalls(known: Principals) {
  return feature(session, {
    login,
    randomImage: drawCaptcha,
    logout: async (ctx: Ctx) => {
      await sql`delete from sys_session where token_hash = ${tokenHash(ctx.http?.token ?? '')}`.execute(executorOf(ctx))
      known.forget()
      return null
    },
    getUserPermissionByToken,
  })
}
