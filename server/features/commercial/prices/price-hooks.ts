import { asErrorCode } from '#server/kit/http/texts.ts'
import { sql, type SqlBool } from 'kysely'
import type { feeCells } from '#contracts/commercial/fee-cells.ts'
import type { fees } from '#contracts/commercial/fees.ts'
import { checkFeeTable } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import {
  COST,
  lockTable,
  readTable,
  seesCosts,
  tableAt,
  versionToWrite,
  withinSight,
} from './price-tables.ts'
import { readCells } from './price-cells.ts'
import { publishFirst } from './versions.ts'

const ofVisibleTables = (ctx: Ctx) =>
  seesCosts(ctx)
    ? []
    : [
        sql<SqlBool>`exists (select 1 from ${ctx.rows('fee').as('sight')}
        where sight.id = t.fee_id and sight.kind <> ${COST})`,
      ]

/** Rows of versions that are over are copies: they are read as a sheet, not one by one. */
export const ofOpenVersions = (ctx: Ctx) => [
  ...ofVisibleTables(ctx),
  sql<SqlBool>`exists (select 1 from ${ctx.rows('feeVersion').as('open')}
    where open.id = t.version_id and (open.valid_to is null or open.valid_to > now()))`,
]

/** What a price or a surcharge belongs to, before and after it is saved. */
interface OfVersion {
  feeId?: string | null | undefined
  feeVersionId?: string | null | undefined
}
export async function placeInVersion(
  tx: Tx,
  draft: OfVersion,
  before: OfVersion | null,
): Promise<string> {
  const feeId = draft.feeId ?? before?.feeId ?? ''
  const table = await tableAt(tx, 'feeId', feeId)
  if (before?.feeId && before.feeId !== feeId)
    await versionToWrite(tx, before.feeId, before.feeVersionId ?? null)
  const stays = before?.feeId === feeId ? (before.feeVersionId ?? null) : null
  return versionToWrite(tx, table.id, draft.feeVersionId ?? stays)
}

/** A price must be whole for the way its table counts, and occur once per bracket. */
export const feeCellHooks: Hooks<typeof feeCells> = {
  listQuery: ofOpenVersions,
  beforeSave: async (tx, draft, before) => {
    draft.feeVersionId = await placeInVersion(tx, draft, before)
    const { baseFeeId } = await readTable(tx, rowAfter(draft, before).feeId ?? '')
    if (baseFeeId !== null) failFields([{ path: 'feeId', code: 'fee.follows' }])
  },
  beforeDelete: async (tx, row) => {
    await versionToWrite(tx, row.feeId ?? '', row.feeVersionId ?? null)
  },
  afterSave: async (tx, row) => {
    const table = await readTable(tx, row.feeId ?? '')
    const cells = await readCells(tx, row.feeVersionId ?? '')
    const issue = checkFeeTable({ ...table, active: true, surcharges: [], cells }).find(
      (one) => one.ruleId === row.id && one.code !== 'rate.cell.falls',
    )
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
  'rate.cell.gap': 'stepPrice',
}

/**
 * Amounts of a price list are stored in its currency's minor units, and read by its step mode: both
 * cannot change under them. What follows a table counts as that one does.
 */
export const feeHooks: Hooks<typeof fees> = {
  listQuery: (ctx) => withinSight(ctx, sql`t.kind`),
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    if (row.kind === COST && !seesCosts(tx)) failFields([{ path: 'kind', code: 'fee.costHidden' }])
    if (row.kind === COST && (row.supplierId ?? null) === null && row.serviceId)
      failFields([{ path: 'supplierId', code: 'field.required' }])
    if (before) {
      await lockTable(tx, before.id)
      const used = (field: 'currency' | 'stepMode' | 'kind' | 'serviceId') =>
        draft[field] !== undefined && before[field] !== null && draft[field] !== before[field]
      const [money, mode] = [used('currency'), used('stepMode')]
      if (money || mode) await requireNoPrices(tx, before.id, money ? 'currency' : 'stepMode')
      for (const field of ['kind', 'serviceId'] as const)
        if (used(field) && (await hasCustomers(tx, before.id)))
          failFields([{ path: field, code: 'fee.hasCustomers' }])
      if ((draft.baseFeeId ?? null) !== (before.baseFeeId ?? null) && draft.baseFeeId !== undefined)
        await requireNoPrices(tx, before.id, 'baseFeeId')
    }
    if (row.baseFeeId) await requireBase(tx, row.baseFeeId, row, before?.id ?? null)
  },
  afterSave: async (tx, row, before) => {
    if (row.status === '1' && before && before.status !== '1') await publishFirst(tx, row.id)
  },
}

async function requireNoPrices(
  tx: Tx,
  feeId: string,
  path: 'currency' | 'stepMode' | 'baseFeeId',
): Promise<void> {
  const priced = await sql`select 1
      from ${tx.rows('feeCell').as('c')} where c.fee_id = ${feeId}
    union all select 1 from ${tx.rows('surcharge').as('s')}
      where s.fee_id = ${feeId} and s.amount is not null and ${path} = 'currency'
    union all select 1 from ${tx.rows('feeVersion').as('v')}
      where v.fee_id = ${feeId} and v.published_at is not null and ${path} = 'baseFeeId'
    limit 1`.execute(tx.db)
  const code = path === 'currency' ? 'fee.currencyUsed' : 'fee.pricesUsed'
  if (priced.rows.length > 0) failFields([{ path, code }])
}

async function hasCustomers(tx: Tx, feeId: string): Promise<boolean> {
  const found = await sql`select 1 from ${tx.rows('feeCustomer').as('a')}
    where a.fee_id = ${feeId} limit 1`.execute(tx.db)
  return found.rows.length > 0
}

async function requireBase(
  tx: Tx,
  baseId: string,
  row: {
    currency?: string | null | undefined
    stepMode?: string | null | undefined
    kind?: string | null | undefined
  },
  id: string | null,
): Promise<void> {
  const base = await tableAt(tx, 'baseFeeId', baseId)
  const followed =
    id === null
      ? []
      : (
          await sql`select 1 from ${tx.rows('fee').as('f')}
    where f.base_fee_id = ${id} limit 1`.execute(tx.db)
        ).rows
  if (base.id === id || base.baseFeeId !== null || followed.length > 0)
    failFields([{ path: 'baseFeeId', code: 'fee.baseFollows' }])
  if (base.kind !== row.kind) failFields([{ path: 'baseFeeId', code: 'fee.baseKind' }])
  if (base.currency !== row.currency)
    failFields([{ path: 'currency', code: 'fee.baseDiffers', data: { value: base.currency } }])
  if (base.stepMode !== row.stepMode)
    failFields([{ path: 'stepMode', code: 'fee.baseDiffers', data: { value: base.stepMode } }])
}
