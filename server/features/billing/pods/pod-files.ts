import { sql } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { seenCondition } from '#server/features/orders/fba/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'

/** Proofs, and files of proofs that were sent and wait to be linked. */
export const POD_FILES = 'pod'
export const SCAN_FILES = 'pod_scan'
export const POD_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp']

const isStaff = (ctx: Ctx) => ctx.principal.customerId === null
const known = (ids: readonly string[]) => ids.filter((id) => isId(id))

/** Who sees the list of proofs, or the order a proof is of. */
async function podNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const whole = ctx.can('pod:pod:list') || ctx.principal.userId === '0'
  const { rows } = await sql<{ id: string; name: string }>`select p.id,
      coalesce(p.track_no, p.fba_code, p.serial_number) as name
    from ${ctx.rows('pod').as('p')} where p.id = any(${known(ids)}::bigint[])
      and (${whole} or (p.parcel_id is null and ${seenCondition(ctx, 'p.shipment_id')}))`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function scanNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select s.id, s.name
    from ${ctx.rows('podScan').as('s')} where s.id = any(${known(ids)}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: POD_FILES,
  kinds: {},
  readable: podNames,
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await podNames(ctx, ids)).keys()),
})
offerFileOwner({
  kind: SCAN_FILES,
  kinds: {},
  readable: (ctx, ids) =>
    isStaff(ctx) && ctx.can('pod:pod:upload')
      ? scanNames(ctx, ids)
      : Promise.resolve(new Map<string, string>()),
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => new Set((await scanNames(ctx, ids)).keys()),
})
