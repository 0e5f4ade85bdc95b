import { sql } from 'kysely'
import {
  BLOCKED_MAX,
  type blockedAddresses,
} from '#contracts/platform/operations/blocked-addresses.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { addressKey } from '#server/kit/http/address.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/** Other processes take a change up within so long. */
const FRESH_MS = 5_000
const TENANTS_MAX = 2_000
const loaded = perApp(() =>
  keepLoaded<ReadonlyMap<string, number>>({
    name: 'blockedAddresses',
    max: TENANTS_MAX,
    freshMs: FRESH_MS,
  }),
)

/** Whether calls from an address are refused to a tenant's accounts now; of tenant 0: to all. */
export async function isBlocked(ctx: Ctx, ip: string, tenantId: string): Promise<boolean> {
  const load = async () => {
    const { rows } = await sql<{ address: string; until: string }>`select b.address, b.until
      from ${asSystem(ctx, tenantId).rows('blockedAddress').as('b')}
      where b.until > now()`.execute(ctx.db)
    return new Map(rows.map(({ address, until }) => [address, Date.parse(until)]))
  }
  const until = (await loaded.of(ctx.deps).get(tenantId, load)).get(addressKey(ip))
  return until !== undefined && until > Date.now()
}

/** What is blocked now, the latest first. */
export async function listBlocked(ctx: Ctx): Promise<Out<typeof blockedAddresses.list>> {
  const { rows } = await sql<{
    address: string
    reason: string
    until: string
    createBy: string
    createTime: string
  }>`select b.address, b.reason,
      b.until, b.create_by, b.create_time
    from ${ctx.rows('blockedAddress').as('b')} where b.until > now()
    order by b.create_time desc, b.id desc`.execute(ctx.db)
  return rows
}

/** Blocks an address for a time, counted from now where it is blocked already; what has ended leaves. */
export async function blockAddress(
  ctx: Ctx,
  { address, hours, reason }: In<typeof blockedAddresses.block>,
): Promise<null> {
  const key = addressKey(address)
  // Who is shut out could not take it back.
  if (key === addressKey(ctx.http?.ip ?? ''))
    failFields([{ path: 'address', code: 'block.own', data: { address } }])
  await inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await sql`select pg_advisory_xact_lock(hashtextextended(${`blocked ${tenantId}`}, 0))`.execute(
      tx.db,
    )
    await sql`delete from blocked_address b where ${tx.rows('blockedAddress').where('b')}
      and (b.until <= now() or b.address = ${key})`.execute(tx.db)
    const { rows: all } = await sql<{ count: number }>`select count(*)::int as count
      from ${tx.rows('blockedAddress').as('b')}`.execute(tx.db)
    if (all[0]!.count >= BLOCKED_MAX) fail('block.full', { max: BLOCKED_MAX })
    const { rows } = await sql<{ id: string; until: string }>`insert into blocked_address
        (tenant_id, address, reason, until, create_by)
      values (${tenantId}, ${key}, ${reason}, now() + ${`${hours} hours`}::interval, ${username})
      returning id, until`.execute(tx.db)
    const { id, until } = rows[0]!
    await tx.audit('blocked_address', id, 'add', null, { address: key, reason, until })
    tx.afterCommit(() => forget(tx, tenantId))
  })
  return null
}

/** Ends the block of an address at once. */
export async function releaseAddress(
  ctx: Ctx,
  { address }: In<typeof blockedAddresses.release>,
): Promise<null> {
  await inTx(ctx, async (tx) => {
    const { rows } = await sql<{
      id: string
      reason: string
    }>`delete from blocked_address b where ${tx.rows('blockedAddress').where('b')}
      and b.address = ${address} returning b.id, b.reason`.execute(tx.db)
    const { id, reason } = rows[0] ?? failMissing()
    await tx.audit('blocked_address', id, 'delete', { address, reason }, null)
    tx.afterCommit(() => forget(tx, tx.principal.tenantId))
  })
  return null
}

const forget = (ctx: Ctx, tenantId: string) => loaded.of(ctx.deps).forget((key) => key === tenantId)
