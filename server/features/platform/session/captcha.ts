import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/platform/session.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail } from '#server/kit/http/errors.ts'

/** Strokes on a 4×6 grid; no text element, so the answer is not in the picture's source. */
const STROKES: Record<string, string> = {
  '2': 'M0 1Q2 -1 4 1Q4 3 0 6H4',
  '3': 'M0 0H4L2 2Q4 3 3 5Q1 7 0 5',
  '4': 'M3 6V0L0 4H4',
  '5': 'M4 0H0V2Q4 2 3 5Q1 7 0 5',
  '6': 'M4 0Q0 1 0 4Q0 6 2 6Q4 6 3 4Q1 3 0 4',
  '7': 'M0 0H4L1 6',
  '8': 'M2 3Q0 2 1 0Q3 0 3 1Q3 3 1 3Q-1 5 2 6Q4 5 2 3',
  '9': 'M4 2Q2 4 0 2Q1 0 3 0Q4 1 4 2Q4 5 1 6',
  A: 'M0 6L2 0L4 6M1 4H3',
  C: 'M4 1Q1 -1 0 3Q1 7 4 5',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  N: 'M0 6V0L4 6V0',
  P: 'M0 6V0H3Q5 2 3 3H0',
  R: 'M0 6V0H3Q5 2 3 3H0M2 3L4 6',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6Q4 6 4 4V0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
}
const SIGNS = Object.keys(STROKES)
const SECONDS = 60
const TRIES = 3

/** Four signs as a picture, good for a minute and three tries. */
export async function drawCaptcha(
  ctx: Ctx,
  input: { key: string },
): Promise<Out<typeof session.randomImage>> {
  const answer = Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]!).join('')
  await sql`delete from captcha where expires_at < now()`.execute(executorOf(ctx))
  await sql`insert into captcha (key, answer_hash, expires_at) values (${input.key}, ${hashed(answer)}, now() + ${`${SECONDS} seconds`}::interval)
    on conflict (key) do update set answer_hash = excluded.answer_hash, expires_at = excluded.expires_at, tries = 0`.execute(
    executorOf(ctx),
  )
  return `data:image/svg+xml;base64,${Buffer.from(picture(answer)).toString('base64')}`
}

/** Spends one try; true where the answer fits. A right answer is used up. */
async function checkCaptcha(
  db: Executor,
  key: string | undefined,
  answer: string,
): Promise<boolean> {
  if (!key || !(await looksRight(db, key, answer))) return false
  await sql`delete from captcha where key = ${key}`.execute(db)
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

/** Tells whether an answer would do, for pages that ask before they send. Costs a try; the answer stays good for the sign-in. */
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
  }>`update captcha set tries = tries + 1 where key = ${key} and expires_at > now() and tries < ${TRIES} returning answer_hash as hash`.execute(
    db,
  )
  return found.rows[0]?.hash.equals(hashed(answer.trim().toUpperCase())) ?? false
}

function hashed(answer: string): Buffer {
  return createHash('sha256').update(answer).digest()
}

function picture(answer: string): string {
  const glyphs = [...answer].map((sign, index) => {
    const turn = randomInt(-18, 19)
    const scale = (34 + randomInt(0, 9)) / 10
    return `<path d="${STROKES[sign]}" transform="translate(${10 + index * 26 + randomInt(-2, 3)} ${8 + randomInt(0, 6)}) rotate(${turn}) scale(${scale})" stroke-width="${(0.6 + randomInt(0, 4) / 10).toFixed(1)}"/>`
  })
  const noise = Array.from(
    { length: 5 },
    () =>
      `<path d="M${randomInt(0, 120)} ${randomInt(0, 40)}Q${randomInt(0, 120)} ${randomInt(0, 40)} ${randomInt(0, 120)} ${randomInt(0, 40)}" stroke-width="1"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40"><rect width="120" height="40" fill="#f5f7fa"/><g fill="none" stroke="#33475b" stroke-linecap="round" stroke-linejoin="round">${glyphs.join('')}${noise.join('')}</g></svg>`
}
