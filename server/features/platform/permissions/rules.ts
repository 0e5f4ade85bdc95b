import { sql, type RawBuilder } from 'kysely'
import { ruleColumns } from '#contracts/platform/access/data-rules.ts'
import { RULE_OPS, RULE_VARIABLES } from '#contracts/platform/access/data-rules.texts.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { columnOf } from '#contracts/kit/entity.ts'
import type { permissions } from '#contracts/platform/access/permissions.ts'
import type { PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { likeText, ruleProblem } from '#server/kit/access/data-rules.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { columnTexts, valueTexts } from './rule-texts.ts'

type Calls = typeof permissions
type Stored = Omit<PermissionRule, 'ruleColumn_dictText' | 'ruleValue_dictText'> & {
  menuKey: string
  component: string | null
}

/** Rules of the caller's tenant that meet a condition on `r`. */
export async function rulesOf(ctx: Ctx, where: RawBuilder<unknown>): Promise<PermissionRule[]> {
  const uses = sql.join(
    (['sysRolePermission', 'sysDepartPermission', 'sysDepartRolePermission'] as const).map(
      (table) =>
        sql`(select count(*)
            from ${ctx.rows(table).as('g')} where g.permission_id = r.permission_id
              and r.id = any(g.data_rule_ids))`,
    ),
    sql` + `,
  )
  const found =
    await sql<Stored>`select r.id, r.permission_id, r.rule_name, r.rule_column, r.rule_conditions,
        r.rule_value, r.status::text as status, r.version, r.create_by, r.create_time, r.update_by,
        r.update_time,
      (${uses})::int as uses, p.key as menu_key, p.component
    from ${ctx.rows('sysPermissionRule').as('r')} join sys_permission p on p.id = r.permission_id
    where ${where} order by r.id`.execute(ctx.db)
  const rules = found.rows.map(({ menuKey, component, ...rule }) => ({
    rule,
    known: ruleColumns({ key: menuKey, component }).find((one) => one.column === rule.ruleColumn),
  }))
  const values = await valueTexts(
    ctx,
    rules.map(({ rule, known }) => ({ ...rule, spec: known?.spec })),
  )
  return rules.map(({ rule, known }, at) => ({
    ...rule,
    ruleColumn_dictText: columnTexts(known, rule.ruleColumn, ctx.lang),
    ruleValue_dictText: values[at] ?? rule.ruleValue,
  }))
}

export const getPermRuleListByPermId = (
  ctx: Ctx,
  { permissionId }: In<Calls['getPermRuleListByPermId']>,
) => rulesOf(ctx, sql`r.permission_id = ${permissionId}`)

export function queryPermissionRule(
  ctx: Ctx,
  { permissionId, ruleName, ruleValue }: In<Calls['queryPermissionRule']>,
): Promise<PermissionRule[]> {
  const like = (column: string, text: string | null | undefined) =>
    text
      ? sql`${sql.ref(`r.${column}`)} ilike ${`%${likeText(text.replaceAll('*', ''))}%`}`
      : sql`true`
  return rulesOf(
    ctx,
    sql`r.permission_id = ${permissionId} and ${like('rule_name', ruleName)} and ${like('rule_value', ruleValue)}`,
  )
}

export async function getRuleColumns(
  ctx: Ctx,
  { permissionId }: In<Calls['getRuleColumns']>,
): Promise<Out<Calls['getRuleColumns']>> {
  return ruleColumns(await menuOf(ctx, permissionId)).map((one) => ({
    value: one.column,
    text: columnTexts(one, one.column, ctx.lang),
    entity: translate(ctx.lang, 'data-rules', `entity.${one.entity.table}`),
    type: one.spec.type,
    dict: one.spec.dict,
    ref: one.spec.ref,
    operators: RULE_OPS.filter((op) => ruleProblem(one.spec, op, '1')?.path !== 'ruleConditions'),
    variables: RULE_VARIABLES.filter((name) => ruleProblem(one.spec, '=', `#{${name}}`) === null),
  }))
}

async function menuOf(
  ctx: Ctx,
  permissionId: string,
): Promise<{ key: string; component: string | null }> {
  const found = await sql<{
    key: string
    component: string | null
  }>`select p.key, p.component from sys_permission p where p.id = ${permissionId}`.execute(ctx.db)
  return found.rows[0] ?? failMissing('permission.missing')
}

/**
 * Where a rule's condition stands in the database; a column the entity does not have, or a value
 * that does not fit it, is refused.
 */
async function placed(
  tx: Tx,
  permissionId: string,
  {
    ruleColumn,
    ruleConditions,
    ruleValue,
  }: { ruleColumn: string; ruleConditions: string; ruleValue: string },
): Promise<{ table: string; column: string }> {
  const columns = ruleColumns(await menuOf(tx, permissionId))
  if (columns.length === 0) fail('dataRule.noEntity')
  const known = columns.find((one) => one.column === ruleColumn)
  if (!known) failFields([{ path: 'ruleColumn', code: 'dataRule.column' }])
  const problem = ruleProblem(known.spec, ruleConditions, ruleValue)
  if (problem) failFields([problem])
  return { table: known.entity.table, column: columnOf(known.field, known.spec) }
}

/**
 * Users held to rules make none: changing a rule could widen what another allows them.
 */
function unbound(ctx: Ctx): void {
  if (ctx.principal.rules.length > 0) fail('permission.bound')
}

export function addRule(ctx: Ctx, input: In<Calls['addPermissionRule']>): Promise<PermissionRule> {
  unbound(ctx)
  return inTx(ctx, async (tx) => {
    const { table, column } = await placed(tx, input.permissionId, input)
    const made = await sql<{
      id: string
    }>`insert into sys_permission_rule (tenant_id, permission_id, rule_name, rule_column,
        rule_conditions, rule_value, table_name, column_name, status, create_by)
      values (${tx.principal.tenantId}, ${input.permissionId}, ${input.ruleName},
        ${input.ruleColumn}, ${input.ruleConditions}, ${input.ruleValue}, ${table}, ${column},
        ${input.status}::smallint, ${tx.principal.username}) returning id`.execute(tx.db)
    return stored(tx, made.rows[0]!.id, null)
  })
}

export function editRule(
  ctx: Ctx,
  { id, version, ...input }: In<Calls['editPermissionRule']>,
): Promise<PermissionRule> {
  unbound(ctx)
  return inTx(ctx, async (tx) => {
    const before = await locked(tx, id)
    if (version !== undefined && version !== before.version) failConflict('row.stale', before)
    const { table, column } = await placed(tx, before.permissionId, input)
    await change(
      tx,
      'sysPermissionRule',
      { id },
      {
        ruleName: input.ruleName,
        ruleColumn: input.ruleColumn,
        ruleConditions: input.ruleConditions,
        ruleValue: input.ruleValue,
        tableName: table,
        columnName: column,
        status: Number(input.status),
      },
      { unlogged: 'all' },
    )
    return stored(tx, id, before)
  })
}

export function deleteRule(ctx: Ctx, { id }: In<Calls['deletePermissionRule']>): Promise<null> {
  unbound(ctx)
  return inTx(ctx, async (tx) => {
    const before = await locked(tx, id)
    for (const table of [
      'sysRolePermission',
      'sysDepartPermission',
      'sysDepartRolePermission',
    ] as const) {
      await tx
        .rows(table)
        .update()
        .set({ dataRuleIds: sql`array_remove(data_rule_ids, ${id}::bigint)` } as never)
        .where(sql<boolean>`${id}::bigint = any(data_rule_ids)`)
        .execute()
    }
    await sql`delete from sys_permission_rule as r
      where ${tx.rows('sysPermissionRule').where('r')} and r.id = ${id}`.execute(tx.db)
    await tx.audit('sys_permission_rule', id, 'delete', before, null)
    await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
    return null
  })
}

async function locked(tx: Tx, id: string): Promise<PermissionRule> {
  await sql`select 1 from sys_permission_rule as r
    where ${tx.rows('sysPermissionRule').where('r')} and r.id = ${id} for update`.execute(tx.db)
  return (await rulesOf(tx, sql`r.id = ${id}`))[0] ?? failMissing()
}

async function stored(tx: Tx, id: string, before: PermissionRule | null): Promise<PermissionRule> {
  const [rule] = await rulesOf(tx, sql`r.id = ${id}`)
  await tx.audit('sys_permission_rule', id, before ? 'edit' : 'add', before, rule!)
  await broadcast(tx, { kind: 'authz', tenantId: tx.principal.tenantId, userIds: null })
  return rule!
}
