import {
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type InsertQueryBuilder,
  type InsertResult,
  type Insertable,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  type UpdateQueryBuilder,
  type UpdateResult,
  type AliasedRawBuilder,
} from 'kysely'
import { snake } from '#contracts/kit/entity.ts'
import type { Executor } from './executor.ts'
import type { Principal } from './principal.ts'
import type { DB } from '../db/generated/schema.ts'
import { failDenied } from '../runtime/errors.ts'
import { ruleCondition } from './data-rules.ts'
import { scopeOf, type TableScope } from './tables.ts'

export type TableName = keyof DB & string

/**
 * The only way to a business table. Every query starts with the rows the caller may reach: tenant,
 * then owner (customer account, sub-account, department, sales), depot, then the data rules of the
 * caller's grants. Inserts get the caller's tenant.
 */
export class Rows<T extends TableName> {
  readonly #executor: Executor
  readonly #principal: Principal
  readonly #table: T
  readonly #name: string
  readonly #scope: TableScope

  constructor(executor: Executor, principal: Principal, table: T) {
    this.#executor = executor
    this.#principal = principal
    this.#table = table
    this.#name = snake(table)
    this.#scope = scopeOf(this.#name)
  }

  select(): SelectQueryBuilder<DB, T, object> {
    return this.#executor
      .selectFrom(this.#table as never)
      .where(this.where(this.#name)) as unknown as SelectQueryBuilder<DB, T, object>
  }

  update(): UpdateQueryBuilder<DB, T, T, UpdateResult> {
    this.#refuseShared()
    return this.#executor
      .updateTable(this.#table as never)
      .where(this.where(this.#name) as never) as unknown as UpdateQueryBuilder<
      DB,
      T,
      T,
      UpdateResult
    >
  }

  remove(): DeleteQueryBuilder<DB, T, DeleteResult> {
    this.#refuseShared()
    return this.#executor
      .deleteFrom(this.#table as never)
      .where(this.where(this.#name) as never) as unknown as DeleteQueryBuilder<DB, T, DeleteResult>
  }

  /**
   * `tenantId` is the caller's and cannot be given; who created it is noted where the table keeps
   * that.
   */
  insert(
    values: Omit<Insertable<DB[T]>, 'tenantId'> | readonly Omit<Insertable<DB[T]>, 'tenantId'>[],
  ): InsertQueryBuilder<DB, T, InsertResult> {
    const list = (Array.isArray(values) ? values : [values]) as Record<string, unknown>[]
    const scoped =
      this.#scope.kind === 'global'
        ? list
        : list.map((row) => ({ ...row, tenantId: this.#principal.tenantId }))
    return this.#executor
      .insertInto(this.#table as never)
      .values(scoped as never) as unknown as InsertQueryBuilder<DB, T, InsertResult>
  }

  /**
   * The reachable rows as a table for hand-written SQL: `from ${ctx.rows('parcel').as('p')}`. The
   * planner sees through it.
   */
  as<A extends string>(alias: A): AliasedRawBuilder<unknown, A> {
    return sql`(select * from ${sql.table(this.#name)} where ${this.where(this.#name)})`.as(alias)
  }

  /** The predicate alone, for an alias that already names this table. */
  where(alias: string): RawBuilder<SqlBool> {
    return scopePredicate(this.#name, this.#scope, alias, this.#principal)
  }

  /** Rows of tenant 0 can be read by all tenants and changed by none. */
  #refuseShared(): void {
    if (this.#scope.kind === 'shared' && this.#principal.tenantId === '0') failDenied()
  }
}

function scopePredicate(
  name: string,
  scope: TableScope,
  alias: string,
  principal: Principal,
): RawBuilder<SqlBool> {
  if (scope.kind === 'global') return sql<SqlBool>`true`
  const column = (key: string) => sql.ref(`${alias}.${key}`)
  if (scope.kind === 'shared')
    return sql<SqlBool>`${column('tenant_id')} in (0, ${principal.tenantId})`
  const parts: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`${column('tenant_id')} = ${principal.tenantId}`,
  ]
  if (scope.kind === 'owner') parts.push(...ownerPredicate(scope, column, principal))
  if (scope.depot && principal.depotIds)
    parts.push(sql<SqlBool>`${column(scope.depot)} = any(${principal.depotIds}::bigint[])`)
  if (scope.via && isRestricted(principal)) {
    const parent = scopeOf(scope.via.table)
    parts.push(sql<SqlBool>`exists (select 1 from ${sql.table(scope.via.table)} as up
      where up.tenant_id = ${column('tenant_id')} and up.id = ${column(scope.via.column)}
        and ${scopePredicate(scope.via.table, parent, 'up', principal)})`)
  }
  parts.push(...dataRulePredicates(name, alias, principal))
  if (scope.follows) {
    const above = dataRulePredicates(scope.follows.table, 'above', principal)
    if (above.length > 0)
      parts.push(sql<SqlBool>`exists (select 1 from ${sql.table(scope.follows.table)} as above
      where above.tenant_id = ${column('tenant_id')} and above.id = ${column(scope.follows.column)}
        and ${sql.join(above, sql` and `)})`)
  }
  return parts.length === 1 ? parts[0]! : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

function dataRulePredicates(
  table: string,
  alias: string,
  principal: Principal,
): RawBuilder<SqlBool>[] {
  return principal.rules
    .filter((rule) => rule.table === table)
    .map((rule) => ruleCondition(rule, alias, principal))
}

function ownerPredicate(
  scope: Extract<TableScope, { kind: 'owner' }>,
  column: (key: string) => RawBuilder<unknown>,
  principal: Principal,
): RawBuilder<SqlBool>[] {
  const owner = column(scope.owner ?? 'customer_id')
  if (principal.customerId !== null) {
    const own = sql<SqlBool>`${owner} = ${principal.customerId}`
    if (principal.dataScope !== 'sub' || !scope.creator) return [own]
    const made = sql<SqlBool>`${column('create_by')} = ${principal.username}`
    return [own, scope.shared ? sql<SqlBool>`(${made} or ${column(scope.shared)})` : made]
  }
  const own = customersOfStaff(principal, owner)
  if (own === null) return []
  return [scope.unowned ? sql<SqlBool>`(${owner} is null or ${own})` : own]
}

/** The rows of customers a member of staff looks after; null for who is bound to none. */
function customersOfStaff(
  principal: Principal,
  owner: RawBuilder<unknown>,
): RawBuilder<SqlBool> | null {
  if (principal.dataScope === 'depart')
    return sql<SqlBool>`${owner} = any(${customersOfDepart(principal)})`
  if (principal.dataScope === 'sales')
    return sql<SqlBool>`${owner} in (select id from customer
      where tenant_id = ${principal.tenantId} and sales_user_id = ${principal.userId})`
  return null
}

/**
 * The customers of the caller's current department and of those below it, as an array asked for
 * once per query.
 * Codes are of equal steps, so a prefix is an ancestor. In no department, or in one that was taken
 * from them: none.
 */
function customersOfDepart({ tenantId, orgCode, orgCodes }: Principal): RawBuilder<unknown> {
  if (orgCode === null || !orgCodes.includes(orgCode)) return sql`'{}'::bigint[]`
  return sql`array(select c.id
      from customer c join sys_depart d on d.tenant_id = c.tenant_id and d.id = c.depart_id
    where c.tenant_id = ${tenantId} and starts_with(d.org_code, ${orgCode}))`
}

/** True where a parent's rows may be narrower than the tenant's. */
export function isRestricted(principal: Principal): boolean {
  return (
    principal.customerId !== null ||
    principal.dataScope === 'depart' ||
    principal.dataScope === 'sales' ||
    principal.depotIds !== null ||
    principal.rules.length > 0
  )
}
