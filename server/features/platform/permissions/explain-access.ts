import { sql } from 'kysely'
import { cruds } from '#contracts/catalogue.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { accessTests, Source } from '#contracts/platform/access/permissions.access.ts'
import { grantSources } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { ruleValues } from '#server/kit/access/data-rules.ts'
import { isRestricted } from '#server/kit/access/rows.ts'
import { scopeOf } from '#server/kit/access/tables.ts'
import { translate } from '#server/kit/http/texts.ts'
import { rulesOf } from './rules.ts'

type Part = Out<typeof accessTests.rows>['parts'][number]

/**
 * The conditions rows of a table meet to be seen by a user, one sentence each, in the order the
 * server puts them (kit/rows.ts).
 */
export async function explainAccess(
  ctx: Ctx,
  principal: Principal,
  table: string,
): Promise<Part[]> {
  const scope = scopeOf(table)
  const t = (key: string, data: Record<string, unknown> = {}) =>
    translate(ctx.lang, 'access', key, data)
  const part = (
    kind: Part['kind'],
    data: Record<string, unknown> = {},
    sources: Source[] = [],
  ): Part => ({ kind, text: t(`part.${kind}`, data), sources })
  if (scope.kind === 'global' || scope.kind === 'shared') return [part('all')]
  const parts = [
    part('tenant', {
      name: await nameOf(
        ctx,
        sql`select coalesce(case when ${ctx.lang === 'en_US'} then name_en end, name) as name
          from tenant where id = ${principal.tenantId}`,
      ),
    }),
  ]
  if (scope.kind === 'owner') {
    if (principal.customerId !== null) {
      parts.push(
        part('customer', {
          name: await nameOf(
            ctx,
            sql`select c.name
              from ${ctx.rows('customer').as('c')} where c.id = ${principal.customerId}`,
          ),
        }),
      )
      if (principal.dataScope === 'sub' && scope.creator)
        parts.push(part('own', { name: principal.username }))
    } else if (principal.dataScope === 'depart') {
      const depart = await nameOf(
        ctx,
        sql`select concat(coalesce(case
              when ${ctx.lang === 'en_US'} then d.depart_name_en end, d.depart_name), ' (',
              d.org_code, ')') as name from ${ctx.rows('sysDepart').as('d')}
        where d.org_code = ${principal.orgCode} and d.org_code = any(${[...principal.orgCodes]}::text[])`,
      )
      parts.push(part('depart', { name: depart || t('noDepart') }))
    } else if (principal.dataScope === 'sales')
      parts.push(part('sales', { name: principal.realname }))
  }
  if (scope.depot && principal.depotIds) {
    const depots = await sql<{
      code: string
    }>`select d.code
      from ${ctx.rows('depot').as('d')} where d.id = any(${[...principal.depotIds]}::bigint[])
      order by 1`.execute(ctx.db)
    parts.push(
      part('depot', { names: depots.rows.map(({ code }) => code).join(', ') || t('noDepot') }),
    )
  }
  if (scope.via && isRestricted(principal)) parts.push(part('parent'))
  return [
    ...parts,
    ...(await ruleParts(ctx, principal, [table, ...(scope.follows ? [scope.follows.table] : [])])),
  ]
}

async function nameOf(ctx: Ctx, query: ReturnType<typeof sql>): Promise<string> {
  return (await sql<{ name: string }>`${query}`.execute(ctx.db)).rows[0]?.name ?? ''
}

async function ruleParts(
  ctx: Ctx,
  principal: Principal,
  tables: readonly string[],
): Promise<Part[]> {
  const grants = (await grantSources(ctx, principal, null)).filter(({ rules }) => rules.length > 0)
  const ids = [...new Set(grants.flatMap(({ rules }) => rules))]
  if (ids.length === 0) return []
  const rules = await rulesOf(
    ctx,
    sql`r.id = any(${ids}::bigint[]) and r.status = 1
      and r.table_name = any(${[...tables]}::text[])`,
  )
  return rules.map((rule) => {
    const values = ruleValues(rule.ruleValue, principal)
    const own = rule.ruleValue.trim().startsWith('#{')
    const shown =
      values.length === 0
        ? translate(ctx.lang, 'access', 'noValue', { value: rule.ruleValue })
        : own
          ? values.join(', ')
          : rule.ruleValue_dictText
    const same = new Map(
      grants
        .filter((one) => one.permissionId === rule.permissionId && one.rules.includes(rule.id))
        .map(({ kind, id, name }) => [`${kind}${id}`, { kind, id, name }]),
    )
    return {
      kind: 'rule' as const,
      sources: [...same.values()],
      text: translate(ctx.lang, 'access', 'part.rule', {
        name: rule.ruleName,
        column: rule.ruleColumn_dictText,
        op: translate(ctx.lang, 'data-rules', `op.${rule.ruleConditions}`),
        value: shown,
      }),
    }
  })
}

/** Lists an administrator can look into: plain entities and lists that show rows of the tenant. */
export function testable() {
  return cruds.filter((of) => of.offered.includes('list') && of.scope !== 'global')
}
