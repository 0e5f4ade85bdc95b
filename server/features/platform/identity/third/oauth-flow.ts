import { sql } from 'kysely'
import { THIRD_SOURCES, type ThirdSource } from '#contracts/platform/session/identity.ts'
import type { thirdLogin } from '#contracts/platform/session/identity-third.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { findAccount, tokenHash } from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { PageReply } from '#server/kit/http/http-side.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Adapter, Identity } from './adapter.ts'
import { bindAccount, mayBeOpenedBy } from './bindings.ts'
import { cas } from './cas-adapter.ts'
import { dingtalk } from './dingtalk.ts'
import { openDb, tenantOf } from '../identity-config.ts'
import { oidc } from './oidc.ts'
import { causeOf, ExternalHttpError } from './external-http.ts'
import { providerOf, redirectPath } from '../providers.ts'
import { type KnownProvider } from './known-provider.ts'
import { callbackPage } from './oauth-callback-page.ts'
import { newToken } from '../tokens.ts'
import { wechat } from './wechat.ts'
import { wecom } from './wecom.ts'

export const ADAPTERS: Record<ThirdSource, Adapter> = {
  oidc,
  wechat_enterprise: wecom,
  dingtalk,
  wechat_open: wechat,
  cas,
}
export const isSource = (text: string): text is ThirdSource =>
  (THIRD_SOURCES as readonly string[]).includes(text)
const FLOW_MINUTES = 10
const EXCHANGE_S = 60

/** The cookie a walk is bound to. Only an https page can have the stronger kind. */
const cookieName = (secure: boolean): string =>
  secure ? '__Host-parcelyard_third' : 'parcelyard_third'
/** The browser's half of the walk, hashed; of either name, whichever the walk began with. */
export function cookieHashes(ctx: Ctx): Buffer[] {
  const sent = new Map(
    (ctx.http?.header('cookie') ?? '')
      .split(';')
      .map(
        (part) =>
          [
            part.slice(0, part.indexOf('=')).trim(),
            part.slice(part.indexOf('=') + 1).trim(),
          ] as const,
      ),
  )
  return [true, false].flatMap((secure) => sent.get(cookieName(secure)) ?? []).map(tokenHash)
}

/**
 * Gives the browser its half of a sign-in elsewhere. Lax: the way back is a link from another site.
 */
export function setFlowCookie(ctx: Ctx, cookie: string, secure: boolean): void {
  ctx.http?.setHeader(
    'Set-Cookie',
    `${cookieName(secure)}=${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${2 * FLOW_MINUTES * 60}${secure ? '; Secure' : ''}`,
  )
}

/**
 * Begins a walk: everything that must come back is kept here, and nothing of where to go afterwards
 * travels along.
 */
async function begin(
  ctx: Ctx,
  provider: KnownProvider,
  source: ThirdSource,
  bindUserId: string | null,
): Promise<URL> {
  const [state, nonce, verifier, cookie] = [newToken(), newToken(), newToken(), newToken()]
  const url = await ADAPTERS[source].authorize(provider, {
    redirectUri: provider.settings.origin + redirectPath(ctx, source),
    state,
    nonce,
    verifier,
  })
  const db = openDb(ctx)
  await sql`delete from third_attempt where created_at < now() - interval '1 day'`.execute(db)
  await sql`insert into third_attempt (tenant_id, source, state_hash, cookie_hash, nonce, verifier,
      bind_user_id, expires_at)
    values (${provider.tenantId}, ${source}, ${tokenHash(state)}, ${tokenHash(cookie)}, ${nonce},
      ${verifier}, ${bindUserId}, now() + ${`${FLOW_MINUTES} minutes`}::interval)`.execute(db)
  setFlowCookie(ctx, cookie, provider.settings.origin.startsWith('https:'))
  return url
}

