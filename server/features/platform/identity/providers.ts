import { sql } from 'kysely'
import {
  thirdSettings,
  type ProviderState,
  type thirdProviders,
  type ThirdSettings,
} from '#contracts/platform/session/identity-third.ts'
import { THIRD_SOURCES, type ThirdSource } from '#contracts/platform/session/identity.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'
import { lastFour, openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { configHashOf, dropStaleBindings } from './third/bindings.ts'
import { openDb } from './identity-config.ts'
import { type KnownProvider } from './third/known-provider.ts'

interface Row {
  id: string
  source: ThirdSource
  enabled: boolean
  settings: unknown
  secretEnc: string | null
  version: number
}
const place = (tenantId: string, id: string): SecretPlace => ({
  tenantId,
  table: 'third_provider',
  column: 'secret_enc',
  id,
})
const rowsOf = async (ctx: Ctx): Promise<Row[]> =>
  (
    await sql<Row>`select p.id, p.source, p.enabled, p.settings, p.secret_enc, p.version
      from ${ctx.rows('thirdProvider').as('p')}`.execute(ctx.db)
  ).rows

/** What each kind cannot do without. */
const NEEDED: Record<ThirdSource, readonly (keyof ThirdSettings)[]> = {
  oidc: ['origin', 'issuer', 'clientId'],
  wechat_enterprise: ['origin', 'clientId', 'agentId'],
  dingtalk: ['origin', 'clientId'],
  wechat_open: ['origin', 'clientId'],
  cas: ['issuer'],
}

/**
 * A tenant's provider with its secret, where it is switched on (`any`: also where it is not yet).
 */
export async function providerOf(
  ctx: Ctx,
  tenantId: string,
  source: string,
  { any = false } = {},
): Promise<KnownProvider | null> {
  const inside = asSystem(ctx, tenantId)
  const row = (await rowsOf(inside)).find((one) => one.source === source)
  if (!row || !(row.enabled || any)) return null
  const settings = thirdSettings.parse(row.settings)
  return {
    tenantId,
    inside: ctx.deps.env.outboundAllow ?? [],
    source: row.source,
    settings,
    configHash: configHashOf(row.source, settings),
    secret: row.secretEnc
      ? openSecret(ctx.deps.env.secretKey, row.secretEnc, place(tenantId, row.id))
      : '',
  }
}

export const redirectPath = (ctx: Ctx, source: string): string =>
  `${ctx.deps.env.basePath}/thirdLogin/callback/${source}`

export async function readProviders(ctx: Ctx): Promise<ProviderState[]> {
  const rows = await rowsOf(ctx)
  return THIRD_SOURCES.map((source) => {
    const row = rows.find((one) => one.source === source)
    return {
      source,
      enabled: row?.enabled ?? false,
      settings: row ? thirdSettings.parse(row.settings) : null,
      version: row?.version ?? 0,
      redirectPath: redirectPath(ctx, source),
      secret: row?.secretEnc
        ? { set: true, last4: fourOf(ctx, row.id, row.secretEnc) }
        : { set: false, last4: '' },
    }
  })
}

function fourOf(ctx: Ctx, id: string, sealed: string): string {
  try {
    return lastFour(openSecret(ctx.deps.env.secretKey, sealed, place(ctx.principal.tenantId, id)))
  } catch {
    return ''
  }
}

const SERVICE = 'serviceUrl' satisfies keyof ThirdSettings
/** It distinguishes tickets over the whole installation; whose a taken one is is not revealed. */
async function requireOwnService(tx: Tx, serviceUrl: string): Promise<void> {
  if (serviceUrl === '') return
  const taken = await sql`select 1 from third_provider p
      where p.source = 'cas'
        and p.settings->>'serviceUrl' = ${serviceUrl} and p.tenant_id <> ${tx.principal.tenantId}`.execute(
    openDb(tx),
  )
  if (taken.rows.length > 0)
    failFields([{ path: `settings.${SERVICE}`, code: 'third.serviceTaken' }])
}

/**
 * Keeps a provider: whom a tenant trusts to identify users. The person shows once more who it
 * is.
 */
export async function saveProvider(
  ctx: Ctx,
  { source, enabled, settings, secret, version }: In<typeof thirdProviders.save>,
): Promise<ProviderState[]> {
  const missing = enabled ? NEEDED[source].filter((name) => settings[name] === '') : []
  // The web comes back to the origin, other clients bring tickets for a service address.
  if (enabled && source === 'cas' && !settings.origin && !settings.serviceUrl)
    missing.push('origin')
  if (missing.length > 0)
    failFields(missing.map((name) => ({ path: `settings.${name}`, code: 'field.required' })))
  return await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    if (source === 'cas') await requireOwnService(tx, settings.serviceUrl)
    const json = JSON.stringify(settings)
    await sql`insert into third_provider (tenant_id, source, settings, version, create_by)
      values (${tenantId}, ${source}, ${json}::jsonb, 0, ${username})
      on conflict (tenant_id, source) do nothing`.execute(tx.db)
    const before = (
      await sql<Row>`select p.id, p.source, p.enabled, p.settings, p.secret_enc, p.version
        from third_provider as p
        where ${tx.rows('thirdProvider').where('p')} and p.source = ${source} for update`.execute(
        tx.db,
      )
    ).rows[0]!
    if (before.version !== version) failConflict('row.stale', await readProviders(tx))
    // A secret that was entered for one provider is not sent to another.
    const configHash = configHashOf(source, settings)
    const stays = configHash.equals(configHashOf(source, thirdSettings.parse(before.settings)))
    const sealed =
      secret === undefined
        ? stays
          ? before.secretEnc
          : null
        : secret
          ? sealSecret(tx.deps.env.secretKey, secret, place(tenantId, before.id))
          : null
    await sql`update third_provider as p
      set enabled = ${enabled}, settings = ${json}::jsonb, secret_enc = ${sealed},
        version = version + 1, update_by = ${username}, update_time = now()
      where ${tx.rows('thirdProvider').where('p')} and p.id = ${before.id}`.execute(tx.db)
    await dropStaleBindings(tx, source, configHash)
    const fresh = before.version === 0
    await tx.audit(
      'third_provider',
      before.id,
      fresh ? 'add' : 'edit',
      fresh
        ? null
        : { ...(before.settings as object), enabled: before.enabled, secretEnc: before.secretEnc },
      { ...settings, source, enabled, secretEnc: sealed, version: version + 1 },
    )
    return await readProviders(tx)
  })
}
