import { sql } from 'kysely'
import { MATCH_TYPES } from '#contracts/commercial/rating.ts'
import type { ZoneRow, zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { itemsIn } from '#server/features/platform/dictionaries/index.ts'
import {
  isValidOn,
  partitionRowIssue,
  type PartitionRow,
} from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { asTyped, dayBefore, findingsOf, versionOf, zonesOf, type Zone } from './zone-sheet.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { unpricedZones } from './unpriced-zones.ts'
import { zoneRowsOf } from './zone-rows.ts'

type Input = In<typeof zones.save>

/** Cells that are reported; more is a file in the wrong columns. */
const ISSUES_MAX = 200

/**
 * All rows of a service from a day on, behind the lock of the service. The days before keep their
 * rows: an order is priced by the zones of its own day.
 */
export function saveZoneSheet(ctx: Ctx, input: Input): Promise<Out<typeof zones.save>> {
  return inTx(ctx, async (tx) => {
    const { serviceId, from } = input
    await lockService(tx, serviceId)
    if (from < (await businessDay(tx))) failFields([{ path: 'from', code: 'zone.past' }])
    const stored = await zoneRowsOf(tx, serviceId)
    if (versionOf(stored) !== input.version) failConflict('row.stale', null)
    const known = await addZones(tx, serviceId, input.zones)
    const rows = await readRows(tx, input.rows, known)
    const findings = findingsOf(tx, rows)
    refuseSame(rows, findings)
    const done = await replace(tx, { stored, rows, from })
    const used = [...new Set(rows.map(({ partitionId }) => partitionId))]
    return {
      ...done,
      findings: findings.filter(({ kind }) => kind !== 'nested'),
      unpriced: await unpricedZones(tx, serviceId, used, from),
    }
  })
}

export async function lockService(tx: Tx, id: string): Promise<void> {
  const found = await sql`select 1 from delivery_service as s
    where ${tx.rows('deliveryService').where('s')} and s.id = ${id} for update`.execute(tx.db)
  if (found.rows.length === 0) failMissing()
}

/** The zones of the service by code, those that are new among them. */
export async function addZones(
  tx: Tx,
  serviceId: string,
  fresh: Input['zones'],
): Promise<ReadonlyMap<string, Zone>> {
  const known = new Map((await zonesOf(tx, serviceId)).map((zone) => [zone.code, zone]))
  const made: Parameters<Tx['auditMany']>[2][number][] = []
  for (const [at, { code, name, nameEn }] of fresh.entries()) {
    if (known.has(code))
      failFields([{ path: `zones.${at}.code`, code: 'field.duplicate', data: { value: code } }])
    const stored = await sql<{ id: string }>`insert into delivery_partition
        (tenant_id, service_id, code, name, name_en, create_by)
      values (${tx.principal.tenantId}, ${serviceId}, ${code}, ${name}, ${nameEn || null},
        ${tx.principal.username})
      returning id`.execute(tx.db)
    const { id } = stored.rows[0]!
    known.set(code, { id, code, name, nameEn: nameEn || null })
    made.push({ id, before: null, after: { serviceId, code, name, nameEn } })
  }
  await tx.auditMany('delivery_partition', 'add', made)
  return known
}

/** Every row as it would be stored, or all cells that are wrong. */
async function readRows(
  tx: Tx,
  rows: readonly ZoneRow[],
  known: ReadonlyMap<string, Zone>,
): Promise<PartitionRow[]> {
  const { rows: read, issues } = await checkRows(tx, rows, known)
  if (issues.length > 0) failFields(issues.slice(0, ISSUES_MAX))
  return read
}

/** Rows as they would be stored, with the cells that are wrong. */
export async function checkRows(
  tx: Tx,
  rows: readonly ZoneRow[],
  known: ReadonlyMap<string, Zone>,
): Promise<{ rows: PartitionRow[]; issues: RawIssue[] }> {
  const countries = new Set((await itemsIn(tx, tx.lang)).country?.map(({ value }) => value))
  const issues: RawIssue[] = []
  const seen = new Map<string, number>()
  const read = rows.map((row, at): PartitionRow => {
    const wrong = (column: string, code: RawIssue['code'], data = {}) =>
      issues.push({ path: `rows.${at}.${column}`, code, data })
    const zone = known.get(row.zone.trim())
    if (!zone) wrong('zone', 'zone.unknownCode', { value: row.zone })
    const country = row.country.trim().toUpperCase()
    if (!countries.has(country)) wrong('country', 'field.dict')
    const matchType = MATCH_TYPES.find((one) => one === row.matchType.trim().toUpperCase())
    if (!matchType) wrong('matchType', 'field.dict')
    const made: PartitionRow = {
      // As stored rows are compared by age, one typed later is the newer one.
      id: String(at + 1),
      partitionId: zone?.id ?? '',
      partitionCode: zone?.code ?? row.zone,
      partitionName: zone?.name ?? '',
      country,
      matchType: matchType ?? 'ALL',
      from: matchType === 'ALL' ? null : row.from?.trim() || null,
      to: matchType === 'RANGE' ? row.to?.trim() || null : null,
      priority: row.priority,
      validFrom: null,
      validTo: null,
    }
    const issue = zone && matchType && countries.has(country) ? partitionRowIssue(made) : null
    if (issue) wrong('from', asErrorCode(issue.code), issue.params)
    const key = JSON.stringify(asTyped(made))
    const before = seen.get(key)
    if (before !== undefined) wrong('from', 'zone.twice', { row: before + 1 })
    seen.set(key, at)
    return made
  })
  return { rows: read, issues }
}

/** Two zones for the same addresses, word for word: nothing but age would decide. */
function refuseSame(
  rows: readonly PartitionRow[],
  findings: readonly { kind: string; rows: readonly [number, number] }[],
): void {
  const same = findings.filter(
    ({ kind, rows: [a, b] }) => kind === 'same' && rows[a]?.priority === rows[b]?.priority,
  )
  if (same.length === 0) return
  failFields(
    same.slice(0, ISSUES_MAX).map(({ rows: [a, b] }) => ({
      path: `rows.${Math.max(a, b)}.from`,
      code: 'zone.clash',
      data: { row: Math.min(a, b) + 1, zone: rows[Math.min(a, b)]?.partitionCode ?? '' },
    })),
  )
}

interface Change {
  stored: readonly PartitionRow[]
  rows: readonly PartitionRow[]
  from: string
}

/** Ends what is gone, begins what is new; what stays keeps its row. */
async function replace(
  tx: Tx,
  { stored, rows, from }: Change,
): Promise<{ added: number; ended: number; kept: number }> {
  const open = new Map(
    stored
      .filter((row) => row.validTo === null || row.validTo >= from)
      .map((row) => [row.id, row] as const),
  )
  const holding = Map.groupBy(
    [...open.values()].filter((row) => isValidOn(row, from)),
    (row) => JSON.stringify(asTyped(row)),
  )
  const fresh: PartitionRow[] = []
  let kept = 0
  for (const row of rows) {
    const same = holding.get(JSON.stringify(asTyped(row)))?.pop()
    if (!same) fresh.push(row)
    else {
      kept++
      open.delete(same.id)
    }
  }
  const gone = [...open.values()]
  // A row that would begin on the day or later never held.
  const never = gone.filter(({ validFrom }) => validFrom !== null && validFrom >= from)
  const ended = gone.filter(({ validFrom }) => validFrom === null || validFrom < from)
  await sql`delete from partition_config as c
    where ${tx.rows('partitionConfig').where('c')}
      and c.id = any(${never.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await sql`update partition_config as c set valid_to = ${dayBefore(from)}::date,
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('partitionConfig').where('c')}
      and c.id = any(${ended.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  const ids = await insertRows(tx, fresh, stored.length === 0 ? null : from)
  await tx.auditMany(
    'partition_config',
    'delete',
    never.map((row) => auditOf(row, null)),
  )
  await tx.auditMany(
    'partition_config',
    'edit',
    ended.map((row) => ({
      id: row.id,
      before: { validTo: row.validTo },
      after: { validTo: dayBefore(from) },
    })),
  )
  await tx.auditMany(
    'partition_config',
    'add',
    fresh.map((row, at) => ({ id: ids[at]!, before: null, after: { ...asTyped(row), from } })),
  )
  return { added: fresh.length, ended: gone.length, kept }
}

const auditOf = (row: PartitionRow, after: null) => ({
  id: row.id,
  before: { ...asTyped(row), validFrom: row.validFrom, validTo: row.validTo },
  after,
})

/** The first rows of a service hold from ever. */
export async function insertRows(
  tx: Tx,
  rows: readonly PartitionRow[],
  validFrom: string | null,
): Promise<string[]> {
  const of = <T>(value: (row: PartitionRow) => T): T[] => rows.map(value)
  const made = await sql<{ id: string }>`insert into partition_config (tenant_id, partition_id,
      country, match_type, value_from, value_to, priority, valid_from, create_by)
    select ${tx.principal.tenantId}, x.zone, x.country, x.type, x.low, x.high, x.priority,
      ${validFrom}::date, ${tx.principal.username}
    from unnest(${of((row) => row.partitionId)}::bigint[], ${of((row) => row.country)}::text[],
      ${of((row) => row.matchType)}::text[], ${of((row) => row.from)}::text[],
      ${of((row) => row.to)}::text[], ${of((row) => row.priority)}::int[])
      with ordinality as x(zone, country, type, low, high, priority, n)
    order by x.n returning id`.execute(tx.db)
  return made.rows.map(({ id }) => id)
}
