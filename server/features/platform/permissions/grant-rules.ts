import { sql, type SqlBool } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { grants } from '#contracts/platform/access/permissions.grants.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { holderOf, type Target } from './grant-targets.ts'
import { granteeOf, granterOf, namesOf } from './grants.ts'
import { refusal } from './may-grant.ts'
import { rulesOf } from './rules.ts'

/**
 * The rules of an entry and which of them narrow this holder's grant. Without rules the family's
 * clients expect a refusal.
 */
export async function ruleChoice(
  ctx: Ctx,
  target: Target,
  permissionId: string,
  id: string,
): Promise<Out<typeof grants.roleRules>> {
  await holderOf(ctx, target, id)
  const datarule = await rulesOf(ctx, sql`r.permission_id = ${permissionId}`)
  if (datarule.length === 0) fail('dataRule.none')
  const found = await sql<{
    ids: string[]
  }>`select g.data_rule_ids as ids
    from ${ctx.rows(target.table).as('g')} where ${sql.ref(`g.${target.column}`)} = ${id}
      and g.permission_id = ${permissionId}`.execute(ctx.db)
  const checked = found.rows[0]?.ids.filter((rule) => datarule.some((one) => one.id === rule)) ?? []
  return { datarule, ...(checked.length > 0 ? { drChecked: checked.join(',') } : {}) }
}

/**
 * Sets which rules narrow a grant. Taking one away shows more rows: it needs what granting needs.
 */
export function saveRules(
  ctx: Ctx,
  target: Target,
  id: string,
  { permissionId, dataRuleIds }: { permissionId: string; dataRuleIds: string[] },
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const holder = await holderOf(tx, target, id, true)
    const known = await rulesOf(tx, sql`r.permission_id = ${permissionId}`)
    if (dataRuleIds.some((rule) => !known.some((one) => one.id === rule)))
      failFields([{ path: 'dataRuleIds', code: 'field.ref' }])
    const found = await sql<{
      ids: string[]
    }>`select g.data_rule_ids as ids from ${sql.table(target.name)} as g
      where ${tx.rows(target.table).where('g')}
      and ${sql.ref(`g.${target.column}`)} = ${id} and g.permission_id = ${permissionId} for update`.execute(
      tx.db,
    )
    const before = found.rows[0]
    if (!before) fail(target.kind === 'depart' ? 'dataRule.departFirst' : 'dataRule.roleFirst')
    const after = [...new Set(dataRuleIds)]
    await sql`update ${sql.table(target.name)} as g set data_rule_ids = ${after}::bigint[]
      where ${tx.rows(target.table).where('g')} and ${sql.ref(`g.${target.column}`)} = ${id}
        and g.permission_id = ${permissionId}`.execute(tx.db)
    // Asked of what is stored now: without that right the failing call takes the change back.
    const refused = refusal(
      await granterOf(tx),
      await granteeOf(tx, target, holder, sql<SqlBool>`true`),
      { added: [permissionId], removed: [] },
    )
    if (refused) fail(`permission.${refused.code}`, { names: await namesOf(tx, [permissionId]) })
    const names = (ids: readonly string[]) =>
      known.filter((one) => ids.includes(one.id)).map(({ ruleName }) => ruleName)
    await tx.audit(
      target.name,
      id,
      'edit',
      { permissionId, rules: names(before.ids) },
      { permissionId, rules: names(after) },
    )
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return null
  })
}
