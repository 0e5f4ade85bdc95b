import { sql } from 'kysely'
import { parseMoney } from '#contracts/kit/money.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'
import type { surcharges } from '#contracts/commercial/surcharges.ts'
import { MAX_PRICE } from '#server/features/commercial/rating/index.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { ofOpenVersions, placeInVersion } from './price-hooks.ts'
import { readTable, versionToWrite, type PriceTable } from './price-tables.ts'

type Row = DraftOf<typeof surcharges>

/** Conditions above a bound of a parcel, and the limit of a service that bounds the same. */
const LIMIT_OF: Record<string, { validType: string; unit: 'kg' | 'cm' }> = {
  WEIGHT: { validType: '1', unit: 'kg' },
  LONGEST: { validType: '2', unit: 'cm' },
  GIRTH: { validType: '3', unit: 'cm' },
}

/**
 * An amount for what is fixed, a rate or an index for what is a share, and what its condition asks
 * for. A rule that can never hold is refused where it stands.
 */
export const surchargeHooks: Hooks<typeof surcharges> = {
  listQuery: ofOpenVersions,
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issues = [...valueIssues(row), ...conditionIssues(row)]
    if (issues.length > 0) failFields(issues)
    draft.feeVersionId = await placeInVersion(tx, draft, before)
    const table = await readTable(tx, row.feeId ?? '')
    const broken = [
      ...overflow(row, table.currency),
      ...outsideOf(row, table),
      ...(await beyondLimits(tx, row, table)),
      ...(await emptyLists(tx, row)),
    ]
    if (broken.length > 0) failFields(broken)
  },
  beforeDelete: async (tx, row) => {
    await versionToWrite(tx, row.feeId ?? '', row.feeVersionId ?? null)
  },
}

function valueIssues(row: Row): RawIssue[] {
  const share =
    row.kind === 'PERCENT' || row.kind === 'TAX' || (row.kind === 'DISCOUNT' && !row.amount)
  const issues: RawIssue[] = []
  if (share && row.rateBp == null && !row.fuelIndexId)
    issues.push({ path: 'rateBp', code: 'field.required' })
  if (!share && !row.amount) issues.push({ path: 'amount', code: 'field.required' })
  if (row.fuelIndexId && row.kind !== 'PERCENT')
    issues.push({ path: 'fuelIndexId', code: 'surcharge.percentOnly' })
  if (row.fuelIndexId && row.rateBp != null)
    issues.push({ path: 'rateBp', code: 'surcharge.rateTwice' })
  if (row.minAmount && row.kind !== 'PERCENT')
    issues.push({ path: 'minAmount', code: 'surcharge.percentOnly' })
  if (row.base && !share) issues.push({ path: 'base', code: 'surcharge.percentOnly' })
  if (row.inFuel && row.tradeItem === '2')
    issues.push({ path: 'inFuel', code: 'surcharge.fuelOnFuel' })
  if (row.kind === 'DISCOUNT' && (row.rateBp ?? 0) > 10_000)
    issues.push({ path: 'rateBp', code: 'field.tooLarge' })
  return issues
}

function conditionIssues(row: Row): RawIssue[] {
  const required = (path: keyof Row & string): RawIssue => ({ path, code: 'field.required' })
  const issues: RawIssue[] = []
  if (row.applies && row.applies in LIMIT_OF && row.threshold == null)
    issues.push(required('threshold'))
  if (row.applies === 'POSTCODE' && !row.remoteListId) issues.push(required('remoteListId'))
  if (row.applies === 'ATTRIBUTE' && !row.attribute) issues.push(required('attribute'))
  if (row.validFrom && row.validTo && row.validTo < row.validFrom)
    issues.push({ path: 'validTo', code: 'surcharge.neverDates' })
  return issues
}

function overflow(row: Row, currency: string): RawIssue[] {
  return (['amount', 'minAmount'] as const).flatMap((path) => {
    const minor = row[path] ? parseMoney(row[path], currency, 'nonNegative')?.minor : null
    return minor != null && minor > MAX_PRICE ? [{ path, code: 'rate.cell.overflow' as const }] : []
  })
}

/** A rule whose days lie outside of the table's own is never asked. */
function outsideOf(row: Row, table: PriceTable): RawIssue[] {
  if (row.validTo && row.validTo < table.validFrom)
    return [{ path: 'validTo', code: 'surcharge.neverTable', data: { date: table.validFrom } }]
  if (row.validFrom && table.validTo !== null && row.validFrom > table.validTo)
    return [{ path: 'validFrom', code: 'surcharge.neverTable', data: { date: table.validTo } }]
  return []
}

/** Above a bound that no service sold by the table lets a parcel reach, nothing is ever due. */
async function beyondLimits(tx: Tx, row: Row, table: PriceTable): Promise<RawIssue[]> {
  const limit = LIMIT_OF[row.applies ?? '']
  if (!limit || row.threshold == null) return []
  const services = await sql<{ most: string | null }>`select
      (select min(r.max_value) from ${tx.rows('serviceRule').as('r')}
        where r.service_id = s.id and r.valid_type = ${limit.validType}) as most
    from ${tx.rows('deliveryService').as('s')}
    where s.id = ${table.serviceId} or s.fee_id = ${table.id}`.execute(tx.db)
  const bounds = services.rows.map(({ most }) => (most === null ? Infinity : Number(most)))
  const most = Math.max(...bounds, -Infinity)
  const asked = Number((limit.unit === 'kg' ? gramsToKg : mmToCm)(row.threshold))
  return bounds.length > 0 && asked >= most
    ? [
        {
          path: 'threshold',
          code: 'surcharge.neverLimit',
          data: { value: String(asked), limit: String(most), unit: limit.unit },
        },
      ]
    : []
}

async function emptyLists(tx: Tx, row: Row): Promise<RawIssue[]> {
  const issues: RawIssue[] = []
  if (row.applies === 'POSTCODE' && row.remoteListId) {
    const found = await sql`select 1 from ${tx.rows('remotePostcode').as('e')}
      where e.list_id = ${row.remoteListId} limit 1`.execute(tx.db)
    if (found.rows.length === 0) issues.push({ path: 'remoteListId', code: 'surcharge.listEmpty' })
  }
  if (row.fuelIndexId) {
    const found = await sql`select 1 from ${tx.rows('fuelRate').as('e')}
      where e.index_id = ${row.fuelIndexId} limit 1`.execute(tx.db)
    if (found.rows.length === 0) issues.push({ path: 'fuelIndexId', code: 'surcharge.indexEmpty' })
  }
  return issues
}
