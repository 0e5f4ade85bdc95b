import { sql } from 'kysely'
import { failTooMany } from '#server/kit/http/errors.ts'
import type { Executor } from '#server/kit/access/ctx.ts'

const WINDOW_MINUTES = 15
const CAPTCHA_AFTER = 3
const ACCOUNT_FREE = 5
const ADDRESS_FREE = 20
const LONGEST = 15 * 60
const CODE_FREE = 5
const WINDOW = sql`interval '${sql.raw(String(WINDOW_MINUTES))} minutes'`

interface Attempts {
  account: number
  accountWait: number
  addressWait: number
}

/** What this account and this address have behind them in the last quarter of an hour. */
async function attemptsOf(db: Executor, account: string, address: string): Promise<Attempts> {
  const found = await sql<{
    key: string
    count: number
    ago: number
  }>`select key, count, extract(epoch from now() - last_at)::float8 as ago
    from login_failure where key in (${account}, ${address}) and last_at > now() - ${WINDOW}`.execute(
    db,
  )
  const row = (key: string) => found.rows.find((one) => one.key === key)
  const wait = (key: string, free: number) => {
    const one = row(key)
    return one && one.count >= free
      ? Math.max(0, Math.min(LONGEST, 2 ** (one.count - free)) - one.ago)
      : 0
  }
  return {
    account: row(account)?.count ?? 0,
    accountWait: wait(account, ACCOUNT_FREE),
    addressWait: wait(address, ADDRESS_FREE),
  }
}

/** Refuses a try that comes too soon; tells whether a captcha must come with it. Delays double, nobody is locked out for good. */
export async function checkThrottle(
  db: Executor,
  username: string,
  ip: string,
): Promise<{ captcha: boolean }> {
  const { account, accountWait, addressWait } = await attemptsOf(
    db,
    accountKey(username),
    `ip:${ip}`,
  )
  const wait = Math.ceil(Math.max(accountWait, addressWait))
  if (wait > 0) failTooMany('session.tooManyTries', wait)
  return { captcha: account >= CAPTCHA_AFTER }
}

export async function countFailure(db: Executor, username: string, ip: string): Promise<void> {
  for (const key of [accountKey(username), `ip:${ip}`]) {
    await sql`insert into login_failure (key, count, first_at, last_at) values (${key}, 1, now(), now())
      on conflict (key) do update set last_at = now(),
        count = case when login_failure.last_at < now() - ${WINDOW} then 1 else login_failure.count + 1 end`.execute(
      db,
    )
  }
}

export async function resetFailures(db: Executor, username: string): Promise<void> {
  await sql`delete from login_failure where key = ${accountKey(username)}`.execute(db)
}

/**
 * One of five tries at a short code within a quarter of an hour, counted before it is looked at: tries at the same
 * moment count as well. `key` names code and person (`totp:17`).
 */
export async function consumeAttempt(db: Executor, key: string): Promise<void> {
  const found = await sql<{
    count: number
    wait: number
  }>`insert into login_failure (key, count, first_at, last_at) values (${key}, 1, now(), now())
    on conflict (key) do update set
      count = case when login_failure.first_at < now() - ${WINDOW} then 1 else login_failure.count + 1 end,
      first_at = case when login_failure.first_at < now() - ${WINDOW} then now() else login_failure.first_at end, last_at = now()
    returning count, ceil(extract(epoch from first_at + ${WINDOW} - now()))::int as wait`.execute(
    db,
  )
  const row = found.rows[0]
  if (row && row.count > CODE_FREE) failTooMany('session.tooManyTries', row.wait)
}
export async function resetAttempts(db: Executor, key: string): Promise<void> {
  await sql`delete from login_failure where key = ${key}`.execute(db)
}

function accountKey(username: string): string {
  return `u:${username.toLowerCase()}`
}
