import { executorOf, makeCtx, type Ctx } from './ctx.ts'
import type { Executor } from './executor.ts'
import type { Principal } from './principal.ts'
import { Rows, type TableName } from './rows.ts'

/**
 * The rows a colleague of the same tenant would reach, for a caller who looks after rights; never
 * another tenant's.
 */
export function rowsSeenBy<T extends TableName>(
  ctx: Pick<Ctx, 'db' | 'principal'>,
  other: Principal,
  table: T,
): Rows<T> {
  if (other.tenantId !== ctx.principal.tenantId)
    throw new Error('a colleague works in the same tenant')
  return new Rows(ctx.db as Executor, other, table)
}

/**
 * The same call as a colleague of the same tenant would make it, for conditions on rows only: what
 * it reads is bound by theirs and the caller's reach together.
 */
export function asColleague(ctx: Ctx, other: Principal): Ctx {
  if (other.tenantId !== ctx.principal.tenantId)
    throw new Error('a colleague works in the same tenant')
  return makeCtx({ ...ctx, executor: executorOf(ctx), principal: other, progress: undefined })
}
