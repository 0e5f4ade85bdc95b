import { createHash, randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail } from '#server/kit/http/errors.ts'
import { openSecret, sealSecret } from '#server/kit/access/secrets.ts'
import { logSignIn, type Account } from './accounts.ts'
import { resetAttempts, consumeAttempt } from './sign-in/throttle.ts'
import { now } from '#server/kit/runtime/clock.ts'

/**
 * A code is good one step of 30 seconds before and after its own: clocks of phones go wrong by
 * about that.
 */
const TOLERANCE_S = 30
const RECOVERY_CODES = 10
/** Base32 without what reads like something else. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Loaded with the first code, not with the server. */
const require = createRequire(import.meta.url)
const otp = () => require('otplib') as typeof import('otplib')

const place = (userId: string) => ({
  tenantId: '0',
  table: 'user_totp',
  column: 'secret_enc',
  id: userId,
})

export interface TotpState {
  on: boolean
  since: string | null
  codesLeft: number
}

export async function totpState(db: Executor, userId: string): Promise<TotpState> {
  const found = await sql<{
    since: string
    codesLeft: number
  }>`select t.confirmed_at as since,
      (select count(*)::int from user_recovery_code c
        where c.user_id = t.user_id and c.used_at is null) as codes_left
    from user_totp t where t.user_id = ${userId} and t.confirmed_at is not null`.execute(db)
  const row = found.rows[0]
  return { on: row !== undefined, since: row?.since ?? null, codesLeft: row?.codesLeft ?? 0 }
}

/**
 * At a sign-in, after the first proof: who has a second factor must show it.
 * @throws Refusal `session.totpRequired` without a code, `session.totpWrong`; 429 after five tries
 * in a quarter of an hour
 */
export async function requireSecondFactor(
  ctx: Ctx,
  account: Account,
  code: string | undefined,
): Promise<void> {
  const db = executorOf(ctx)
  if (!(await totpState(db, account.id)).on) return
  if (!code) fail('session.totpRequired')
  if (await checkCode(ctx, account.id, code)) return
  await logSignIn(ctx, { account, name: account.username, outcome: 'failed' })
  fail('session.totpWrong')
}

/**
 * Spends one of five tries; true for a code of the moment never used before, or for an unused
 * recovery code.
 */
export async function checkCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const db = executorOf(ctx)
  const tries = `totp:${userId}`
  await consumeAttempt(db, tries)
  const plain = code.replace(/[\s-]/g, '').toUpperCase()
  const fits = /^\d{6}$/.test(plain)
    ? await useStep(ctx, userId, plain, true)
    : await useRecoveryCode(db, userId, plain)
  if (fits) await resetAttempts(db, tries)
  return fits
}

/**
 * A secret that is not in force before `confirmTotp`; one that was begun and not confirmed is
 * replaced.
 */
export async function beginTotp(
  ctx: Ctx,
  user: { id: string; username: string },
): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = otp()
  const secret = generateSecret({ length: 20 })
  const stored = await sql`insert into user_totp (user_id, secret_enc)
      values (${user.id}, ${sealSecret(ctx.deps.env.secretKey, secret, place(user.id))})
    on conflict (user_id) do update set secret_enc = excluded.secret_enc, last_step = 0,
      created_at = now() where user_totp.confirmed_at is null`.execute(executorOf(ctx))
  if (!stored.numAffectedRows) fail('account.totpOn')
  return { secret, uri: generateURI({ issuer: 'Parcelyard', label: user.username, secret }) }
}

/**
 * Puts the begun secret in force where the code fits, and makes recovery codes: shown now, kept as
 * hashes.
 */
export async function confirmTotp(ctx: Ctx, userId: string, code: string): Promise<string[]> {
  const db = executorOf(ctx)
  const tries = `totp:${userId}`
  await consumeAttempt(db, tries)
  if (!(await useStep(ctx, userId, code.replace(/\s/g, ''), false))) fail('session.totpWrong')
  await resetAttempts(db, tries)
  await sql`update user_totp set confirmed_at = now() where user_id = ${userId}`.execute(db)
  return await newRecoveryCodes(db, userId)
}

export async function newRecoveryCodes(db: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: 16 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  )
  await sql`delete from user_recovery_code where user_id = ${userId}`.execute(db)
  await sql`insert into user_recovery_code (user_id, code_hash)
    select ${userId}, unnest(${codes.map(hashed)}::bytea[])`.execute(db)
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

export async function endTotp(db: Executor, userId: string): Promise<void> {
  await sql`delete from user_totp where user_id = ${userId}`.execute(db)
  await sql`delete from user_recovery_code where user_id = ${userId}`.execute(db)
}

/** The step a code belongs to, if it is later than `after`. */
export function stepOf(
  secret: string,
  code: string,
  after: number,
  epoch = Math.floor(now() / 1000),
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  // A step from the future that was once used must not make the check throw.
  const latest = Math.floor((epoch + TOLERANCE_S) / 30)
  if (after >= latest) return null
  const found = otp().verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: TOLERANCE_S,
    afterTimeStep: after,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}

async function useStep(
  ctx: Ctx,
  userId: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const db = executorOf(ctx)
  const stored = (
    await sql<{
      secretEnc: string
      lastStep: string
    }>`select secret_enc, last_step from user_totp
      where user_id = ${userId} and (confirmed_at is not null) = ${confirmed}`.execute(db)
  ).rows[0]
  if (!stored) return false
  const step = stepOf(
    openSecret(ctx.deps.env.secretKey, stored.secretEnc, place(userId)),
    code,
    Number(stored.lastStep),
  )
  if (step === null) return false
  // Of two calls with the same code one is first.
  return Boolean(
    (
      await sql`update user_totp
        set last_step = ${step} where user_id = ${userId} and last_step < ${step}`.execute(db)
    ).numAffectedRows,
  )
}

async function useRecoveryCode(db: Executor, userId: string, code: string): Promise<boolean> {
  return Boolean(
    (
      await sql`update user_recovery_code set used_at = now()
        where user_id = ${userId} and code_hash = ${hashed(code)} and used_at is null`.execute(db)
    ).numAffectedRows,
  )
}

function hashed(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
