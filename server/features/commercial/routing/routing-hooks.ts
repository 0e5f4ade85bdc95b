import { sql } from 'kysely'
import type { MatchType } from '#contracts/commercial/rating.ts'
import type { routingCodes } from '#contracts/commercial/zones/routing-codes.ts'
import type { routingTables } from '#contracts/commercial/zones/routing-tables.ts'
import {
  partitionRowIssue,
  ruleKeys,
  type AreaRule,
} from '#server/features/commercial/rating/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import { LEVELS_MAX } from './levels.ts'
import { closeGap } from './periods.ts'

type Draft = DraftOf<typeof routingCodes>

const ruleOf = (row: Draft, id: string): AreaRule => ({
  id,
  country: row.country ?? '',
  // The dictionary's values, which the kit has checked.
  matchType: (row.matchType ?? 'RANGE') as MatchType,
  from: row.valueFrom || null,
  to: row.valueTo || null,
  priority: row.priority ?? 0,
  validFrom: null,
  validTo: null,
})

/** A row entered by hand is found like an imported one, and may not contradict another. */
export const routingCodeHooks: Hooks<typeof routingCodes> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    if (before && draft.tableId && draft.tableId !== before.tableId)
      failFields([{ path: 'tableId', code: 'routing.otherTable' }])
    await lockTable(tx, row.tableId ?? '')
    const rule = ruleOf(row, before?.id ?? '0')
    if (rule.country === '') {
      if (rule.matchType !== 'ALL') failFields([{ path: 'country', code: 'field.required' }])
      return
    }
    const issue = partitionRowIssue(rule)
    if (issue)
      failFields([{ path: 'valueFrom', code: asErrorCode(issue.code), data: issue.params }])
  },
  afterSave: async (tx, row, before) => {
    const tableId = row.tableId ?? ''
    const keys = ruleKeys(ruleOf(row, row.id))
    const level = 'low' in keys ? await levelFor(tx, tableId, row.id, keys) : 0
    if ('key' in keys) await refuseTwice(tx, row, keys.key)
    const [key, low, high] = 'low' in keys ? [null, keys.low, keys.high] : [keys.key, null, null]
    await sql`update routing_code as c
      set match_key = ${key}, low = ${low}, high = ${high}, level = ${level}
      where ${tx.rows('routingCode').where('c')} and c.id = ${row.id}`.execute(tx.db)
    await countRows(tx, tableId, before ? 0 : 1, level + 1)
  },
  beforeDelete: async (tx, row) => {
    await lockTable(tx, row.tableId ?? '')
    await countRows(tx, row.tableId ?? '', -1, 1)
  },
}

export const routingTableHooks: Hooks<typeof routingTables> = {
  beforeDelete: async (tx, { id, supplierId, serviceId, validFrom, validTo }) => {
    // Its rows go with it, and there may be hundreds of thousands.
    await sql`set local statement_timeout = '60s'`.execute(tx.db)
    await closeGap(tx, {
      id,
      supplierId: supplierId ?? '',
      serviceId,
      validFrom: validFrom ?? '',
      validTo,
    })
  },
}

async function lockTable(tx: Tx, id: string): Promise<void> {
  const found = await sql`select 1 from routing_table as t
    where ${tx.rows('routingTable').where('t')} and t.id = ${id} for update`.execute(tx.db)
  if (found.rows.length === 0) failFields([{ path: 'tableId', code: 'field.ref' }])
}

async function countRows(tx: Tx, id: string, by: number, levels: number): Promise<void> {
  await sql`update routing_table as t
    set row_count = row_count + ${by}, levels = greatest(levels, ${levels})
    where ${tx.rows('routingTable').where('t')} and t.id = ${id}`.execute(tx.db)
}

async function refuseTwice(
  tx: Tx,
  { id, tableId, matchType, valueFrom, priority }: { id: string } & Draft,
  key: string,
): Promise<void> {
  const same = await sql`select 1 from ${tx.rows('routingCode').as('c')}
    where c.table_id = ${tableId} and c.match_key = ${key} and c.id <> ${id}
      and (${matchType} <> 'REGEX' or (c.value_from = ${valueFrom} and c.priority = ${priority}))
    limit 1`.execute(tx.db)
  if (same.rows.length > 0)
    failFields([{ path: 'valueFrom', code: 'field.duplicate', data: { value: valueFrom ?? '' } }])
}

interface Ends {
  low: string
  high: string
}
interface Around {
  before: Ends | null
  last: Ends | null
}

/** The first level on which no other range touches this one; refuses where it crosses another. */
async function levelFor(tx: Tx, tableId: string, id: string, { low, high }: Ends): Promise<number> {
  let free: number | null = null
  for (let level = 0; level < LEVELS_MAX; level++) {
    const found = await sql<Around>`select (
        select json_build_object('low', r.low, 'high', r.high)
        from ${tx.rows('routingCode').as('r')}
        where r.table_id = ${tableId} and r.level = ${level} and r.id <> ${id} and r.low < ${low}
        order by r.low desc limit 1) as before,
      (select json_build_object('low', r.low, 'high', r.high)
        from ${tx.rows('routingCode').as('r')}
        where r.table_id = ${tableId} and r.level = ${level} and r.id <> ${id} and r.low <= ${high}
        order by r.low desc limit 1) as last`.execute(tx.db)
    const { before, last } = found.rows[0]!
    if (last?.low === low && last.high === high)
      failFields([{ path: 'valueFrom', code: 'field.duplicate', data: { value: '' } }])
    if (
      (before && before.high >= low && before.high < high) ||
      (last && last.low > low && last.high > high)
    )
      failFields([{ path: 'valueFrom', code: 'routing.crossesRow' }])
    if (free === null && (!last || last.high < low)) free = level
    if (!last && !before) break
  }
  return free ?? fail('routing.tooDeep', { max: LEVELS_MAX })
}
