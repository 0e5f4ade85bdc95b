import { sql } from 'kysely'
import type { feePrices, SheetRow } from '#contracts/commercial/fee-versions.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { FeeCell } from '#server/features/commercial/rating/index.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { checkSheet, issuesOfCells, type SheetIssue } from './check-sheet.ts'
import {
  followedVersion,
  lineOf,
  readCells,
  readZones,
  rowsOf,
  shownCells,
  type Zone,
} from './price-cells.ts'
import { readTable, readVersions, type PriceTable, type Version } from './price-tables.ts'
import { headOf, lockDraft } from './versions.ts'
import { now } from '#server/kit/runtime/clock.ts'

type Answer = Out<typeof feePrices.sheet>

export async function readSheetOf(
  ctx: Ctx,
  { feeId, versionId }: In<typeof feePrices.sheet>,
): Promise<Answer> {
  const table = await readTable(ctx, feeId)
  const moment = now()
  const versions = await readVersions(ctx, feeId)
  const heads = versions.map((version) => headOf(version, moment))
  const wanted =
    versionId ??
    (
      heads.find(({ state }) => state === 'draft') ??
      heads.find(({ state }) => state === 'active') ??
      heads[0]
    )?.id
  const version = versions.find(({ id }) => id === wanted) ?? null
  if (versionId && !version) failMissing()
  const zones = await readZones(ctx, table)
  const cells = await shownCells(ctx, table, version)
  const { base, changesAt } = await followedVersion(ctx, table, version)
  const { issues } = issuesOfCells(ctx.lang, table, zones, cells)
  return {
    fee: { ...(await namesAround(ctx, table)), customers: await customersOf(ctx, table.id) },
    versions: heads,
    current: version && headOf(version, moment),
    zones,
    rows: rowsOf(table, cells, zones),
    issues: version ? issues : [],
    surcharges: await surchargesIn(ctx, [version, base]),
    baseChangesAt: changesAt,
  }
}

async function namesAround(ctx: Ctx, table: PriceTable) {
  const found = await sql<{ service: string | null; baseName: string | null }>`select
      (select ${nameIn(ctx.lang, 's.name')} 
        from ${ctx.rows('deliveryService').as('s')} where s.id = ${table.serviceId}) as service,
      (select ${nameIn(ctx.lang, 'f.name')} 
        from ${ctx.rows('fee').as('f')} where f.id = ${table.baseFeeId}) as base_name`.execute(
    ctx.db,
  )
  const { id, code, name, nameEn, kind, currency, stepMode, status, serviceId, baseFeeId } = table
  const names = found.rows[0] ?? { service: null, baseName: null }
  return {
    id,
    code,
    name,
    nameEn,
    kind,
    currency,
    stepMode,
    status,
    serviceId,
    baseFeeId,
    ...names,
  }
}

async function customersOf(ctx: Ctx, feeId: string) {
  const found = await sql<{ id: string; name: string }>`select c.id, c.name
    from ${ctx.rows('feeCustomer').as('a')} join ${ctx.rows('customer').as('c')} on c.id = a.customer_id
    where a.fee_id = ${feeId} order by c.name, c.id`.execute(ctx.db)
  return found.rows
}

