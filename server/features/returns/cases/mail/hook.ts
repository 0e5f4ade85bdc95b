import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { caseMails } from '#contracts/returns/cases/case-mail.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, Refusal } from '#server/kit/http/errors.ts'
import { mailboxOf, secretOf } from './mailbox.ts'
import { storeMail } from './take-in.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A mail server hands a mail over. A wrong secret and a tenant without one are refused alike. */
export async function takeFromHook(ctx: Ctx, { tenant }: In<typeof caseMails.mail>): Promise<null> {
  const found = await sql<{ id: string }>`select t.id from ${ctx.rows('tenant').as('t')}
    where t.code = ${tenant} and t.status = 1`.execute(ctx.db)
  const inside = found.rows[0] ? asSystem(ctx, found.rows[0].id) : null
  const mailbox = inside ? await mailboxOf(inside) : null
  const secret = inside && mailbox ? secretOf(inside, mailbox, 'hookSecretEnc') : null
  const given = (ctx.http?.header('authorization') ?? '').replace(/^Bearer\s+/i, '')
  if (inside === null || !secret || !timingSafeEqual(digest(given), digest(secret)))
    throw new Refusal('case.hookRefused', { body: CODES.unauthorised, http: 401 })
  const { bytes } = (await ctx.http?.upload()) ?? fail('file.empty')
  if (bytes.length === 0) fail('file.empty')
  await storeMail(inside, bytes)
  return null
}
