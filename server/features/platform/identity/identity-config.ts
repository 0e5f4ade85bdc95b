import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { DEFAULT_LANG, LANGS, type Lang } from '#contracts/kit/envelope.ts'
import type { Perm } from '#contracts/perms.ts'
import type { RegistrationMode } from '#contracts/platform/session/identity.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { executorOf, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { type Executor } from '#server/kit/access/executor.ts'

/** Strangers have no rows within reach: who they might be is asked of the whole house. */
export const openDb = (ctx: Ctx): Executor => executorOf(ctx)

/** Six digits are soon tried through: without the product's key their hash would be the code. */
export function keyedHash(ctx: Ctx, ...parts: string[]): Buffer {
  return createHmac('sha256', ctx.deps.env.secretKey).update(parts.join('\u0000')).digest()
}

/**
 * The tenant of that code, else the installation's own, the first one; null for one that is
 * unknown or stopped, which is not revealed.
 */
export async function tenantOf(ctx: Ctx, code: string | undefined): Promise<string | null> {
  const requested = code
    ? sql`lower(t.code) = lower(${code})`
    : sql`t.id = (select min(id) from tenant where id <> 0)`
  const found = await sql<{
    id: string
  }>`select t.id from tenant t
    where ${requested} and t.id <> 0 and t.status = 1
      and coalesce(t.begin_date <= (now() at time zone t.time_zone)::date, true)
      and coalesce(t.end_date >= (now() at time zone t.time_zone)::date, true)`.execute(openDb(ctx))
  return found.rows[0]?.id ?? null
}

/** The tenant a stranger may register in. One that does not exist is closed like any other. */
export async function registeringTenant(
  ctx: Ctx,
  code: string | undefined,
): Promise<{ tenantId: string; mode: Exclude<RegistrationMode, 'off'> } | null> {
  const tenantId = await tenantOf(ctx, code)
  const mode = tenantId === null ? 'off' : await registrationMode(ctx, tenantId)
  return tenantId === null || mode === 'off' ? null : { tenantId, mode }
}

export async function registrationMode(ctx: Ctx, tenantId: string): Promise<RegistrationMode> {
  const found = await sql<{
    value: unknown
  }>`select s.value from tenant_setting s
    where s.tenant_id = ${tenantId} and s.key = 'registration.mode'`.execute(openDb(ctx))
  const value = found.rows[0]?.value
  return value === 'pending' || value === 'active' ? value : 'off'
}

/** Users of the tenant whose roles hold a right, by the language they read; at most a hundred. */
export async function holdersOf(tx: Tx, perm: Perm): Promise<ReadonlyMap<Lang, string[]>> {
  const found = await sql<{ id: string; lang: unknown }>`select u.id,
      (select s.value from user_setting s
        where s.user_id = u.id and s.key = 'profile.lang') as lang
    from ${tx.rows('sysUser').as('u')}
    where u.status = 1 and u.del_flag = 0 and ${permissionHolders(perm)} limit 100`.execute(tx.db)
  const known = found.rows.map(({ id, lang }) => ({
    id,
    lang: LANGS.find((one) => one === lang) ?? DEFAULT_LANG,
  }))
  return new Map(
    [...Map.groupBy(known, ({ lang }) => lang)].map(([lang, of]) => [lang, of.map(({ id }) => id)]),
  )
}
