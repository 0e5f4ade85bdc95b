import { sql } from 'kysely'
import type { suppliers } from '#contracts/parties/suppliers.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** One that is not in use has a reason; one with channels or prices stays. */
export const supplierHooks: Hooks<typeof suppliers> = {
  beforeSave: (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issues: RawIssue[] = []
    if (row.enabled === false && !row.statusReason)
      issues.push({ path: 'statusReason', code: 'supplier.reasonRequired' })
    if (row.contractFrom && row.contractTo && row.contractTo < row.contractFrom)
      issues.push({ path: 'contractTo', code: 'supplier.contractReversed' })
    if (issues.length > 0) failFields(issues)
    return Promise.resolve()
  },
  beforeDelete: async (tx, row) => {
    const found = await sql<{ channels: string[]; tables: string[] }>`select
        array(select c.code from ${tx.rows('channel').as('c')}
          where c.supplier_id = ${row.id} order by c.code) as channels,
        array(select f.code from ${tx.rows('fee').as('f')}
          where f.supplier_id = ${row.id} order by f.code) as tables`.execute(tx.db)
    const { channels = [], tables = [] } = found.rows[0] ?? {}
    const names = [...channels, ...tables]
    if (names.length > 0)
      fail('supplier.inUse', { label: row.name, names: names.slice(0, 10).join(', ') })
  },
}
