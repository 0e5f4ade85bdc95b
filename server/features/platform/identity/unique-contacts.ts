import { sql } from 'kysely'
import type { identity } from '#contracts/platform/session/identity.ts'
import { barePhone } from '#contracts/platform/session/identity.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { beginAttempt, isContactTaken } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { receiverOf, verifyCode } from './codes.ts'
import { openDb, registeringTenant } from './identity-config.ts'

export interface ContactNames {
  username?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
}

/** The contact a registration is proven by: the phone where one is given. */
export const provenContact = ({ phone }: ContactNames): 'phone' | 'email' =>
  phone ? 'phone' : 'email'

/**
 * Which of them are taken, over the whole installation. The contact the registration is proven
 * by is taken by who proved it before, and by all users of other tenants. `exceptId`: a
 * registration that is being decided.
 */
export async function takenContacts(
  ctx: Ctx,
  { username, email, phone }: ContactNames,
  { tenantId, exceptId = '0' }: { tenantId: string; exceptId?: string },
): Promise<'username' | 'phone' | 'email' | null> {
  const free = sql`false`
  const db = openDb(ctx)
  const has = (kind: 'phone' | 'email', value: string | null | undefined) =>
    value
      ? isContactTaken(ctx, kind, value, {
          provenIn: provenContact({ phone }) === kind ? tenantId : null,
        })
      : Promise.resolve(false)
  const [phoneTaken, emailTaken] = [await has('phone', phone), await has('email', email)]
  const found = await sql<{ username: boolean; phone: boolean; email: boolean }>`select
    ${
      username
        ? sql`exists (select 1 from sys_user u where lower(u.username) = lower(${username}))
      or exists (select 1 from registration r
        where r.state = 'pending'
          and r.id <> ${exceptId} and lower(r.username) = lower(${username}))`
        : free
    } as username,
    ${
      phone
        ? sql`${phoneTaken} or exists (select 1 from registration r
        where r.state = 'pending' and r.id <> ${exceptId} and r.phone = ${phone})`
        : free
    } as phone,
    ${
      email
        ? sql`${emailTaken} or exists (select 1 from registration r
        where r.state = 'pending'
          and r.id <> ${exceptId} and lower(r.email) = lower(${email}))`
        : free
    } as email`.execute(db)
  const row = found.rows[0]!
  return row.username ? 'username' : row.phone ? 'phone' : row.email ? 'email' : null
}

/**
 * wire.md §4.3: free succeeds, taken is refused. The true answer goes only to those who register and
 * has proven a phone or mail address by its code; to all others all names are free.
 */
export async function requireUniqueContacts(
  ctx: Ctx,
  { username, email, phone, smscode, tenant }: In<typeof identity.checkOnlyUser>,
): Promise<boolean> {
  const receiver = phone ?? email
  const registering = smscode && receiver ? await registeringTenant(ctx, tenant) : null
  if (!smscode || !receiver || !registering) return true
  const attempt = await beginAttempt(ctx, `code:${receiverOf(receiver).value}`, 'none')
  if (!(await verifyCode(ctx, receiver, 'register', smscode))) return true
  await attempt.giveBack()
  const contacts = { username, email, phone: phone ? barePhone(phone) : undefined }
  if (await takenContacts(ctx, contacts, registering)) fail('user.exists')
  return true
}
