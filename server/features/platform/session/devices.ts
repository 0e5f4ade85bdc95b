import { sql } from 'kysely'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { together } from '#server/kit/db/tx.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Opens nothing: failures elsewhere do not hold back sign-ins on a device the account signed in on
 * before.
 */
const DEVICE_COOKIE = 'parcelyard_device'
const DAYS = 180
/** Per account; one more forgets the one that was not used for the longest time. */
const DEVICES_MAX = 20

function sentDevice(ctx: Ctx): string | null {
  const cookies = ctx.http?.header('cookie') ?? ''
  return new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1] ?? null
}

/** The caller's device, as it is counted, where the account of that name signed in on it before. */
export async function knownDevice(ctx: Ctx, username: string): Promise<string | null> {
  const sent = sentDevice(ctx)
  if (sent === null) return null
  const hash = tokenHash(sent)
  const found = await sql`select 1 from sign_in_device d join sys_user u on u.id = d.user_id
      where d.device_hash = ${hash}
    and d.seen_at > now() - ${`${DAYS} days`}::interval
    and lower(u.username) = ${username} and u.del_flag = 0`.execute(executorOf(ctx))
  return found.rows.length > 0 ? hash.toString('hex') : null
}

/**
 * With a sign-in: the device is known from now on. One cookie serves all accounts that sign in on
 * it; answers the cookie.
 */
export async function rememberDevice(tx: Tx, userId: string, attributes: string): Promise<string> {
  const db = executorOf(tx)
  const sent = sentDevice(tx)
  const issued =
    sent !== null &&
    (
      await sql`select 1 from sign_in_device
        where device_hash = ${tokenHash(sent)} limit 1`.execute(db)
    ).rows.length > 0
  const device = issued ? sent : newToken()
  await together(
    sql`insert into sign_in_device (user_id, device_hash)
      values (${userId}, ${tokenHash(device)})
      on conflict (user_id, device_hash) do update set seen_at = now()`.execute(db),
    sql`delete from sign_in_device
      where user_id = ${userId} and (seen_at < now() - ${`${DAYS} days`}::interval
        or device_hash not in
      (select device_hash from sign_in_device
        where user_id = ${userId} order by seen_at desc, device_hash limit ${DEVICES_MAX}))`.execute(
      db,
    ),
  )
  return `${DEVICE_COOKIE}=${device}; Path=${tx.deps.env.basePath}; HttpOnly; SameSite=Strict; Max-Age=${DAYS * 86_400}${attributes}`
}

/** With a new password every device is a stranger again. */
export async function forgetDevices(db: Executor, userId: string): Promise<void> {
  await sql`delete from sign_in_device where user_id = ${userId}`.execute(db)
}
