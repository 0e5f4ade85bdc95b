import { securityChanged } from '#contracts/platform/session/account.events.ts'
import { sql } from 'kysely'
import { now } from '#server/kit/runtime/clock.ts'
import {
  API_KEYS_MAX,
  type accountSecurity,
  type ApiKey,
} from '#contracts/platform/session/account-security.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { newApiKey } from '#server/features/platform/session/index.ts'

const COLUMNS = sql`k.id, k.name, k.prefix || '…' || k.last_four as shown, k.scopes,
  array(select n::text from unnest(k.ip_list) n) as ips, k.expires_at, k.last_used_at, k.last_ip,
  k.revoked_at, k.create_time`

/** The caller's keys in the current tenant, living ones first. */
export async function apiKeys(ctx: Ctx): Promise<ApiKey[]> {
  return (
    await sql<ApiKey>`select ${COLUMNS} from ${ctx.rows('apiKey').as('k')}
      where k.user_id = ${ctx.principal.userId} order by k.revoked_at is not null,
        k.id desc limit 200`.execute(ctx.db)
  ).rows
}

/**
 * What a key may be given: what the caller may do, with the words of the permission screen and the
 * menu it stands under.
 */
export async function scopes(ctx: Ctx): Promise<Out<typeof accountSecurity.scopes>> {
  const english = ctx.lang === 'en_US'
  const found = await sql<
    Out<typeof accountSecurity.scopes>[number]
  >`select distinct on (p.perms) p.perms as code, case
      when ${english} then coalesce(p.name_en, p.name) else p.name end as name,
      coalesce(case when ${english} then coalesce(m.name_en, m.name) else m.name end, '') as "group"
    from sys_permission p left join sys_permission m on m.id = p.parent_id
    where p.menu_type = 2 and p.perms = any(${[...ctx.principal.perms]}::text[])
    order by p.perms, p.id`.execute(ctx.db)
  return found.rows
}

export async function addApiKey(
  ctx: Ctx,
  { name, scopes: requested, ips, expiresAt }: In<typeof accountSecurity.addApiKey>,
): Promise<Out<typeof accountSecurity.addApiKey>> {
  const beyond = requested.filter((code) => !ctx.holds(code))
  if (beyond.length > 0) fail('account.keyBeyond', { codes: beyond.slice(0, 3).join(', ') })
  if (expiresAt && Date.parse(expiresAt) <= now())
    failFields([{ path: 'expiresAt', code: 'field.past' }])
  const made = newApiKey()
  return await inTx(ctx, async (tx) => {
    const { userId, tenantId, username } = tx.principal
    const living = await sql<{
      count: number
    }>`select count(*)::int as count
      from ${tx.rows('apiKey').as('k')} where k.user_id = ${userId} and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())`.execute(tx.db)
    if ((living.rows[0]?.count ?? 0) >= API_KEYS_MAX)
      fail('account.keyTooMany', { max: API_KEYS_MAX })
    const id = await insert().catch((error: unknown) => {
      if (pgErrorKind(error) === 'badValue') failFields([{ path: 'ips', code: 'field.network' }])
      throw error
    })
    const row =
      (
        await sql<ApiKey>`select ${COLUMNS} from ${tx.rows('apiKey').as('k')} where k.id = ${id}`.execute(
          tx.db,
        )
      ).rows[0] ?? failMissing()
    await tx.audit('api_key', id, 'add', null, {
      name,
      scopes: row.scopes,
      ips: row.ips,
      expiresAt: row.expiresAt,
    })
    await tx.emit(securityChanged, {
      userId,
      what: 'apiKey',
      state: name,
      ip: tx.http?.ip ?? null,
    })
    return { key: made.key, row }

    async function insert(): Promise<string> {
      const stored = await sql<{
        id: string
      }>`insert into api_key (tenant_id, user_id, name, key_hash, prefix, last_four, scopes,
          ip_list, expires_at, create_by)
        values (${tenantId}, ${userId}, ${name}, ${made.hash}, ${made.prefix}, ${made.lastFour},
          ${[...new Set(requested)].toSorted()}, ${ips.map(asNetwork)}::text[]::cidr[],
          ${expiresAt ?? null}, ${username}) returning id`.execute(tx.db)
      return stored.rows[0]!.id
    }
  })
}

/** Over for good: what used it is refused from the next call on. */
export async function revokeApiKey(
  ctx: Ctx,
  { id }: In<typeof accountSecurity.revokeApiKey>,
): Promise<null> {
  return await inTx(ctx, async (tx) => {
    const ended = await sql<{
      name: string
    }>`update api_key as k set revoked_at = now()
      where ${tx.rows('apiKey').where('k')} and k.user_id = ${tx.principal.userId} and k.id = ${id} and k.revoked_at is null
      returning k.name`.execute(tx.db)
    const { name } = ended.rows[0] ?? failMissing()
    await tx.audit('api_key', id, 'edit', { name, revoked: false }, { name, revoked: true })
    return null
  })
}

/** `10.1.2.3/8` means the network 10.0.0.0/8 to people; the database requires that form. */
function asNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  if (bits === undefined || address.includes(':')) return text
  const wide = Math.min(32, Number(bits))
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const net = wide === 0 ? 0 : value - (value % 2 ** (32 - wide))
  return `${[24, 16, 8, 0].map((shift) => Math.floor(net / 2 ** shift) % 256).join('.')}/${bits}`
}
