import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { userAgents } from '#contracts/platform/people/users.agents.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockUser, requireBelow } from './lock-user.ts'

type Calls = typeof userAgents
type Row = Out<Calls['queryByUserName']>

async function read(ctx: Ctx, by: ReturnType<typeof sql>): Promise<Row | null> {
  return (
    (
      await sql<Row>`select a.id, u.username as user_name, s.username as agent_user_name,
          s.realname as agent_realname, a.start_time, a.end_time, a.status::text as status,
          a.version
    from ${ctx.rows('sysUserAgent').as('a')} join sys_user u on u.tenant_id = a.tenant_id
      and u.id = a.user_id join sys_user s on s.tenant_id = a.tenant_id and s.id = a.agent_user_id
    where ${by}`.execute(ctx.db)
    ).rows[0] ?? null
  )
}

export async function agentOf(ctx: Ctx, { userName }: In<Calls['queryByUserName']>): Promise<Row> {
  return (await read(ctx, sql`lower(u.username) = lower(${userName})`)) ?? fail('user.noAgent')
}

async function staffId(tx: Tx, username: string, path: string): Promise<string> {
  const found = await sql<{
    id: string
  }>`select u.id
    from ${tx.rows('sysUser').as('u')} where lower(u.username) = lower(${username})
      and u.del_flag = 0 and u.customer_id is null`.execute(tx.db)
  return found.rows[0]?.id ?? failFields([{ path, code: 'field.ref' }])
}

/** One stand-in per person: setting another replaces the one before. */
export function setAgent(ctx: Ctx, draft: In<Calls['add']>): Promise<Row> {
  return save(ctx, draft, null)
}

export function editAgent(ctx: Ctx, { id, version, ...draft }: In<Calls['edit']>): Promise<Row> {
  return save(ctx, draft, { id, version })
}

function save(
  ctx: Ctx,
  { userName, agentUserName, startTime = null, endTime = null, status }: In<Calls['add']>,
  known: { id: string; version: number | undefined } | null,
): Promise<Row> {
  if (userName.toLowerCase() === agentUserName.toLowerCase())
    failFields([{ path: 'agentUserName', code: 'user.ownAgent' }])
  if (startTime && endTime && Date.parse(endTime) <= Date.parse(startTime))
    failFields([{ path: 'endTime', code: 'field.endBeforeStart' }])
  return inTx(ctx, async (tx) => {
    const [userId, agentId] = [
      await staffId(tx, userName, 'userName'),
      await staffId(tx, agentUserName, 'agentUserName'),
    ]
    await requireBelow(tx, await lockUser(tx, userId))
    const before = await read(tx, known ? sql`a.id = ${known.id}` : sql`a.user_id = ${userId}`)
    if (known && !before) failMissing()
    // The entry is its person's: another name in the body does not make it another user's.
    if (known && before && before.userName.toLowerCase() !== userName.toLowerCase())
      failFields([{ path: 'userName', code: 'field.ref' }])
    if (before && known?.version !== undefined && known.version !== before.version)
      failConflict('row.stale', before)
    const done = await sql<{
      id: string
    }>`insert into sys_user_agent (tenant_id, user_id, agent_user_id, start_time, end_time, status,
        create_by)
      values (${tx.principal.tenantId}, ${userId}, ${agentId}, ${startTime}, ${endTime}, ${status},
        ${tx.principal.username})
      on conflict (tenant_id, user_id) do update set agent_user_id = excluded.agent_user_id,
        start_time = excluded.start_time, end_time = excluded.end_time, status = excluded.status,
        version = sys_user_agent.version + 1, update_by = ${tx.principal.username},
        update_time = now() returning id`.execute(tx.db)
    const row = (await read(tx, sql`a.id = ${done.rows[0]!.id}`)) ?? failMissing()
    await tx.audit('sys_user_agent', row.id, before ? 'edit' : 'add', before, row)
    return row
  })
}
