import { sql } from 'kysely'
import { PLATFORM_TENANT } from '#contracts/platform/operations/tenants.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'

/** A changed name shows within a minute. */
const FRESH_MS = 60_000
const KEEP = 20_000

interface Named {
  account: string
  name: string
  homeTenant: string
  customerId: string | null
  member: boolean
}
interface Entry {
  at: number
  named: Named | null
}

/**
 * Names of accounts for `accountNames`. A tenant reads the names of those who work in it, a customer
 * only those of its own users: others are staff; who runs the platform is not named to others.
 */
export function accountNameReader(): (
  ctx: Ctx,
  accounts: readonly string[],
) => Promise<Record<string, string>> {
  const entries = new Map<string, Entry>()
  const keyOf = (ctx: Ctx, account: string) => `${ctx.principal.tenantId}:${account}`
  const load = async (ctx: Ctx, accounts: readonly string[]) => {
    const { tenantId } = ctx.principal
    const found = await sql<Named>`select u.username as account, u.realname as name,
        u.tenant_id as home_tenant, u.customer_id,
        u.tenant_id = ${tenantId} or exists (select 1 from sys_user_tenant m
          where m.user_id = u.id and m.tenant_id = ${tenantId}) as member
      from sys_user u
      where lower(u.username) = any(${accounts.map((one) => one.toLowerCase())}::text[])`.execute(
      executorOf(ctx),
    )
    const named = new Map(found.rows.map((row) => [row.account, row]))
    if (entries.size > KEEP) entries.clear()
    for (const account of accounts)
      entries.set(keyOf(ctx, account), {
        at: performance.now(),
        named: named.get(account) ?? null,
      })
  }
  return async (ctx, accounts) => {
    const now = performance.now()
    const unknown = accounts.filter((account) => {
      const entry = entries.get(keyOf(ctx, account))
      return !entry || now - entry.at > FRESH_MS
    })
    if (unknown.length > 0) await load(ctx, unknown)
    return Object.fromEntries(
      accounts.flatMap((account) => {
        const named = entries.get(keyOf(ctx, account))?.named
        const name = named ? nameFor(ctx, named) : null
        return name === null ? [] : [[account, name]]
      }),
    )
  }
}

function nameFor({ principal, lang }: Ctx, named: Named): string | null {
  if (principal.dataScope === 'platform') return named.name
  if (named.homeTenant === PLATFORM_TENANT) return translate(lang, 'logs', 'byPlatform')
  if (!named.member) return null
  return principal.customerId === null || principal.customerId === named.customerId
    ? named.name
    : translate(lang, 'logs', 'byStaff')
}
