import { sql } from 'kysely'
import type { LoginAnswer } from '#contracts/platform/session/session.ts'
import { allDictItems } from '#server/features/platform/dictionaries/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { socketPaths } from '#server/kit/http/socket-paths.ts'
import { executorOf, makeCtx, systemPrincipal, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx, together } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { logSignIn, type Account, type SignInMethod } from '../accounts.ts'
import { tenantsOf } from '../memberships.ts'
import { saveSelection, selectionIn } from './tenant-selection.ts'
import { rememberDevice } from '../devices.ts'
import { clearPrincipalCaches } from '../principals.ts'
import { downloadCookie } from '../own-downloads.ts'
import { newToken, SHIFT_HOURS, SOCKET_COOKIE, TOKEN_HOURS, tokenHash } from '../tokens.ts'
import { userInfoOf } from '../user-info.ts'

/** How many sessions one person may have at a time; one more ends the oldest (security.md §6.8). */
export const SESSIONS_MAX = 10

export interface Opening {
  way: SignInMethod
  /** The path that is noted in the log of sign-ins. */
  url?: string
  /** False: for a shift of twelve hours instead of seven days. */
  remember?: boolean
  /**
   * Whether a password or a second factor was shown just now: good for ten minutes of
   * `requireStepUp`.
   */
  proved?: boolean
}

/**
 * Opens a session for a user whose proof has been checked, where they left off, and answers what
 * every sign-in answers (wire.md §4.2). The second factor is the caller's to ask for
 * (`askSecondFactor`). Sets the socket's cookie.
 * @throws Refusal `session.tenantClosed` where no tenant of the account is open today
 */
export async function openSession(
  ctx: Ctx,
  account: Account,
  {
    way,
    url = '/sys/login',
    remember = true,
    proved = way === 'password' || way === 'mobile',
  }: Opening,
): Promise<LoginAnswer> {
  const db = executorOf(ctx)
  const tenants = await tenantsOf(db, account)
  const tenantId = tenants[0]?.id ?? fail('session.tenantClosed')
  const [token, cookie, hours] = [newToken(), newToken(), remember ? TOKEN_HOURS : SHIFT_HOURS]
  const secure = ctx.http?.header('x-forwarded-proto') === 'https' ? '; Secure' : ''
  // In one transaction: what a sign-in writes is put on the disk once, not seven times. The user
  // goes first, as where a new password ends all sessions.
  const { device, answer } = await inTx(ctx, async (tx) => {
    const own = executorOf(tx)
    const { orgCode, place } = await selectionIn(own, account, tenantId)
    const [, , gone, , , cookieOfDevice, opened] = await together(
      sql`update sys_user set last_login_time = now() where id = ${account.id}`.execute(own),
      sql`insert into sys_session (token_hash, cookie_hash, user_id, tenant_id, org_code, ip,
          user_agent, way, proved_at, expires_at, created_at)
        values (${tokenHash(token)}, ${tokenHash(cookie)}, ${account.id}, ${tenantId}, ${orgCode},
          ${ctx.http?.ip ?? ''}, ${ctx.http?.userAgent ?? ''}, ${way},
          ${proved ? sql`now()` : null}, now() + ${`${hours} hours`}::interval,
          clock_timestamp())`.execute(own),
      sql`delete from sys_session
        where user_id = ${account.id} and (expires_at <= now() - interval '1 day'
          or actor_id is null and id not in
        (select id from sys_session where user_id = ${account.id} and actor_id is null
          order by created_at desc, id desc limit ${SESSIONS_MAX}))`.execute(own),
      saveSelection(own, account.id, tenantId, orgCode),
      logSignIn(tx, { account, name: account.username, outcome: 'ok', url }),
      rememberDevice(tx, account.id, secure),
      sessionAnswer(tx, account, { token, tenantId, orgCode, place, tenants }),
    )
    if (gone.numAffectedRows) {
      await broadcast(tx, { kind: 'authz', tenantId, userIds: [account.id], ended: true })
      tx.afterCommit(() => clearPrincipalCaches([account.id]))
    }
    return { device: cookieOfDevice, answer: opened }
  })
  const { basePath } = ctx.deps.env
  for (const named of [
    ...socketPaths(basePath).map((path) => `${SOCKET_COOKIE}=${cookie}; Path=${path}`),
    downloadCookie(basePath, cookie),
  ])
    ctx.http?.setHeader(
      'Set-Cookie',
      `${named}; HttpOnly; SameSite=Strict; Max-Age=${hours * 3_600}${secure}`,
    )
  ctx.http?.setHeader('Set-Cookie', device)
  return answer
}

/** What every opened session answers: the person, the place, the words of the product. */
export async function sessionAnswer(
  ctx: Ctx,
  account: Account,
  {
    token,
    tenantId,
    orgCode,
    place,
    tenants,
  }: {
    token: string
    tenantId: string
    orgCode: string | null
    place: Pick<LoginAnswer, 'tenantId' | 'departs' | 'multi_depart'>
    tenants?: readonly { id: string }[]
  },
): Promise<LoginAnswer> {
  const db = executorOf(ctx)
  const inside = makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    log: ctx.log,
    deps: ctx.deps,
    http: ctx.http,
    executor: db,
    principal: systemPrincipal(tenantId),
  })
  const [remembered, userInfo, sysAllDictItems] = await together(
    sql`select 1 from user_setting
      where user_id = ${account.id} and key = 'signIn.goOn' and value = 'true'::jsonb`.execute(db),
    userInfoOf(db, account, { tenantId, orgCode, lang: ctx.lang, ...(tenants && { tenants }) }),
    allDictItems(inside),
  )
  return {
    token,
    userInfo,
    ...place,
    ask: remembered.rows.length === 0,
    sysAllDictItems,
    printSet: userInfo.printSet,
  }
}
