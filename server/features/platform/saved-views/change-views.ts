import { sql } from 'kysely'
import {
  SHARE_VIEW,
  VIEWS_MAX,
  type savedViews,
  type SavedView,
} from '#contracts/platform/people/saved-views.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import {
  fail,
  failConflict,
  failDenied,
  failDuplicate,
  failMissing,
} from '#server/kit/http/errors.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { viewById } from './accessible-views.ts'

const logged = ({ name, list, shared, state, version }: SavedView) => ({
  name,
  list,
  shared,
  state,
  version,
})

export function addView(
  ctx: Ctx,
  { list, name, state, shared }: In<typeof savedViews.add>,
): Promise<Out<typeof savedViews.add>> {
  if (shared && !ctx.can(SHARE_VIEW)) failDenied()
  const { tenantId, userId, username, realname, customerId } = ctx.principal
  return inTx(ctx, async (tx) => {
    const done = await named(name, () =>
      sql<{
        id: string
      }>`insert into saved_view (tenant_id, owner_id, owner_name, customer_id, list_key, name,
          shared, state, create_by)
      select ${tenantId}, ${userId}, ${realname || username}, ${customerId}, ${list}, ${name},
        ${shared}, ${JSON.stringify(state)}::jsonb, ${username}
      where (select count(*)
        from ${tx.rows('savedView').as('v')} where v.owner_id = ${userId}
        and v.list_key = ${list}) < ${VIEWS_MAX} returning id`.execute(tx.db),
    )
    const id = done.rows[0]?.id
    if (id === undefined) fail('view.tooMany', { max: VIEWS_MAX })
    const made = (await viewById(tx, id)) ?? failMissing()
    await tx.audit('saved_view', id, 'add', null, logged(made))
    return made
  })
}

export function editView(
  ctx: Ctx,
  { id, version, name, state, shared }: In<typeof savedViews.edit>,
): Promise<Out<typeof savedViews.edit>> {
  return inTx(ctx, async (tx) => {
    const before = await own(tx, id)
    if (before.version !== version) failConflict('row.stale', before)
    // Users who lost the right to share may still take a view back.
    if (shared === true && !before.shared && !ctx.can(SHARE_VIEW)) failDenied()
    await named(name, () =>
      sql`update saved_view as v
        set name = ${name ?? before.name}, state = ${JSON.stringify(state ?? before.state)}::jsonb,
          shared = ${shared ?? before.shared},
      owner_name = ${ctx.principal.realname || ctx.principal.username}, version = version + 1,
      update_by = ${ctx.principal.username}, update_time = now()
      where ${tx.rows('savedView').where('v')} and v.id = ${id}`.execute(tx.db),
    )
    const after = (await viewById(tx, id)) ?? failMissing()
    await tx.audit('saved_view', id, 'edit', logged(before), logged(after))
    return after
  })
}

export function deleteView(ctx: Ctx, { id }: In<typeof savedViews.delete>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await own(tx, id)
    await sql`delete from saved_view as v
      where ${tx.rows('savedView').where('v')} and v.id = ${id}`.execute(tx.db)
    await tx.audit('saved_view', id, 'delete', logged(before), null)
    return null
  })
}

/**
 * A colleague's shared view is seen, so it is refused with its reason; what is not seen does not
 * exist.
 */
async function own(ctx: Ctx, id: string): Promise<SavedView> {
  await sql`select 1
    from ${ctx.rows('savedView').as('v')} where v.id = ${id} for update of v`.execute(ctx.db)
  const found = (await viewById(ctx, id)) ?? failMissing()
  if (!found.mine) fail('view.notYours', { owner: found.owner })
  return found
}

async function named<R>(name: string | undefined, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (pgErrorKind(error) === 'unique') failDuplicate('name', name)
    throw error
  }
}
