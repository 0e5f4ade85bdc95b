import { sql } from 'kysely'
import {
  THIRD_SOURCES,
  type identity,
  type ThirdSource,
} from '#contracts/platform/session/identity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { passwordModeOf } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { sendableChannels } from './sendable-channels.ts'
import { openDb, registrationMode, tenantOf } from './identity-config.ts'

/** Ways the web leads through: back to an address of ours, which CAS for other clients may lack. */
export async function offeredBy(
  ctx: Ctx,
  tenantId: string,
): Promise<{ source: ThirdSource; name: string | null }[]> {
  const found = await sql<{
    source: ThirdSource
    name: string | null
  }>`select p.source, nullif(p.settings->>'name', '') as name from third_provider p
    where p.tenant_id = ${tenantId} and p.enabled and p.settings->>'origin' <> ''`.execute(
    openDb(ctx),
  )
  return THIRD_SOURCES.flatMap((source) => found.rows.find((row) => row.source === source) ?? [])
}

/** What the pages before the sign-in may offer. */
export async function options(
  ctx: Ctx,
  { tenant }: In<typeof identity.options>,
): Promise<Out<typeof identity.options>> {
  const tenantId = await tenantOf(ctx, tenant)
  // As of a tenant that offers nothing: which ones there are is not revealed.
  const own =
    tenantId === null
      ? { sms: false, email: Boolean(ctx.deps.env.smtpUrl) }
      : await sendableChannels(ctx, tenantId)
  const codes = { account: tenant ? own : await sendableChannels(ctx, null), registration: own }
  if (tenantId === null)
    return { registration: false, company: null, passwordMode: 'seed', third: [], codes }
  const registration = (await registrationMode(ctx, tenantId)) !== 'off'
  const named = sql<{ name: string; nameEn: string | null }>`select t.name, t.name_en
      from tenant t where t.id = ${tenantId}`
  const row = registration ? (await named.execute(openDb(ctx))).rows[0] : undefined
  return {
    registration,
    company: row ? nameOf(row, ctx.lang) : null,
    passwordMode: await passwordModeOf(openDb(ctx), tenantId),
    third: await offeredBy(ctx, tenantId),
    codes,
  }
}
