import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { TwoUserChange, TwoUserKind, twoUsers } from '#contracts/money/two-users.ts'
import { twoUsersAsked } from '#contracts/money/two-users.events.ts'
import type { Perm } from '#contracts/perms.ts'
import { requireSecondUser } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'

interface Kind {
  /** Who decides has one of them. */
  perms: readonly Perm[]
  /** Makes the change; what it is about is locked by it. */
  apply: (tx: Tx, request: { aboutId: string | null; changes: TwoUserChange[] }) => Promise<void>
}
const kinds = new Map<TwoUserKind, Kind>()

/** Names how a change of a setting is made once a second user approved it. */
export function offerTwoUsers(kind: TwoUserKind, of: Kind): void {
  kinds.set(kind, of)
}

/**
 * Asks for a change that a second user approves, and notifies those who may. A request about the same
 * that still waits gives way to it.
 */
export async function askTwoUsers(
  tx: Tx,
  wish: { kind: TwoUserKind; aboutId: string | null; label: string; changes: TwoUserChange[] },
): Promise<void> {
  const { kind, aboutId, label, changes } = wish
  const { tenantId, userId, actor, username, realname } = tx.principal
  // One request about the same waits: those who ask at once come after one another.
  const lock = `twoUsers/${tenantId}/${kind}/${aboutId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  const waiting = await sql<{ id: string }>`select r.id from ${tx.rows('twoUserRequest').as('r')}
    where r.kind = ${kind} and r.status = 'waiting'
      and r.about_id is not distinct from ${aboutId}::bigint`.execute(tx.db)
  await changeMany(
    tx,
    'twoUserRequest',
    waiting.rows.map((row) => row.id),
    (row) => (row.status === 'waiting' ? { status: 'replaced', decidedAt: sql`now()` } : null),
    { unlogged: 'all' },
  )
  const { rows } = await sql<{
    id: string
  }>`insert into two_user_request (tenant_id, kind, about_id,
      label, changes, ask_user_id, ask_actor_id, asked_by, create_by)
    values (${tenantId}, ${kind}, ${aboutId}, ${label}, ${JSON.stringify(changes)}::jsonb,
      ${userId}, ${actor?.userId ?? null}, ${realname || username}, ${username})
    returning id`.execute(tx.db)
  const id = rows[0]!.id
  await tx.audit('two_user_request', id, 'add', null, { kind, label, changes })
  await tx.emit(twoUsersAsked, { id, kind, label })
}

export async function waitingChanges(
  ctx: Ctx,
  { kind }: In<typeof twoUsers.waiting>,
): Promise<Out<typeof twoUsers.waiting>> {
  if (!kinds.get(kind)!.perms.some((perm) => ctx.can(perm))) return []
  const { rows } = await sql<Out<typeof twoUsers.waiting>[number]>`select r.id, r.label, r.changes,
      r.asked_by, r.create_time as asked_at, r.version
    from ${ctx.rows('twoUserRequest').as('r')}
    where r.kind = ${kind} and r.status = 'waiting' order by r.id limit 100`.execute(ctx.db)
  return rows
}

export function decideChange(
  ctx: Ctx,
  { id, version, approve }: In<typeof twoUsers.decide>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const status = approve ? 'approved' : 'rejected'
    const { username, realname, userId } = tx.principal
    const decided = { status, decidedBy: realname || username, decidedAt: sql<Date>`now()` }
    const request = await change(tx, 'twoUserRequest', id, decided, {
      seen: { version, current: () => null },
      if: async (row) => {
        if (row.status !== 'waiting') fail('twoUsers.decided')
        const { perms } = kinds.get(row.kind as TwoUserKind)!
        if (!perms.some((perm) => tx.can(perm))) failDenied()
        // Who asked may take it back.
        if (approve || row.askUserId !== userId)
          await requireSecondUser(tx, { userId: row.askUserId, actorId: row.askActorId })
      },
    })
    if (approve) {
      const { aboutId, kind } = request
      const changes = request.changes as unknown as TwoUserChange[]
      await kinds.get(kind as TwoUserKind)!.apply(tx, { aboutId, changes })
    }
    return null
  })
}
