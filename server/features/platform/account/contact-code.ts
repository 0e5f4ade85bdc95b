import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Contact } from '#contracts/platform/session/account.ts'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { barePhone, CODE_MINUTES, CODE_PAUSE_S } from '#contracts/platform/session/identity.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'
import {
  channelTenantOf,
  isContactTaken,
  resetAttempts,
  consumeAttempt,
} from '#server/features/platform/session/index.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'
import { ownDb, ownUser } from './own-account.ts'

/** security.md §6.8: of one receiver, whatever the code was for. */
const PER_HOUR = 5
const PER_DAY = 10
/** Of one person, to whatever addresses: an account must not be used to write to strangers. */
const OWN_PER_HOUR = 10
const TRIES = 5

/** With the installation's key: six digits are soon tried through. */
const hashOf = (ctx: Ctx, ...parts: string[]): Buffer =>
  createHmac('sha256', ctx.deps.env.secretKey)
    .update(['contact', ...parts].join('\u0000'))
    .digest()

/** Equal addresses read alike. */
export const receiverOf = (kind: Contact, value: string): string =>
  kind === 'email' ? value.trim().toLowerCase() : barePhone(value)

/** One after the other, so that two at the same moment are not both first. */
const inTurn = (tx: Tx, receiver: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`code:${receiver}`}, 0))`.execute(ownDb(tx))

/** Whether it can become the caller's: another account keeps what its person proved. */
const isFree = async (
  tx: Tx,
  kind: Contact,
  receiver: string,
  provenIn: string,
): Promise<boolean> =>
  !(await isContactTaken(tx, kind, receiver, { exceptId: tx.principal.userId, provenIn }))

/**
 * Whose channel sends the code. An address that stands unproven with an account of another tenant is
 * the caller's to prove all the same: the installation sends that code, whose proof counts
 * everywhere.
 */
async function senderOf(tx: Tx, kind: Contact, receiver: string): Promise<string> {
  const own = await channelTenantOf(ownDb(tx), await ownUser(tx))
  const elsewhere =
    !(await isFree(tx, kind, receiver, own)) && (await isFree(tx, kind, receiver, PLATFORM_TENANT))
  return elsewhere ? PLATFORM_TENANT : own
}

/**
 * Sends a code to a new address of the caller's. Another user's address is answered like a free
 * one, and gets nothing. `again`: asked for by hand; a code of a moment ago is refused there and
 * does elsewhere.
 */
export async function sendContactCode(
  tx: Tx,
  { kind, value, again }: { kind: Contact; value: string; again: boolean },
): Promise<void> {
  const db = ownDb(tx)
  const receiver = receiverOf(kind, value)
  const { userId } = tx.principal
  for (const key of [receiver, `contact:${userId}`]) await inTurn(tx, key)
  const found = await sql<{
    fresh: boolean
    mine: boolean
    hour: number
    day: number
    own: number
  }>`select
      coalesce(bool_or((receiver = ${receiver} or sent_to = ${receiver})
          and created_at > now() - ${`${CODE_PAUSE_S} seconds`}::interval), false) as fresh,
      coalesce(bool_or(receiver = ${receiver} and purpose = 'contact'
          and user_id = ${userId} and used_at is null
          and created_at > now() - ${`${CODE_PAUSE_S} seconds`}::interval), false) as mine,
      count(*) filter (where (receiver = ${receiver} or sent_to = ${receiver})
        and created_at > now() - interval '1 hour')::int as hour,
      count(*) filter (where receiver = ${receiver} or sent_to = ${receiver})::int as day,
      count(*) filter (where purpose = 'contact'
        and user_id = ${userId} and created_at > now() - interval '1 hour')::int as own
    from identity_code
    where created_at > now() - interval '1 day'
      and (receiver = ${receiver} or sent_to = ${receiver} or (purpose = 'contact'
          and user_id = ${userId}))`.execute(db)
  const { fresh, mine, hour, day, own } = found.rows[0]!
  if (mine && !again) return
  if (fresh) fail('code.stillGood')
  if (hour >= PER_HOUR || day >= PER_DAY || own >= OWN_PER_HOUR)
    failTooMany('code.tooMany', day >= PER_DAY ? 86_400 : 3_600)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const sender = await senderOf(tx, kind, receiver)
  const free = await isFree(tx, kind, receiver, sender)
  await sql`insert into identity_code (receiver, purpose, code_hash, sent_to, user_id, ip,
      expires_at)
    values (${receiver}, 'contact', ${hashOf(tx, userId, kind, receiver, code, sender)},
      ${free ? receiver : null}, ${userId}, ${tx.http?.ip ?? ''},
      now() + ${`${CODE_MINUTES} minutes`}::interval)`.execute(db)
  if (!free) return
  const expiresAt = isoAfter(CODE_MINUTES * 60_000)
  await queueMessage(asSystemTx(tx, sender), {
    channel: kind === 'email' ? 'email' : 'sms',
    to: value,
    template: 'account.code',
    data: { code, minutes: CODE_MINUTES },
    lang: tx.lang,
    secret: true,
    expiresAt,
  })
}

/** What a code was sent for, and by whose channel: it proves nothing beyond that. */
export interface TriedCode {
  id: string
  provenIn: string
}

/**
 * Spends one of five tries at the caller's newest code for this address. Outside a transaction: a
 * wrong one counts although it is refused.
 */
export async function tryContactCode(
  ctx: Ctx,
  { kind, value, code }: { kind: Contact; value: string; code: string },
): Promise<TriedCode> {
  const db = ownDb(ctx)
  const receiver = receiverOf(kind, value)
  await consumeAttempt(db, `contact:${ctx.principal.userId}`)
  const found = await sql<{
    id: string
    codeHash: Buffer
    sentTo: string | null
  }>`update identity_code set tries = tries + 1
    where id = (select id from identity_code
      where receiver = ${receiver} and purpose = 'contact'
        and user_id = ${ctx.principal.userId} order by id desc limit 1) and used_at is null
        and expires_at > now() and tries < ${TRIES}
    returning id, code_hash, sent_to`.execute(db)
  const row = found.rows[0]
  const senders = [await channelTenantOf(db, await ownUser(ctx)), PLATFORM_TENANT]
  const provenIn = senders.find((sender) =>
    timingSafeEqual(
      row?.codeHash ?? Buffer.alloc(32),
      hashOf(ctx, ctx.principal.userId, kind, receiver, code.trim(), sender),
    ),
  )
  return row && row.sentTo !== null && provenIn !== undefined
    ? { id: row.id, provenIn }
    : fail('code.wrong')
}

/**
 * Uses the code up; refused where it was used at the same moment, or the address became another
 * else's meanwhile.
 */
export async function useContactCode(
  tx: Tx,
  { id, provenIn }: TriedCode,
  kind: Contact,
  value: string,
): Promise<void> {
  const receiver = receiverOf(kind, value)
  await inTurn(tx, receiver)
  const used = await sql`update identity_code set used_at = now()
      where id = ${id} and used_at is null`.execute(ownDb(tx))
  if (used.numAffectedRows !== 1n || !(await isFree(tx, kind, receiver, provenIn)))
    fail('code.wrong')
  await resetAttempts(ownDb(tx), `contact:${tx.principal.userId}`)
}
