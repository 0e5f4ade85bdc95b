import { sql, type RawBuilder } from 'kysely'
import type { AuditedRow, Ctx } from '../access/ctx.ts'
import { arrayText } from './array-text.ts'
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
  // One a line: as elements of an array each of their quotes is escaped, and read once more.
  const documents = changed.map(({ diff }) => JSON.stringify(diff)).join('\n')
  const { actor } = principal
  return sql`insert into data_log (tenant_id, table_name, row_id, action, version, diff, actor_id,
      actor, behalf_id, behalf, request_id)
    select ${principal.tenantId}::bigint, ${table}, x.id, ${action}, x.version, x.diff,
      ${actor?.userId ?? principal.userId}::bigint, ${actor?.username ?? principal.username},
      ${actor ? principal.userId : null}::bigint, ${actor ? principal.username : null},
      ${requestId}
    from unnest(${arrayText(changed.map(({ id }) => id))}::text[],
      ${arrayText(changed.map(({ version }) => version))}::int[],
      string_to_array(${documents}, chr(10))::jsonb[]) as x(id, version, diff)`
}
