import type { Ctx } from './ctx.ts'
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
