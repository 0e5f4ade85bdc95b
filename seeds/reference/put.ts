import type { ClientBase } from 'pg'

/**
 * `insert … select … from r` with `rows` behind r; `$1` is the tenant. Answers the returned column.
 */
export async function put(
  client: ClientBase,
  tenantId: string,
  rows: readonly object[],
  shape: string,
  sql: string,
): Promise<string[]> {
  const text = sql.replace('$rows', `jsonb_to_recordset($2::jsonb) as r(${shape})`)
  const { rows: out } = await client.query<{ code: string }>(text, [tenantId, JSON.stringify(rows)])
  return out.map(({ code }) => code)
}
