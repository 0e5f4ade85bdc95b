import { perApp } from '../runtime/deps.ts'
import { sql } from 'kysely'
import { asSystem, executorOf, type Ctx } from '../access/ctx.ts'
import { shareCalls } from './batch-calls.ts'
import { keepLoaded } from './keep-loaded.ts'
import { openTransaction } from './open-transaction.ts'

/** Questions about the version that come at the same time, by tenant. */
const asked = perApp(() => ({ share: shareCalls<string>() }))

/**
 * The number of a tenant's last change to what orders are judged by (`config_version`); no two
 * changes share one. Questions that come while one is under way share the next statement, which
 * begins after they came; a transaction asks for itself, since it sees its own changes.
 */
export function configVersion(ctx: Ctx): Promise<string> {
  if (openTransaction() || executorOf(ctx).isTransaction) return readVersion(ctx)
  return asked.of(ctx.deps).share(ctx.principal.tenantId, () => readVersion(ctx))
}

async function readVersion(ctx: Ctx): Promise<string> {
  const found = await sql<{
    version: string
  }>`select version from config_version where tenant_id = ${ctx.principal.tenantId}`.execute(
    executorOf(ctx),
  )
  return found.rows[0]?.version ?? '0'
}

/** Of all tenants. */
const VALUES_MAX = 5_000

/**
 * Keeps what `read` makes of a tenant's set-up until its version changes. It is read as the system,
 * since what one
 * caller may see must not be handed to another; what comes out is shared and must not be changed.
 * The version has to be asked for before: then a change in between makes the next question read
 * again, never keep the old.
 */
export function cachedByConfigVersion<T>(
  read: (system: Ctx, key: string) => Promise<T>,
): (ctx: Ctx, key: string, version: string) => Promise<T> {
  const caches = perApp(() => keepLoaded<T>({ name: 'setUp', max: VALUES_MAX }))
  return (ctx, key, version) => {
    const { tenantId } = ctx.principal
    return caches
      .of(ctx.deps)
      .get(`${tenantId}:${key}`, () => read(asSystem(ctx, tenantId), key), version)
  }
}
