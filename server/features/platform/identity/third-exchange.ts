import { sql } from 'kysely'
import type { thirdLogin } from '#contracts/platform/identity-third.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  requireSecondFactor,
  beginAttempt,
  captchaProof,
  checkPassword,
  findAccount,
  logSignIn,
  openSession,
  tokenHash,
  type Account,
} from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Executor, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failUnauthorised, Refusal } from '#server/kit/http/errors.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { openDb, registrationMode } from './identity-config.ts'
import { offeredBy } from './options.ts'
import { providerOf } from './providers.ts'
import { cookieHashes, sent } from './oauth-flow.ts'

const URL_NOTED = '/thirdLogin/getLoginUser'
/** A person who must first type something gets longer than the minute. */
const TYPING_MINUTES = 10

interface PendingIdentity {
  id: string
  tenantId: string
  source: string
  issuer: string
  subject: string
  name: string | null
}
type Answer = Out<typeof thirdLogin.getLoginUser>

/** What an exchange code stands for, in the browser it was given to; null where it is used up, too old, or elsewhere. */
async function pendingIdentityBy(ctx: Ctx, token: string): Promise<PendingIdentity | null> {
  const found =
    await sql<PendingIdentity>`select id, tenant_id, source, issuer, subject, name from third_attempt where exchange_hash = ${tokenHash(token)} and exchanged_at is null and exchange_expires_at > now() and cookie_hash = any(${cookieHashes(ctx)}::bytea[])`.execute(
      openDb(ctx),
    )
  return found.rows[0] ?? null
}
async function consume(db: Executor, { id }: PendingIdentity): Promise<void> {
  const done =
    await sql`update third_attempt set exchanged_at = now() where id = ${id} and exchanged_at is null`.execute(
      db,
    )
  if (!done.numAffectedRows) fail('third.expired')
}
const allowTyping = (ctx: Ctx, { id }: PendingIdentity) =>
  sql`update third_attempt set exchange_expires_at = used_at + ${`${TYPING_MINUTES} minutes`}::interval where id = ${id}`.execute(
    openDb(ctx),
  )

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

export async function getLoginUser(
  ctx: Ctx,
  { token, totp }: In<typeof thirdLogin.getLoginUser>,
): Promise<Answer> {
  const db = openDb(ctx)
  const pending = (await pendingIdentityBy(ctx, token)) ?? fail('third.expired')
  const found = await sql<{
    userId: string
  }>`select a.user_id from sys_third_account a where a.tenant_id = ${pending.tenantId} and a.issuer = ${pending.issuer} and a.subject = ${pending.subject}`.execute(
    db,
  )
  const userId = found.rows[0]?.userId
  if (!userId) {
    await allowTyping(ctx, pending)
    throw new Refusal('third.unbound', {
      result: {
        source: pending.source,
        name: pending.name,
        registration: (await registrationMode(ctx, pending.tenantId)) !== 'off',
      },
    })
  }
  const account = await findAccount(db, { id: userId })
  if (account?.status !== 1 || account.tenantId !== pending.tenantId) {
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

/** An account here shows its password and belongs from now on to the one elsewhere. Wrong in any way answers as a sign-in does. */
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
    const made = await sql<{
      id: string
    }>`insert into sys_third_account (tenant_id, user_id, provider, issuer, subject, name) values (${pending.tenantId}, ${account.id}, ${pending.source}, ${pending.issuer}, ${pending.subject}, ${pending.name}) on conflict do nothing returning id`.execute(
      tx.db,
    )
    const id = made.rows[0]?.id ?? fail('third.taken')
    await tx.audit('sys_third_account', id, 'add', null, {
      provider: pending.source,
      name: pending.name,
      username: account.username,
    })
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

/** Somebody signed in wants to be signed in by another house too: only right after showing who they are. */
export async function startBinding(
  ctx: Ctx,
  { source }: In<typeof thirdLogin.startBinding>,
): Promise<{ url: string }> {
  await requireStepUp(ctx)
  const account =
    (await findAccount(openDb(ctx), { id: ctx.principal.userId })) ??
    failUnauthorised('session.missing')
  const provider = (await providerOf(ctx, account.tenantId, source)) ?? fail('third.notOffered')
  const reply = await sent(ctx, provider, source, account.id)
  return { url: reply.location ?? fail('third.unreachable') }
}

/** What the caller may be bound to: providers of the tenant the account is at home in. */
export async function offered(ctx: Ctx): Promise<Out<typeof thirdLogin.offered>> {
  const account = await findAccount(openDb(ctx), { id: ctx.principal.userId })
  return account ? await offeredBy(ctx, account.tenantId) : []
}
