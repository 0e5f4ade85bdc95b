import { sql } from 'kysely'
import type { suppliers } from '#contracts/parties/suppliers.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'

/** A supplier with channels or price tables stays; they are named. */
export async function requireUnusedSupplier(tx: Tx, row: RowOf<typeof suppliers>): Promise<void> {
  const found = await sql<{ code: string }>`select c.code from ${tx.rows('channel').as('c')}
    where c.supplier_id = ${row.id}
    union all
    select f.code from ${tx.rows('fee').as('f')} where f.supplier_id = ${row.id}
    order by 1 limit 10`.execute(tx.db)
  if (found.rows.length > 0)
    fail('supplier.inUse', {
      label: row.name,
      names: found.rows.map(({ code }) => code).join(', '),
    })
}