/** Those of a followed table count as well. */
async function surchargesIn(ctx: Ctx, versions: readonly (Version | null)[]): Promise<number> {
  const ids = versions.flatMap((one) => (one ? [one.id] : []))
  const found = await sql<{ count: number }>`select count(*)::int as count
    from ${ctx.rows('surcharge').as('x')} where x.version_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  return found.rows[0]?.count ?? 0
}

/** Stores a sheet as the prices of a draft; refused whole where one of them is broken. */
export function saveSheet(
  ctx: Ctx,
  { id, version: known, zones: given, rows, percentBp, remark }: In<typeof feePrices.save>,
): Promise<Out<typeof feePrices.save>> {
  return inTx(ctx, async (tx) => {
    const { table, version } = await lockDraft(tx, id, known)
    const follows = table.baseFeeId !== null
    if (follows && rows.length > 0) failFields([{ path: 'rows', code: 'fee.follows' }])
    const zones = zonesIn(await readZones(tx, table), given)
    const issues = follows ? [] : await writeSheet(tx, table, version, zones, rows)
    const after = {
      percentBp: follows ? (percentBp ?? version.percentBp ?? 0) : null,
      remark: remark === undefined ? version.remark : remark,
    }
    const before = { id, percentBp: version.percentBp, remark: version.remark }
    const saved = await change(tx, 'feeVersion', { ...before, version: 0 }, after)
    return { version: saved.version, issues }
  })
}

/** The sheet's columns, each a zone of this table. */
export function zonesIn(zones: readonly Zone[], ids: readonly string[]): Zone[] {
  const known = new Map(zones.map((zone) => [zone.id, zone]))
  return ids.map(
    (id, at) => known.get(id) ?? failFields([{ path: `zones.${at}`, code: 'field.ref' }]),
  )
}

/** Replaces the prices of a locked draft. Zones the sheet has no column of keep theirs. */
export async function writeSheet(
  tx: Tx,
  table: PriceTable,
  version: Version,
  zones: readonly Zone[],
  rows: readonly SheetRow[],
): Promise<SheetIssue[]> {
  const { cells, refused, issues } = checkSheet(tx.lang, table, zones, rows)
  if (refused.length > 0) failFields(refused)
  const ids = zones.map(({ id }) => id)
  const before = (await readCells(tx, version.id)).filter((cell) => ids.includes(cell.partitionId))
  await sql`delete from fee_cell as c where ${tx.rows('feeCell').where('c')}
    and c.version_id = ${version.id} and c.partition_id = any(${ids}::bigint[])`.execute(tx.db)
  const stored = cells.map(({ partitionId, upTo, price, step, stepPrice, minPrice }) => ({
    p: partitionId,
    u: upTo,
    c: price.toString(),
    s: step,
    t: stepPrice?.toString() ?? null,
    m: minPrice?.toString() ?? null,
  }))
  await sql`insert into fee_cell (tenant_id, fee_id, version_id, partition_id, up_to, price, step,
      step_price, min_price, create_by)
    select ${tx.principal.tenantId}, ${table.id}, ${version.id}, r.p, r.u, r.c, r.s, r.t, r.m,
      ${tx.principal.username}
    from json_to_recordset(${JSON.stringify(stored)}::json)
      as r(p bigint, u int, c bigint, s int, t bigint, m bigint)`.execute(tx.db)
  await auditPrices(tx, table, version, zones, before, cells)
  return issues
}

/** Changed prices the data log keeps one by one; of more it keeps the number. */
const LOGGED_MAX = 200

async function auditPrices(
  tx: Tx,
  table: PriceTable,
  version: Version,
  zones: readonly Zone[],
  before: readonly FeeCell[],
  after: readonly FeeCell[],
): Promise<void> {
  const names = new Map(zones.map(({ id, code }) => [id, code]))
  const texts = (cells: readonly FeeCell[]) =>
    new Map(
      cells.map((cell) => {
        const money = (minor: bigint) => formatMoney({ minor, currency: table.currency })
        const second = cell.stepPrice ?? cell.minPrice
        const weight = cell.upTo === null ? '' : ` ${gramsToKg(cell.upTo)} kg`
        return [
          `${cell.partitionId}/${lineOf(table.stepMode, cell)}`,
          {
            at: `${names.get(cell.partitionId) ?? ''}${weight}`,
            text: `${money(cell.price)}${second === null ? '' : ` / ${money(second)}`}`,
          },
        ]
      }),
    )
  const [was, is] = [texts(before), texts(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => was.get(key)?.text !== is.get(key)?.text,
  )
  if (changed.length === 0) return
  const side = (of: typeof was) => ({
    prices: Object.fromEntries(
      changed
        .slice(0, LOGGED_MAX)
        .map((key) => [(was.get(key) ?? is.get(key))!.at, of.get(key)?.text ?? null]),
    ),
    count: of.size,
  })
  await tx.audit('fee_version', version.id, 'edit', side(was), side(is))
}
