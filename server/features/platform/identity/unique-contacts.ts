import { sql } from 'kysely'
import type { identity } from '#contracts/platform/identity.ts'
import { barePhone } from '#contracts/platform/identity.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { openDb } from './identity-config.ts'

export interface ContactNames {
  username?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Which of them somebody has. Over the whole house: a number or address of two people would sign in neither.
 * `exceptId`: a registration that is being decided.
 */
export async function takenContacts(
  ctx: Ctx,
  { username, email, phone }: ContactNames,
  exceptId = '0',
): Promise<'username' | 'phone' | 'email' | null> {
  const free = sql`false`
  const found = await sql<{ username: boolean; phone: boolean; email: boolean }>`select
    ${username ? sql`exists (select 1 from sys_user u where lower(u.username) = lower(${username})) or exists (select 1 from registration r where r.state = 'pending' and r.id <> ${exceptId} and lower(r.username) = lower(${username}))` : free} as username,
    ${phone ? sql`exists (select 1 from sys_user u where u.phone = ${phone} and u.del_flag = 0) or exists (select 1 from registration r where r.state = 'pending' and r.id <> ${exceptId} and r.phone = ${phone})` : free} as phone,
    ${email ? sql`exists (select 1 from sys_user u where lower(u.email) = lower(${email}) and u.del_flag = 0) or exists (select 1 from registration r where r.state = 'pending' and r.id <> ${exceptId} and lower(r.email) = lower(${email}))` : free} as email`.execute(
    openDb(ctx),
  )
  const row = found.rows[0]!
  return row.username ? 'username' : row.phone ? 'phone' : row.email ? 'email' : null
}

/** wire.md §4.3: free succeeds, taken is refused. Held back like sign-ins, because it tells. */
export async function requireUniqueContacts(
  ctx: Ctx,
  { username, email, phone }: In<typeof identity.checkOnlyUser>,
): Promise<boolean> {
  if (await takenContacts(ctx, { username, email, phone: phone ? barePhone(phone) : undefined }))
    fail('user.exists')
  return true
}
