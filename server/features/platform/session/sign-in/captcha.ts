import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/platform/session/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { captchaPicture, SIGNS } from './captcha-picture.ts'

/**
 * Drawings under one key that are good at the same time: a stranger who names it takes no other's
 * away.
 */
const SAME_KEY_MAX = 10
const SECONDS = 60
const TRIES = 3

/** Four signs as a picture, good for a minute and three tries. */
export async function drawCaptcha(
  ctx: Ctx,
  input: { key: string },
): Promise<Out<typeof session.randomImage>> {
  const answer = Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]!).join('')
  await sql`delete from captcha where expires_at < now()`.execute(executorOf(ctx))
  const drawn = await sql`insert into captcha (key, answer_hash, expires_at)
      select ${input.key}, ${hashed(answer)}, now() + ${`${SECONDS} seconds`}::interval
    where (select count(*) from captcha where key = ${input.key}) < ${SAME_KEY_MAX}
    on conflict (key, answer_hash) do update set expires_at = excluded.expires_at,
      tries = 0`.execute(executorOf(ctx))
  if (!drawn.numAffectedRows) failTooMany('request.tooMany', SECONDS)
  return `data:image/png;base64,${captchaPicture(answer).toString('base64')}`
}

/** Spends one try; true where the answer fits. A right answer is used up. */
async function checkCaptcha(
  db: Executor,
  key: string | undefined,
  answer: string,
): Promise<boolean> {
  if (!key || !(await looksRight(db, key, answer))) return false
  await sql`delete from captcha
    where key = ${key} and answer_hash = ${hashed(normal(answer))}`.execute(db)
  return true
}

/** What a sign-in shows: a right answer is used up, whether it was needed or not. */
export async function captchaProof(
  db: Executor,
  { checkKey, captcha }: { checkKey?: string | undefined; captcha?: string | undefined },
): Promise<'right' | 'wrong' | 'missing'> {
  if (!captcha) return 'missing'
  return (await checkCaptcha(db, checkKey, captcha)) ? 'right' : 'wrong'
}

/**
 * Checks whether an answer would do, for pages that ask before they send. Costs a try; the answer
 * stays good for the sign-in.
 */
export async function issueCaptcha(
  ctx: Ctx,
  { captcha, checkKey }: In<typeof session.checkCaptcha>,
): Promise<null> {
  if (!captcha || !checkKey) fail('session.captchaInvalid')
  if (!(await looksRight(executorOf(ctx), checkKey, captcha))) fail('session.captchaWrong')
  return null
}

async function looksRight(db: Executor, key: string, answer: string): Promise<boolean> {
  const found = await sql<{
    hash: Buffer
  }>`update captcha set tries = tries + 1
    where key = ${key} and expires_at > now()
      and tries < ${TRIES} returning answer_hash as hash`.execute(db)
  return found.rows.some(({ hash }) => hash.equals(hashed(normal(answer))))
}

const normal = (answer: string): string => answer.trim().toUpperCase()

function hashed(answer: string): Buffer {
  return createHash('sha256').update(answer).digest()
}
