import { sql } from 'kysely'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { addressKey, networkKey } from '#server/kit/http/address.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { knownDevice } from '../devices.ts'

const WINDOW_MINUTES = 15
const LONGEST = 15 * 60
/**
 * Failures in the window before delays begin: of an account from one address or device, of an
 * address, a network, an account.
 */
const PAIR_FREE = 5
const ADDRESS_FREE = 20
const NETWORK_FREE = 100
const ACCOUNT_FREE = 100
/** Failures of an account, from wherever, after which strangers must solve a captcha. */
const CAPTCHA_AFTER = 3
const CODE_FREE = 5
const WINDOW = sql`make_interval(mins => ${WINDOW_MINUTES}::int)`

/** A try that is counted. */
export interface Attempt {
  /**
   * Tries this caller still has at this name without a wait, whether there is such an account or
   * not.
   */
  left: number
  /** It was right: what this caller failed on this account is forgotten. */
  giveBack(): Promise<void>
}

/** `none`: the call knows no captcha. */
export type CaptchaProof = 'right' | 'wrong' | 'missing' | 'none'

/**
 * Counts a try before it is made, so that tries at the same moment count as well. Delays double and
 * go by account and address, by address and by network; an account by itself asks strangers for a
 * captcha, and is delayed only after far more failures. A device the account signed in on before
 * goes by its own failures alone: its owner cannot be shut out.
 * @throws Refusal 429 for a try that comes too soon, `session.captchaRequired`,
 * `session.captchaWrong`
 */
export async function beginAttempt(
  ctx: Ctx,
  account: string,
  captcha: CaptchaProof,
): Promise<Attempt> {
  const db = executorOf(ctx)
  const name = account.toLowerCase()
  const ip = ctx.http?.ip ?? ''
  const device = await knownDevice(ctx, name)
  const own = device === null ? `a:${addressKey(ip)} ${name}` : `d:${device} ${name}`
  // Tests and measurements have one address for all users: there addresses are not limited.
  const places = ctx.deps.env.rateLimits ? [`ip:${addressKey(ip)}`, `net:${networkKey(ip)}`] : []
  const others = device === null ? [...places, `u:${name}`] : []
  const gated = captcha === 'missing' || captcha === 'wrong'
  const { refused, used } = await count(db, [own, ...others], gated)
  if (refused.length > 0) {
    const wait = Math.max(...refused.map(({ wait: seconds }) => seconds))
    if (wait > 0) failTooMany('session.tooManyTries', wait)
    fail(captcha === 'wrong' ? 'session.captchaWrong' : 'session.captchaRequired')
  }
  return {
    left: Math.max(0, PAIR_FREE - (used.get(own) ?? 0)),
    giveBack: () => giveBack(db, own, others),
  }
}

/**
 * How many failures a key has free, and until when it must wait after that; for `login_failure as
 * f`.
 */
const free = (gated: boolean) => sql`case split_part(f.key, ':', 1)
    when 'ip' then ${ADDRESS_FREE}::int when 'net' then ${NETWORK_FREE}::int
    when 'u' then ${gated ? CAPTCHA_AFTER : ACCOUNT_FREE}::int else ${PAIR_FREE}::int end`
const opensAt = (gated: boolean) =>
  sql`f.last_at + least(${LONGEST}, 2 ^ least(f.count - ${free(gated)}, 20)) * interval '1 second'`
/** No time opens an account to strangers without a captcha. */
const needsCaptcha = (gated: boolean) => (gated ? sql`starts_with(f.key, 'u:')` : sql`false`)

/**
 * One statement counts the try under every key that has room; refused by one, it is taken back from
 * the others.
 */
async function count(
  db: Executor,
  keys: readonly string[],
  gated: boolean,
): Promise<{ refused: { wait: number }[]; used: ReadonlyMap<string, number> }> {
  const counted = await sql<{
    key: string
    count: number
  }>`insert into login_failure as f (key, count, first_at, last_at)
    select key, 1, now(), now() from unnest(${keys}::text[]) key order by key
    on conflict (key) do update set last_at = now(),
      count = case when f.last_at < now() - ${WINDOW} then 1 else f.count + 1 end,
      first_at = case when f.last_at < now() - ${WINDOW} then now() else f.first_at end
    where f.last_at < now() - ${WINDOW} or f.count < ${free(gated)}
      or not ${needsCaptcha(gated)} and ${opensAt(gated)} <= now()
    returning key, count`.execute(db)
  const used = new Map(counted.rows.map((row) => [row.key, row.count]))
  if (counted.rows.length === keys.length) return { refused: [], used }
  const taken = counted.rows.map(({ key }) => key)
  await subtract(db, taken, 1)
  const found = await sql<{
    wait: number
  }>`select case when ${needsCaptcha(gated)} then 0
      else greatest(1, ceil(extract(epoch from ${opensAt(gated)} - now())))::int end as wait
    from login_failure f
    where f.key = any(${keys.filter((key) => !taken.includes(key))}::text[])`.execute(db)
  return { refused: found.rows.length > 0 ? found.rows : [{ wait: 1 }], used }
}

async function giveBack(db: Executor, own: string, others: readonly string[]): Promise<void> {
  // One statement, so one commit; the locks in the order `count` takes them.
  await sql`with gone as (delete from login_failure where key = ${own} returning count),
      tries as (select coalesce(max(count), 1) as n from gone),
      k as (select f.key, t.n from login_failure f cross join tries t
        where f.key = any(${others}::text[]) order by f.key for update of f)
    update login_failure f set count = greatest(0, f.count - k.n) from k
    where f.key = k.key`.execute(db)
}

/** Rows are locked in the order `count` locks them in. */
async function subtract(db: Executor, keys: readonly string[], tries: number): Promise<void> {
  if (keys.length === 0) return
  await sql`with k as (select key from login_failure where key = any(${keys}::text[])
      order by key for update)
    update login_failure f set count = greatest(0, f.count - ${tries}) from k
    where f.key = k.key`.execute(db)
}

/**
 * One of five tries at something short or the user's own within a quarter of an hour, counted before it
 * is looked at. `key` names what and whose (`totp:17`).
 */
export async function consumeAttempt(db: Executor, key: string): Promise<void> {
  const found = await sql<{
    count: number
    wait: number
  }>`insert into login_failure (key, count, first_at, last_at) values (${key}, 1, now(), now())
    on conflict (key) do update set
      count = case when login_failure.first_at < now() - ${WINDOW} then 1
      else login_failure.count + 1 end,
      first_at = case when login_failure.first_at < now() - ${WINDOW} then now()
      else login_failure.first_at end, last_at = now()
    returning count, ceil(extract(epoch from first_at + ${WINDOW} - now()))::int as wait`.execute(
    db,
  )
  const row = found.rows[0]
  if (row && row.count > CODE_FREE) failTooMany('session.tooManyTries', row.wait)
}
export async function resetAttempts(db: Executor, key: string): Promise<void> {
  await sql`delete from login_failure where key = ${key}`.execute(db)
}
