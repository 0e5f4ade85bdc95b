import { sql } from 'kysely'
import {
  PAPERS,
  printSets,
  type printSetList,
  type PrintSet,
} from '#contracts/platform/operations/print-sets.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { printSetOf } from '#server/features/platform/session/index.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { inTx } from '#server/kit/db/tx.ts'

const mine = (ctx: Ctx): Promise<PrintSet | null> =>
  printSetOf(ctx.db, ctx.principal.userId, ctx.principal.tenantId, ctx.lang)

const columns = (ctx: Ctx) =>
  sql`p.id, ${nameIn(ctx.lang, 'p.name')} as name, p.paper, p.language, p.horizontal, p.preview, p.width_mm,
    p.height_mm`

/** Sets of a depot are for those who work there, and for those bound to none. */
const within = (ctx: Ctx) =>
  sql`(p.depot_id is null
      or ${
        ctx.principal.customerId === null
          ? sql`${ctx.principal.depotIds}::bigint[] is null
        or p.depot_id = any(${ctx.principal.depotIds}::bigint[])`
          : sql`false`
      })`

async function offered(ctx: Ctx): Promise<{ sets: PrintSet[]; mineId: string | null }> {
  const found =
    await sql<PrintSet>`select ${columns(ctx)} from ${ctx.rows('printSet').as('p')} where ${within(ctx)} order by name,
        p.id limit 100`.execute(ctx.db)
  const own = await mine(ctx)
  return {
    sets: own && !found.rows.some(({ id }) => id === own.id) ? [own, ...found.rows] : found.rows,
    mineId: own?.id ?? null,
  }
}

/** A set of the caller's tenant, by its id. */
export async function printSetById(ctx: Ctx, id: string): Promise<PrintSet> {
  const found =
    await sql<PrintSet>`select ${columns(ctx)} from ${ctx.rows('printSet').as('p')} where p.id = ${id}`.execute(
      ctx.db,
    )
  return found.rows[0] ?? failMissing()
}

/** The caller's own choice, of what is offered; null goes back to the depot's default or that of all users. */
function choose(ctx: Ctx, { id }: { id: string | null }): Promise<PrintSet | null> {
  return inTx(ctx, async (tx) => {
    const before = await sql<{
      printSetId: string
    }>`select c.print_set_id
      from ${tx.rows('printSetUser').as('c')} where c.user_id = ${tx.principal.userId}`.execute(
      tx.db,
    )
    if (id === null)
      await sql`delete from print_set_user as c
        where ${tx.rows('printSetUser').where('c')} and c.user_id = ${tx.principal.userId}`.execute(
        tx.db,
      )
    else {
      const known =
        await sql`select 1 from ${tx.rows('printSet').as('p')} where p.id = ${id} and ${within(tx)}`.execute(
          tx.db,
        )
      if (known.rows.length === 0) failMissing()
      await sql`insert into print_set_user (tenant_id, user_id, print_set_id)
        values (${tx.principal.tenantId}, ${tx.principal.userId}, ${id})
        on conflict (tenant_id,
          user_id) do update set print_set_id = excluded.print_set_id`.execute(tx.db)
    }
    await tx.audit(
      'print_set_user',
      tx.principal.userId,
      'edit',
      { printSetId: before.rows[0]?.printSetId ?? null },
      { printSetId: id },
    )
    return mine(tx)
  })
}

/**
 * A known paper has its own size. One default for a depot, and one for all users: the newer takes
 * the place.
 */
export const printSetHooks: Hooks<typeof printSetList> = {
  beforeSave: async (tx, draft, before) => {
    const paper = PAPERS[draft.paper ?? before?.paper ?? '']
    if (paper) [draft.widthMm, draft.heightMm] = paper
    const isDefault = draft.isDefault ?? before?.isDefault
    if (isDefault !== true) return
    const depot = rowAfter(draft, before).depotId ?? null
    if (depot !== null && !/^\d{1,18}$/.test(depot))
      failFields([{ path: 'depotId', code: 'field.ref' }])
    const gone = await sql<{
      id: string
    }>`update print_set as p set is_default = false, version = p.version + 1
      where ${tx.rows('printSet').where('p')} and p.is_default
        and p.depot_id is not distinct from ${depot}
      and p.id is distinct from ${before?.id ?? null} returning p.id`.execute(tx.db)
    await tx.auditMany(
      'print_set',
      'edit',
      gone.rows.map(({ id }) => ({
        id,
        before: { isDefault: true },
        after: { isDefault: false },
      })),
    )
  },
}

export function printSetFeature(): BoundEndpoint[] {
  return bindEndpoints(printSets, { mine, offered, choose })
}
