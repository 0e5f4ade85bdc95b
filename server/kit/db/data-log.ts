import { sql, type RawBuilder } from 'kysely'
import type { AuditedRow, Ctx } from '../access/ctx.ts'
import { diffOf } from './audit.ts'

/**
 * Writes the data log: what changed in rows of a table, secrets masked. The rows are called `x`, with
 * their id as text: what follows may join them, in the statement that writes them.
 */
export function dataLogInsert(
  { principal, requestId }: Pick<Ctx, 'principal' | 'requestId'>,
  table: string,
  action: 'add' | 'edit' | 'delete',
  rows: readonly AuditedRow[],
): RawBuilder<unknown> | null {
  const changed = rows
    .map(({ id, before, after }) => ({
      id,
      diff: diffOf(before, after),
      version: (after as { version?: number } | null)?.version ?? null,
    }))
    .filter(({ diff }) => action !== 'edit' || Object.keys(diff).length > 0)
  if (changed.length === 0) return null
  const { actor } = principal
  return sql`insert into data_log (tenant_id, table_name, row_id, action, version, diff, actor_id,
      actor, behalf_id, behalf, request_id)
    select ${principal.tenantId}::bigint, ${table}, x.id, ${action}, x.version, x.diff,
      ${actor?.userId ?? principal.userId}::bigint, ${actor?.username ?? principal.username},
      ${actor ? principal.userId : null}::bigint, ${actor ? principal.username : null},
      ${requestId}
    from unnest(${changed.map(({ id }) => id)}::text[],
      ${changed.map(({ version }) => version)}::int[],
      ${changed.map(({ diff }) => JSON.stringify(diff))}::jsonb[]) as x(id, version, diff)`
}
