import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { kindOf, KINDS } from '#contracts/orders/kinds/kinds.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, Refusal } from '#server/kit/http/errors.ts'

/** What may be done with orders, a permission per kind. */
export type KindAction =
  | 'list'
  | 'add'
  | 'edit'
  | 'confirm'
  | 'withdraw'
  | 'cancel'
  | 'split'
  | 'merge'
  | 'hold'
  | 'release'
  | 'lost'
  | 'revoke'
  | 'destroy'
  | 'returned'
  | 'import'
  | 'export'

export const mayWithKind = (ctx: Ctx, action: KindAction, code: string): boolean =>
  ctx.can(orderPerm(kindOf(code), action))

/**
 * The kinds whose orders the caller sees: null means all. So do callers that may list no kind at
 * all, such as depot staff and the system: what opens orders to them is a permission of its own.
 */
export function kindsSeen(ctx: Ctx, action: 'list' | 'export' = 'list'): string[] | null {
  const seen = KINDS.filter(
    ({ code }) => mayWithKind(ctx, 'list', code) && mayWithKind(ctx, action, code),
  ).map(({ code }) => code)
  const none = !KINDS.some(({ code }) => mayWithKind(ctx, 'list', code))
  return none || seen.length === KINDS.length ? null : seen
}

/** The same as a condition on orders under an alias. */
export function kindCondition(
  ctx: Ctx,
  alias: string,
  action: 'list' | 'export' = 'list',
): RawBuilder<SqlBool> {
  const seen = kindsSeen(ctx, action)
  return seen === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(`${alias}.shipment_resource`)} = any(${seen}::text[])`
}

/** The same as a condition on boxes under an alias, by their order. */
export function parcelKindCondition(ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  return kindsSeen(ctx) === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from ${ctx.rows('shipment').as('k')}
        where k.id = ${sql.ref(`${alias}.shipment_id`)} and ${kindCondition(ctx, 'k')})`
}

/** An order of a kind the caller does not see is missing; one they may not act on is refused. */
export function requireKind(ctx: Ctx, action: KindAction | 'print', code: string): void {
  const seen = kindsSeen(ctx)
  if (seen !== null && !seen.includes(code))
    throw new Refusal('row.missing', { body: CODES.missing })
  if (action !== 'print' && action !== 'list' && !mayWithKind(ctx, action, code)) failDenied()
}
