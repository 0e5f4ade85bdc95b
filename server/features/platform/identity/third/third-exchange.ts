import { sql } from 'kysely'
import type { thirdLogin } from '#contracts/platform/session/identity-third.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  requireSecondFactor,
  beginAttempt,
  captchaProof,
  checkPassword,
  findAccount,
  logSignIn,
  openSession,
  reachesBeyond,
  tokenHash,
  type Account,
} from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'
import { fail, failUnauthorised, Refusal } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { bindAccount, boundUser, mayBeOpenedBy, type ProvenIdentity } from './bindings.ts'
import { openDb, registrationMode } from '../identity-config.ts'
import { offeredBy } from '../options.ts'
import { providerOf } from '../providers.ts'
import { cookieHashes, sent, setFlowCookie } from './oauth-flow.ts'
import { newToken } from '../tokens.ts'

const URL_NOTED = '/thirdLogin/getLoginUser'
/** A person who must first type something gets longer than the minute. */
const TYPING_MINUTES = 10

interface PendingIdentity extends ProvenIdentity {
  id: string
}
type Answer = Out<typeof thirdLogin.getLoginUser>

/**
 * What an exchange code stands for, in the browser it was given to; null where it is used up, too
 * old, or elsewhere.
 */
async function pendingIdentityBy(ctx: Ctx, token: string): Promise<PendingIdentity | null> {
  const found =
    await sql<PendingIdentity>`select id, tenant_id, source, issuer, subject, name, config_hash
      from third_attempt
      where exchange_hash = ${tokenHash(token)} and exchanged_at is null
        and exchange_expires_at > now()
        and cookie_hash = any(${cookieHashes(ctx)}::bytea[])`.execute(openDb(ctx))
  const pending = found.rows[0]
  if (!pending) return null
  // Only the configuration that identified the user is asked about them.
  const provider = await providerOf(ctx, pending.tenantId, pending.source)
  return provider?.configHash.equals(pending.configHash) ? pending : null
}
async function consume(db: Executor, { id }: PendingIdentity): Promise<void> {
  const done = await sql`update third_attempt set exchanged_at = now()
      where id = ${id} and exchanged_at is null`.execute(db)
  if (!done.numAffectedRows) fail('third.expired')
}
const allowTyping = (ctx: Ctx, { id }: PendingIdentity) =>
  sql`update third_attempt
    set exchange_expires_at = used_at + ${`${TYPING_MINUTES} minutes`}::interval
    where id = ${id}`.execute(openDb(ctx))

/** The second factor may take longer than the exchange code lives. */
async function secondFactor(
  ctx: Ctx,
  pending: PendingIdentity,
  account: Account,
  totp: string | undefined,
): Promise<void> {
  try {
    await requireSecondFactor(ctx, account, totp)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'session.totpRequired')
      await allowTyping(ctx, pending)
    throw error
  }
}

/** No user's yet: the way on is to show a password here (`bind`) or to register. */
async function refuseUnbound(
  ctx: Ctx,
  { source, name, tenantId }: ProvenIdentity,
  more: { token?: string } = {},
): Promise<never> {
  throw new Refusal('third.unbound', {
    result: {
      source,
      name,
      registration: (await registrationMode(ctx, tenantId)) !== 'off',
      ...more,
    },
  })
}

/**
 * An account elsewhere that was proven without a walk of this browser (CAS): gives it an exchange
 * code and refuses.
 */
export async function offerBinding(ctx: Ctx, proven: ProvenIdentity): Promise<never> {
  const { tenantId, source, issuer, subject, name, configHash } = proven
  const [token, cookie] = [newToken(), newToken()]
  await sql`insert into third_attempt (tenant_id, source, state_hash, cookie_hash, nonce, verifier,
      used_at, expires_at, exchange_hash, exchange_expires_at, issuer, subject, name, config_hash)
    values (${tenantId}, ${source}, ${tokenHash(newToken())}, ${tokenHash(cookie)}, '', '', now(),
      now(), ${tokenHash(token)}, now() + ${`${TYPING_MINUTES} minutes`}::interval, ${issuer},
      ${subject}, ${name}, ${configHash})`.execute(openDb(ctx))
  setFlowCookie(ctx, cookie, ctx.http?.header('x-forwarded-proto') === 'https')
  return await refuseUnbound(ctx, proven, { token })
}

