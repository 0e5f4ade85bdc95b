import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { session } from '#contracts/session.ts'
import { allDictItems } from '#server/features/dictionaries/index.ts'
import { executorOf, makeCtx, systemPrincipal, type Ctx, type Executor } from '#server/kit/ctx.ts'
import { fail } from '#server/kit/errors.ts'
import { checkCaptcha } from './captcha.ts'
import { checkPassword } from './passwords.ts'
import { beforeTry, countFailure, forgetFailures } from './throttle.ts'
import { newToken, SOCKET_COOKIE, TOKEN_DAYS, tokenHash } from './tokens.ts'

interface Account {
  id: string; tenantId: string; username: string; realname: string; passwordHash: string; avatar: string | null; email: string | null; phone: string | null
  orgCode: string | null; status: number; customerId: string | null; tenants: string
}

/** Password sign-in. Unknown account, wrong password and frozen account answer alike and take alike. */
export async function login(ctx: Ctx, input: In<typeof session.login>): Promise<Out<typeof session.login>> {
  const db = executorOf(ctx)
  const ip = ctx.http?.ip ?? ''
  const { captcha } = await beforeTry(db, input.username, ip)
  if (captcha && !(await checkCaptcha(db, input.checkKey, input.captcha))) fail(input.captcha ? 'session.captchaWrong' : 'session.captchaRequired')
  const account = await byName(db, input.username)
  const fits = await checkPassword(account?.passwordHash ?? null, input.password)
  if (!account || !fits || account.status !== 1) {
    await countFailure(db, input.username, ip)
    await note(db, account, input.username, ip, ctx, 'failed')
    fail('session.wrongPassword')
  }
  await forgetFailures(db, input.username)
  const token = newToken()
  const cookie = newToken()
  const departs = (await sql<{ id: string; orgCode: string; departName: string }>`select d.id, d.org_code, d.depart_name from sys_user_depart ud
    join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id where ud.tenant_id = ${account.tenantId} and ud.user_id = ${account.id} order by d.org_code`.execute(db)).rows
  const orgCode = departs.find((one) => one.orgCode === account.orgCode)?.orgCode ?? departs[0]?.orgCode ?? null
  await sql`insert into sys_session (token_hash, cookie_hash, user_id, tenant_id, org_code, ip, user_agent, expires_at)
    values (${tokenHash(token)}, ${tokenHash(cookie)}, ${account.id}, ${account.tenantId}, ${orgCode}, ${ip}, ${ctx.http?.userAgent ?? ''}, now() + ${`${TOKEN_DAYS} days`}::interval)`.execute(db)
  await sql`update sys_user set last_login_time = now() where id = ${account.id}`.execute(db)
  await note(db, account, input.username, ip, ctx, 'ok')
  const secure = ctx.http?.header('x-forwarded-proto') === 'https' ? '; Secure' : ''
  ctx.http?.setHeader('Set-Cookie', `${SOCKET_COOKIE}=${cookie}; Path=/websocket; HttpOnly; SameSite=Strict; Max-Age=${TOKEN_DAYS * 86_400}${secure}`)
  const inside = makeCtx({ requestId: ctx.requestId, lang: ctx.lang, log: ctx.log, http: ctx.http, executor: db, who: systemPrincipal(account.tenantId) })
  return {
    token,
    userInfo: {
      id: account.id, username: account.username, realname: account.realname, avatar: account.avatar, email: account.email, phone: account.phone, orgCode,
      status: account.status, customerId: account.customerId, relTenantIds: account.tenants, printSet: null,
    },
    departs, multi_depart: Math.min(departs.length, 2), sysAllDictItems: await allDictItems(inside), printSet: null,
  }
}

async function byName(db: Executor, username: string): Promise<Account | null> {
  const found = await sql<Account>`select u.id, u.tenant_id, u.username, u.realname, u.password_hash, u.avatar, u.email, u.phone, u.org_code, u.status, u.customer_id,
      array_to_string(array_prepend(u.tenant_id, array(select tenant_id from sys_user_tenant m where m.user_id = u.id and m.tenant_id <> u.tenant_id order by 1)), ',') as tenants
    from sys_user u where lower(u.username) = lower(${username}) and u.del_flag = 0`.execute(db)
  return found.rows[0] ?? null
}

async function note(db: Executor, account: Account | null, username: string, ip: string, ctx: Ctx, outcome: string): Promise<void> {
  await sql`insert into op_log (tenant_id, log_type, content, user_id, username, ip, method, url, outcome, request_id)
    values (${account?.tenantId ?? '0'}, 1, ${outcome === 'ok' ? 'sign-in' : 'sign-in refused'}, ${account?.id ?? null}, ${username.slice(0, 100)}, ${ip}, 'POST', '/sys/login', ${outcome}, ${ctx.requestId})`.execute(db)
}
