import { sql } from 'kysely'
import { onlineFields, type onlineUsers } from '#contracts/platform/operations/logs.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { endSessions, tokenHash } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { conditions } from '#server/kit/resource/list-query.ts'
import { totalRows, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { deviceOf } from './device.ts'

type Page = Out<typeof onlineUsers.list>
type Row = Omit<Page['records'][number], 'device'>

/** Columns of the session; all others are the person's. */
const OF_SESSION = new Set(['id', 'ip'])

/**
 * The platform's people are none of a tenant's business, neither where they sit nor by what
 * browser.
 */
const shownTo = (ctx: Ctx) =>
  ctx.principal.dataScope === 'platform' ? sql`` : sql`and u.tenant_id <> 0`

/**
 * Sessions of this tenant that are not over, the latest activity first. No token and nothing
 * to make one of leaves the database.
 */
export async function listOnline(ctx: Ctx, query: In<typeof onlineUsers.list>): Promise<Page> {
  const column = (name: string) => sql.ref(`${OF_SESSION.has(name) ? 's' : 'u'}.${name}`)
  const filters = conditions(onlineFields, query, column)
  const from = sql`from ${ctx.rows('sysSession').as('s')} join sys_user as u on u.id = s.user_id
    where s.expires_at > now() ${shownTo(ctx)} ${sql.join(
      filters.map((one) => sql`and ${one}`),
      sql` `,
    )}`
  const { offset, limit } = paging(query)
  const order =
    query.column === 'username'
      ? query.order === 'asc'
        ? sql`u.username asc, s.id`
        : sql`u.username desc, s.id`
      : sql`s.seen_at desc, s.id desc`
  const found = await sql<Row>`select s.id, u.username, u.realname, s.ip, s.user_agent, s.way,
        s.token_hash = ${tokenHash(ctx.http?.token ?? '')} as current, s.created_at as create_time,
        s.seen_at as seen_time, s.expires_at as expire_time
    ${from} order by ${order} limit ${limit} offset ${offset}`.execute(ctx.db)
  const records = found.rows.map((row) => ({ ...row, device: deviceOf(row.userAgent ?? '') }))
  return pageResult(records, await totalRows(ctx, from, { offset, limit }, records.length), query)
}

/** Ends sessions at once, here and in every other process. The caller's own is ended by signing out. */
export function forceLogout(
  ctx: Ctx,
  { ids }: In<typeof onlineUsers.forceLogout>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const found = await sql<{
      userId: string
      username: string
      current: boolean
    }>`select s.user_id, u.username, s.token_hash = ${tokenHash(tx.http?.token ?? '')} as current
      from ${tx.rows('sysSession').as('s')} join sys_user as u on u.id = s.user_id
      where s.id = ${id} ${shownTo(tx)}`.execute(tx.db)
    const session = found.rows[0] ?? failMissing()
    if (session.current) fail('online.own', { label: session.username })
    await endSessions(tx, { id: session.userId, tenantId: tx.principal.tenantId }, { only: id })
    await tx.audit('sys_session', id, 'delete', { username: session.username }, null)
    return session.username
  })
}
