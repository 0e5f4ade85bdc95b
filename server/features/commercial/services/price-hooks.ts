import { asErrorCode } from '#server/kit/http/texts.ts'
import { sql } from 'kysely'
import type { feeCells } from '#contracts/commercial/fee-cells.ts'
import type { fees } from '#contracts/commercial/fees.ts'
import type { partitionConfigs } from '#contracts/commercial/partition-configs.ts'
import type { MatchType, StepMode } from '#contracts/commercial/rating.ts'
import type { surcharges } from '#contracts/commercial/surcharges.ts'
import {
  checkFeeTable,
  partitionRowIssue,
  findClash,
} from '#server/features/commercial/rating/index.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/**
 * A zone's row must match something, and may not describe an address as another zone does, word for
 * word.
 */
export const partitionConfigHooks: Hooks<typeof partitionConfigs> = {
  beforeSave: async (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issue = partitionRowIssue({
      id: before?.id ?? '0',
      partitionId: row.partitionId ?? '',
      partitionCode: '',
      partitionName: '',
      country: row.country ?? '',
      // The dictionary's values, which the kit has checked.
      matchType: (row.matchType ?? 'ALL') as MatchType,
      from: row.valueFrom || null,
      to: row.valueTo || null,
      priority: row.priority ?? 0,
      validFrom: row.validFrom ?? null,
      validTo: row.validTo ?? null,
    })
    if (issue)
      failFields([
        {
          path:
            issue.code === 'rate.zone.dates'
              ? 'validTo'
              : issue.code === 'rate.zone.country'
                ? 'country'
                : 'valueFrom',
          code: asErrorCode(issue.code),
          data: issue.params,
        },
      ])
  },
  afterSave: async (tx, row) => {
    const clash = await findClash(tx, row.id)
    if (clash)
      failFields([{ path: 'valueFrom', code: 'zone.taken', data: { zone: clash.partitionName } }])
  },
}

/** A price must be whole for the way its table counts, and occur once per bracket. */
export const feeCellHooks: Hooks<typeof feeCells> = {
  afterSave: async (tx, row) => {
    const fee = (
      await sql<{
        id: string
        name: string
        currency: string
        stepMode: string
      }>`select id, name, currency, step_mode
        from ${tx.rows('fee').as('f')} where f.id = ${row.feeId}`.execute(tx.db)
    ).rows[0]
    if (!fee) return
    const cells = (
      await sql<{
        id: string
        partitionId: string
        upTo: number | null
        price: string
        step: number | null
        stepPrice: string | null
        minPrice: string | null
      }>`select id, partition_id, up_to, price, step, step_price, min_price
      from ${tx.rows('feeCell').as('c')} where c.fee_id = ${fee.id}`.execute(tx.db)
    ).rows
    const issue = checkFeeTable({
      id: fee.id,
      name: fee.name,
      currency: fee.currency,
      stepMode: fee.stepMode as StepMode,
      active: true,
      validFrom: null,
      validTo: null,
      surcharges: [],
      cells: cells.map((cell) => ({
        ...cell,
        price: BigInt(cell.price),
        stepPrice: cell.stepPrice === null ? null : BigInt(cell.stepPrice),
        minPrice: cell.minPrice === null ? null : BigInt(cell.minPrice),
      })),
    }).find((one) => one.ruleId === row.id && one.code !== 'rate.cell.falls')
    if (issue)
      failFields([
        {
          path: CELL_FIELD[issue.code] ?? 'price',
          code: asErrorCode(issue.code),
          data: issue.params,
        },
      ])
  },
}

const CELL_FIELD: Record<string, string> = {
  'rate.cell.twice': 'upTo',
  'rate.cell.bracket': 'upTo',
  'rate.cell.firstWeight': 'upTo',
  'rate.cell.step': 'step',
  'rate.cell.perKg': 'stepPrice',
}

/**
 * Amounts of a price list are stored in its currency's minor units: it cannot change under them.
 */
export const feeHooks: Hooks<typeof fees> = {
  beforeSave: async (tx, draft, before) => {
    if (!before || draft.currency === undefined || draft.currency === before.currency) return
    const priced =
      await sql`select 1 from ${tx.rows('feeCell').as('c')} where c.fee_id = ${before.id}
      union all select 1
      from ${tx.rows('surcharge').as('s')} where s.fee_id = ${before.id} and s.amount is not null
      limit 1`.execute(tx.db)
    if (priced.rows.length > 0) failFields([{ path: 'currency', code: 'fee.currencyUsed' }])
  },
}

/**
 * An amount for what is fixed, a rate for what is a share, a threshold for what applies above one.
 */
export const surchargeHooks: Hooks<typeof surcharges> = {
  beforeSave: (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const share = row.kind === 'PERCENT'
    if (share && row.rateBp == null) failFields([{ path: 'rateBp', code: 'field.required' }])
    if (!share && !row.amount) failFields([{ path: 'amount', code: 'field.required' }])
    if (row.applies && row.applies !== 'ALWAYS' && row.threshold == null)
      failFields([{ path: 'threshold', code: 'field.required' }])
    return Promise.resolve()
  },
}
