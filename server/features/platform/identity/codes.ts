import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { barePhone, PHONE } from '#contracts/platform/session/identity.ts'
import {
  channelTenantOf,
  findAccount,
  type Account,
} from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { keyedHash, openDb } from './identity-config.ts'

export type Purpose = 'login' | 'register' | 'forgot'
const TRIES = 5

/**
 * What a user typed to be found by: a mail address, a number, or a name. Equal ones read alike.
 */
export function receiverOf(typed: string): { kind: 'email' | 'phone' | 'name'; value: string } {
  const text = typed.trim()
  if (text.includes('@')) return { kind: 'email', value: text.toLowerCase() }
  const bare = barePhone(text)
  return PHONE.test(bare)
    ? { kind: 'phone', value: bare }
    : { kind: 'name', value: text.toLowerCase() }
}

/** Who is meant; a name made of digits is tried after the number. Only those who may sign in. */
export async function accountOf(ctx: Ctx, typed: string): Promise<Account | null> {
  const db = openDb(ctx)
  const { kind, value } = receiverOf(typed)
  const account =
    kind === 'email'
      ? await findAccount(db, { email: value })
      : kind === 'phone'
        ? ((await findAccount(db, { phone: value })) ??
          (await findAccount(db, { username: typed.trim() })))
        : await findAccount(db, { username: value })
  return account?.status === 1 ? account : null
}

export interface ValidCode {
  id: string
  userId: string | null
  sentBy: string | null
}

/**
 * Spends one of five tries at the newest code of a receiver and purpose; null where it does not
 * fit, is used up or too old. A right code stays good until `consumeCode`: a second factor may have
 * to be shown between the two.
 */
export async function verifyCode(
  ctx: Ctx,
  typed: string,
  purpose: Purpose,
  code: string,
): Promise<ValidCode | null> {
  const { value } = receiverOf(typed)
  const found = await sql<{
    id: string
    codeHash: Buffer
    userId: string | null
    sentTo: string | null
    sentBy: string | null
  }>`update identity_code set tries = tries + 1
    where id = (select id from identity_code
      where receiver = ${value} and purpose = ${purpose} order by id desc limit 1)
      and used_at is null and expires_at > now() and tries < ${TRIES}
    returning id, code_hash, user_id, sent_to, sent_by`.execute(openDb(ctx))
  const row = found.rows[0]
  const fits = timingSafeEqual(
    row?.codeHash ?? Buffer.alloc(32),
    keyedHash(ctx, purpose, value, code.trim()),
  )
  return row && fits && row.sentTo !== null
    ? { id: row.id, userId: row.userId, sentBy: row.sentBy }
    : null
}

/** Whose code it was, where they may sign in and it came by the channel that is theirs now. */
export async function ownerOf(db: Executor, code: ValidCode | null): Promise<Account | null> {
  const account = code?.userId ? await findAccount(db, { id: code.userId }) : null
  if (account?.status !== 1) return null
  return code?.sentBy === (await channelTenantOf(db, account)) ? account : null
}

/** Uses a code up; of two at the same moment one is first. */
export async function consumeCode(db: Executor, { id }: ValidCode): Promise<boolean> {
  return Boolean(
    (
      await sql`update identity_code set used_at = now()
        where id = ${id} and used_at is null`.execute(db)
    ).numAffectedRows,
  )
}