/** Sends the browser to the provider. */
export async function render(
  ctx: Ctx,
  { source, tenant }: In<typeof thirdLogin.render>,
): Promise<PageReply> {
  if (!isSource(source)) return callbackPage(ctx, { error: 'third.notOffered' }, 404)
  const tenantId = await tenantOf(ctx, tenant)
  const provider = tenantId === null ? null : await providerOf(ctx, tenantId, source)
  if (!provider?.settings.origin) return callbackPage(ctx, { error: 'third.notOffered' }, 404)
  return await sent(ctx, provider, source, null)
}

export async function sent(
  ctx: Ctx,
  provider: KnownProvider,
  source: ThirdSource,
  bindUserId: string | null,
): Promise<PageReply> {
  try {
    return PageReply.redirect(String(await begin(ctx, provider, source, bindUserId)))
  } catch (error) {
    note(ctx, source, error)
    return callbackPage(ctx, { error: 'third.unreachable' }, 502)
  }
}
function note(ctx: Ctx, source: string, error: unknown): void {
  ctx.log.warn(
    {
      requestId: ctx.requestId,
      source,
      reason: error instanceof ExternalHttpError ? error.message : causeOf(error),
    },
    'third-party sign-in',
  )
}

interface Attempt {
  id: string
  tenantId: string
  nonce: string
  verifier: string
  bindUserId: string | null
}

/**
 * The way back: state and cookie must belong together, once; then the provider is asked who it
 * was.
 */
export async function callback(
  ctx: Ctx,
  { source, ...back }: In<typeof thirdLogin.callback>,
): Promise<PageReply> {
  const db = openDb(ctx)
  if (!isSource(source) || !back.state) return callbackPage(ctx, { error: 'third.expired' }, 400)
  const taken = await sql<Attempt>`update third_attempt set used_at = now()
      where state_hash = ${tokenHash(back.state)} and source = ${source}
      and cookie_hash = any(${cookieHashes(ctx)}::bytea[])
        and used_at is null and expires_at > now()
    returning id, tenant_id, nonce, verifier, bind_user_id`.execute(db)
  const attempt = taken.rows[0]
  if (!attempt) return callbackPage(ctx, { error: 'third.expired' }, 400)
  if (back.error || !(back.code || back.authCode || back.ticket))
    return callbackPage(ctx, { error: 'third.refused' })
  const provider = await providerOf(ctx, attempt.tenantId, source)
  if (!provider) return callbackPage(ctx, { error: 'third.notOffered' }, 404)
  let principal: Identity
  try {
    principal = await ADAPTERS[source].identify(provider, back, {
      redirectUri: provider.settings.origin + redirectPath(ctx, source),
      state: back.state,
      nonce: attempt.nonce,
      verifier: attempt.verifier,
    })
  } catch (error) {
    note(ctx, source, error)
    return callbackPage(ctx, { error: 'third.failed' })
  }
  if (attempt.bindUserId)
    return callbackPage(
      ctx,
      (await link(ctx, attempt, provider, principal))
        ? { bound: source }
        : { error: 'third.taken' },
    )
  const token = newToken()
  await sql`update third_attempt
    set exchange_hash = ${tokenHash(token)},
      exchange_expires_at = now() + ${`${EXCHANGE_S} seconds`}::interval,
      config_hash = ${provider.configHash}, issuer = ${principal.issuer},
      subject = ${principal.subject}, name = ${principal.name} where id = ${attempt.id}`.execute(db)
  return callbackPage(ctx, { token })
}

/**
 * A signed-in user began this walk, and this browser was theirs. False where the account
 * elsewhere is another's.
 */
async function link(
  ctx: Ctx,
  { tenantId, bindUserId }: Attempt,
  { source, configHash }: KnownProvider,
  principal: Identity,
): Promise<boolean> {
  const db = openDb(ctx)
  const account = await findAccount(db, { id: bindUserId ?? '0' })
  if (!account || !(await mayBeOpenedBy(db, tenantId, account))) return false
  const bound = await inTx(asSystem(ctx, tenantId), (tx) =>
    bindAccount(tx, account, { ...principal, tenantId, source, configHash }),
  )
  return bound !== null
}
