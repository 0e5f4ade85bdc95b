import { sql, type SqlBool } from 'kysely'
import {
  CODE_LEVELS,
  isWithin,
  levelOf,
  nextCode,
} from '#contracts/platform/departments/departments.codes.ts'
import type { DepartDraft, departments } from '#contracts/platform/departments/departments.ts'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { departCodeChanged } from '#server/features/platform/session/index.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { departNodes } from './depart-rows.ts'

/** Held while the tree of a tenant changes: codes are counted from what stands there. */
export async function lockTree(tx: Tx): Promise<DepartNode[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sys_depart',
        ${tx.principal.tenantId}::bigint))`.execute(tx.db)
  return departNodes(tx)
}

export function addDepart(ctx: Ctx, draft: DepartDraft): Promise<DepartNode> {
  return inTx(ctx, async (tx) => {
    const tree = await lockTree(tx)
    const parent = parentOf(tree, draft)
    alone(tree, draft, null)
    const code = freeCode(tree, parent?.orgCode ?? '')
    const made = await sql<{
      id: string
    }>`insert into sys_depart (tenant_id, parent_id, depart_name, depart_name_en, depart_name_abbr,
        org_code, org_category, org_type, depart_order, mobile, fax, address, memo, description,
        status, create_by)
      values (${tx.principal.tenantId}, ${parent?.id ?? null}, ${draft.departName},
        ${draft.departNameEn ?? null}, ${draft.departNameAbbr ?? null}, ${code},
        ${parent ? draft.orgCategory : '1'}, ${String(levelOf(code))},
        ${draft.departOrder}, ${draft.mobile ?? null}, ${draft.fax ?? null},
        ${draft.address ?? null}, ${draft.memo ?? null}, ${draft.description ?? null},
        ${draft.status}, ${tx.principal.username}) returning id`.execute(tx.db)
    const row = await departOf(tx, made.rows[0]!.id)
    await tx.audit('sys_depart', row.id, 'add', null, stored(row))
    return row
  })
}

/**
 * Changes a department. Below another parent it and all below it get codes there: one
 * transaction, and its users are notified.
 */
export function editDepart(
  ctx: Ctx,
  { id, version, ...draft }: In<typeof departments.edit>,
): Promise<DepartNode> {
  return inTx(ctx, async (tx) => {
    const tree = await lockTree(tx)
    const before = tree.find((one) => one.id === id) ?? failMissing()
    if (version !== undefined && version !== before.version) failConflict('row.stale', before)
    // A record sent back without its parent stays where it is.
    const requested = draft.parentId === undefined ? { ...draft, parentId: before.parentId } : draft
    const parent = parentOf(tree, requested)
    if (parent && isWithin(parent.orgCode, before.orgCode))
      failFields([{ path: 'parentId', code: 'depart.circle' }])
    alone(tree, requested, id)
    const moved = (parent?.id ?? null) !== before.parentId
    if (moved) await move(tx, tree, before, parent?.orgCode ?? '')
    await change(
      tx,
      'sysDepart',
      { id },
      {
        parentId: parent?.id ?? null,
        departName: draft.departName,
        departNameEn: draft.departNameEn ?? null,
        departNameAbbr: draft.departNameAbbr ?? null,
        orgCategory: parent ? draft.orgCategory : '1',
        departOrder: draft.departOrder,
        mobile: draft.mobile ?? null,
        fax: draft.fax ?? null,
        address: draft.address ?? null,
        memo: draft.memo ?? null,
        description: draft.description ?? null,
        status: draft.status,
      },
      { unlogged: 'all' },
    )
    const row = await departOf(tx, id)
    await tx.audit('sys_depart', id, 'edit', stored(before), stored(row))
    if (moved || row.status !== before.status)
      await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return row
  })
}

async function move(
  tx: Tx,
  tree: readonly DepartNode[],
  top: DepartNode,
  under: string,
): Promise<void> {
  const below = tree.filter((one) => isWithin(one.orgCode, top.orgCode))
  const code = freeCode(
    tree,
    under,
    Math.max(...below.map((one) => levelOf(one.orgCode))) - levelOf(top.orgCode),
  )
  await sql`update sys_depart as d
    set org_code = ${code} || substr(d.org_code, ${top.orgCode.length + 1}),
      org_type = ((length(d.org_code) + ${code.length - top.orgCode.length}) / 3)::text
    where ${tx.rows('sysDepart').where('d')} and starts_with(d.org_code, ${top.orgCode})`.execute(
    tx.db,
  )
  await departCodeChanged(tx, top.orgCode, code)
}

function freeCode(tree: readonly DepartNode[], under: string, levelsBelow = 0): string {
  if (levelOf(under) + 1 + levelsBelow > CODE_LEVELS) fail('depart.tooDeep', { max: CODE_LEVELS })
  return (
    nextCode(
      under,
      tree.map((one) => one.orgCode),
    ) ?? fail('depart.full')
  )
}

function parentOf(
  tree: readonly DepartNode[],
  { parentId }: Pick<DepartDraft, 'parentId'>,
): DepartNode | null {
  if (!parentId) return null
  return (
    tree.find((one) => one.id === parentId) ?? failFields([{ path: 'parentId', code: 'field.ref' }])
  )
}

/** Siblings of one name cannot be distinguished in a selection. */
function alone(
  tree: readonly DepartNode[],
  { departName, parentId }: DepartDraft,
  id: string | null,
): void {
  if (
    tree.some(
      (one) =>
        one.parentId === (parentId ?? null) && one.departName === departName && one.id !== id,
    )
  )
    failFields([{ path: 'departName', code: 'field.duplicate' }])
}

export async function departOf(ctx: Ctx, id: string): Promise<DepartNode> {
  return (await departNodes(ctx, sql<SqlBool>`d.id = ${id}`))[0] ?? failMissing()
}

/** What the log keeps of one: its own fields, not what the tree adds. */
export function stored({
  key: _key,
  value: _value,
  title: _title,
  children: _children,
  isLeaf: _isLeaf,
  managers: _managers,
  userCount: _userCount,
  userCountBelow: _userCountBelow,
  ...row
}: DepartNode): Omit<
  DepartNode,
  'key' | 'value' | 'title' | 'children' | 'isLeaf' | 'managers' | 'userCount' | 'userCountBelow'
> {
  return row
}