export async function getLoginUser(
  ctx: Ctx,
  { token, totp }: In<typeof thirdLogin.getLoginUser>,
): Promise<Answer> {
  const db = openDb(ctx)
  const pending = (await pendingIdentityBy(ctx, token)) ?? fail('third.expired')
  const userId = await boundUser(db, pending)
  if (!userId) {
    await allowTyping(ctx, pending)
    return await refuseUnbound(ctx, pending)
  }
  const account = await findAccount(db, { id: userId })
  if (!account || !(await mayBeOpenedBy(db, pending.tenantId, account))) {
    await logSignIn(ctx, {
      account,
      name: pending.name ?? pending.source,
      outcome: 'failed',
      url: URL_NOTED,
    })
    fail('third.noAccount')
  }
  await secondFactor(ctx, pending, account, totp)
  await consume(db, pending)
  return await openSession(ctx, account, { way: 'third', url: URL_NOTED })
}

/**
 * An account here shows its password and belongs from now on to the one elsewhere. Wrong in any way
 * answers as a sign-in does.
 */
export async function bind(ctx: Ctx, input: In<typeof thirdLogin.bind>): Promise<Answer> {
  const db = openDb(ctx)
  const pending = (await pendingIdentityBy(ctx, input.token)) ?? fail('third.expired')
  const attempt = await beginAttempt(ctx, input.username, await captchaProof(db, input))
  const account = await findAccount(db, { username: input.username })
  const fits = await checkPassword(account?.passwordHash ?? null, input.password, ctx.http?.ip)
  if (!account || !fits || account.status !== 1 || account.tenantId !== pending.tenantId) {
    await logSignIn(ctx, {
      account,
      name: input.username,
      outcome: 'failed',
      url: '/thirdLogin/bind',
    })
    fail('session.wrongPassword')
  }
  await attempt.giveBack()
  await secondFactor(ctx, pending, account, input.totp)
  await inTx(asSystem(ctx, pending.tenantId), async (tx) => {
    await consume(openDb(tx), pending)
    if (!(await bindAccount(tx, account, pending))) fail('third.taken')
  })
  return await openSession(ctx, account, { way: 'third', url: '/thirdLogin/bind', proved: true })
}

/** For a registration: the account elsewhere it was begun with; the exchange code is used up. */
export async function consumeIdentity(
  tx: Tx,
  token: string,
  tenantId: string,
): Promise<PendingIdentity> {
  const pending = await pendingIdentityBy(tx, token)
  if (pending?.tenantId !== tenantId) fail('third.expired')
  await consume(openDb(tx), pending)
  return pending
}

/**
 * A signed-in user adds another provider too: only right after showing who
 * they are.
 */
export async function startBinding(
  ctx: Ctx,
  { source }: In<typeof thirdLogin.startBinding>,
): Promise<{ url: string }> {
  const account =
    (await findAccount(openDb(ctx), { id: ctx.principal.userId })) ??
    failUnauthorised('session.missing')
  if (await reachesBeyond(openDb(ctx), account)) fail('third.reachesBeyond')
  const provider = await providerOf(ctx, account.tenantId, source)
  if (!provider?.settings.origin) fail('third.notOffered')
  const reply = await sent(ctx, provider, source, account.id)
  return { url: reply.location ?? fail('third.unreachable') }
}

/** What the caller may be bound to: providers of the tenant the account is at home in. */
export async function offered(ctx: Ctx): Promise<Out<typeof thirdLogin.offered>> {
  const account = await findAccount(openDb(ctx), { id: ctx.principal.userId })
  if (!account || (await reachesBeyond(openDb(ctx), account))) return []
  return await offeredBy(ctx, account.tenantId)
}
