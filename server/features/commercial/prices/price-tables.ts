import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SEE_COSTS } from '#contracts/platform/access/price-permission.ts'
import type { StepMode } from '#contracts/commercial/rating.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'

/** What we pay is seen by those who hold this permission, and by no other user. */
export const seesCosts = (ctx: Ctx): boolean => ctx.can(SEE_COSTS)
export const COST = '2'

/** A condition on a table `t` of the query: cost tables are not there for who may not see them. */
export const withinSight = (ctx: Ctx, kind: RawBuilder<unknown>): RawBuilder<SqlBool>[] =>
  seesCosts(ctx) ? [] : [sql<SqlBool>`${kind} <> ${COST}`]

export interface PriceTable {
  id: string
  code: string
  name: string
  nameEn: string | null
  kind: string
  currency: string
  stepMode: StepMode
  status: string
  validFrom: string
  validTo: string | null
  serviceId: string | null
  baseFeeId: string | null
}
export interface Version {
  id: string
  feeId: string
  versionNo: number
  validFrom: string | null
  validTo: string | null
  publishedAt: string | null
  publishedBy: string | null
  percentBp: number | null
  remark: string | null
  announced: boolean
  /** Of a raise that gave customers this table: the one each had of their own before, or null. */
  replaced: Readonly<Record<string, string | null>> | null
  version: number
  /** Made in this transaction: no other has seen it. */
  fresh: boolean
}

const TABLE = sql`f.id, f.code, f.name, f.name_en, f.kind, f.currency, f.step_mode, f.status,
  f.valid_from, f.valid_to, f.service_id, f.base_fee_id`

/** A table as the caller may see it; 404 for another one. */
export async function readTable(ctx: Ctx, id: string): Promise<PriceTable> {
  return (await findTable(ctx, id)) ?? failMissing()
}

async function findTable(ctx: Ctx, id: string): Promise<PriceTable | null> {
  const found = await sql<PriceTable>`select ${TABLE} from ${ctx.rows('fee').as('f')}
    where f.id = ${id}`.execute(ctx.db)
  const table = found.rows[0]
  return table && (table.kind !== COST || seesCosts(ctx)) ? table : null
}

/** The table a field of a row names; one the caller may not see is refused at that field. */
export async function tableAt(ctx: Ctx, path: string, id: string): Promise<PriceTable> {
  return (await findTable(ctx, id)) ?? failFields([{ path, code: 'field.ref' }])
}

/** Everything that changes a table's versions locks the table first. */
export async function lockTable(tx: Tx, id: string): Promise<PriceTable> {
  await sql`select 1 from fee as f where ${tx.rows('fee').where('f')} and f.id = ${id}
    for no key update`.execute(tx.db)
  return readTable(tx, id)
}

const VERSION = sql`v.id, v.fee_id, v.version_no, v.valid_from, v.valid_to, v.published_at,
  v.published_by, v.percent_bp, v.remark, v.announced, v.replaced, v.version, v.create_time = now() as fresh`

export async function readVersions(ctx: Ctx, feeId: string): Promise<Version[]> {
  return (
    await sql<Version>`select ${VERSION} from ${ctx.rows('feeVersion').as('v')}
      where v.fee_id = ${feeId} order by v.version_no desc`.execute(ctx.db)
  ).rows
}

export async function readVersion(ctx: Ctx, id: string): Promise<Version> {
  const found = await sql<Version>`select ${VERSION} from ${ctx.rows('feeVersion').as('v')}
    where v.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** A version with its locked table. */
export async function lockVersion(
  tx: Tx,
  id: string,
): Promise<{ table: PriceTable; version: Version }> {
  const { feeId } = await readVersion(tx, id)
  const table = await lockTable(tx, feeId)
  return { table, version: await readVersion(tx, id) }
}

/** The database's clock once the locks are there, in ISO. */
export async function momentOf(tx: Tx): Promise<string> {
  const found = await sql<{ at: string }>`select clock_timestamp() as at`.execute(tx.db)
  return found.rows[0]!.at
}

export const isActive = ({ validFrom, validTo }: Version, at: string): boolean =>
  validFrom !== null &&
  Date.parse(validFrom) <= Date.parse(at) &&
  (validTo === null || Date.parse(at) < Date.parse(validTo))

/** The version before one that counts no more goes on where that one would have ended. */
export async function extendBefore(
  tx: Tx,
  { feeId, validFrom, validTo }: Pick<Version, 'feeId' | 'validFrom' | 'validTo'>,
): Promise<void> {
  const before = (await readVersions(tx, feeId)).find((one) => one.validTo === validFrom)
  if (before) await change(tx, 'feeVersion', { id: before.id }, { validTo })
}

/** A new version: published where it has a start, else a draft. */
export async function insertVersion(
  tx: Tx,
  feeId: string,
  {
    validFrom,
    validTo,
    percentBp,
    announced = false,
    replaced = null,
  }: Pick<Version, 'validFrom' | 'validTo' | 'percentBp'> &
    Partial<Pick<Version, 'announced' | 'replaced'>>,
): Promise<string> {
  const made = await sql<{ id: string }>`insert into fee_version (tenant_id, fee_id, version_no,
      valid_from, valid_to, published_at, published_by, percent_bp, announced,
      replaced, create_by)
    select f.tenant_id, f.id,
      (select coalesce(max(v.version_no), 0) + 1 from fee_version v
        where v.tenant_id = f.tenant_id and v.fee_id = f.id),
      ${validFrom}::timestamptz, ${validTo}::timestamptz,
      case when ${validFrom}::timestamptz is not null then now() end,
      ${validFrom === null ? null : tx.principal.username}, ${percentBp}, ${announced},
      ${replaced && JSON.stringify(replaced)}::jsonb, ${tx.principal.username}
    from ${tx.rows('fee').as('f')} where f.id = ${feeId} returning id`.execute(tx.db)
  return made.rows[0]!.id
}

/** A new draft, empty or with the prices of another version. */
export async function addDraft(tx: Tx, feeId: string, from: Version | null): Promise<string> {
  const id = await insertVersion(tx, feeId, {
    validFrom: null,
    validTo: null,
    percentBp: from?.percentBp ?? null,
  })
  if (from) await copyContents(tx, from.id, id)
  return id
}

/** Prices and surcharges of a version once more, in another one. */
export async function copyContents(tx: Tx, from: string, to: string): Promise<void> {
  const { username } = tx.principal
  await sql`insert into fee_cell (tenant_id, fee_id, version_id, partition_id, up_to, price, step,
      step_price, min_price, create_by)
    select c.tenant_id, c.fee_id, ${to}, c.partition_id, c.up_to, c.price, c.step, c.step_price,
      c.min_price, ${username}
    from ${tx.rows('feeCell').as('c')} where c.version_id = ${from} order by c.id`.execute(tx.db)
  await sql`insert into surcharge (tenant_id, fee_id, version_id, name, name_en, trade_item, kind,
      amount, rate_bp, applies, threshold, valid_from, valid_to, base, min_amount, in_fuel,
      attribute, fuel_index_id, remote_list_id, create_by)
    select c.tenant_id, c.fee_id, ${to}, c.name, c.name_en, c.trade_item, c.kind, c.amount,
      c.rate_bp, c.applies, c.threshold, c.valid_from, c.valid_to, c.base, c.min_amount, c.in_fuel,
      c.attribute, c.fuel_index_id, c.remote_list_id, ${username}
    from ${tx.rows('surcharge').as('c')} where c.version_id = ${from} order by c.id`.execute(tx.db)
}

/**
 * The version a single price or surcharge is written into: the one named, else the table's draft,
 * else the active one. Of an active version it is a new one from now on, with the same rows: what
 * orders were priced by stays as it was, as a copy.
 */
export async function versionToWrite(
  tx: Tx,
  feeId: string,
  wanted: string | null,
): Promise<string> {
  const table = await lockTable(tx, feeId)
  const versions = await readVersions(tx, feeId)
  const at = await momentOf(tx)
  const named = wanted === null ? null : versions.find(({ id }) => id === wanted)
  if (named === undefined) failFields([{ path: 'feeVersionId', code: 'field.ref' }])
  const version =
    named ??
    versions.find(({ publishedAt }) => publishedAt === null) ??
    versions.find((one) => isActive(one, at)) ??
    versions.find(({ validTo }) => validTo === null)
  if (!version) {
    const first = table.status === '1' ? `${table.validFrom}T00:00:00Z` : null
    return insertVersion(tx, feeId, { validFrom: first, validTo: null, percentBp: null })
  }
  if (version.validTo !== null && Date.parse(version.validTo) <= Date.parse(at))
    fail('feeVersion.closed')
  if (version.fresh || !isActive(version, at)) {
    await sql`update fee_version as v set version = version + 1
      where ${tx.rows('feeVersion').where('v')} and v.id = ${version.id}`.execute(tx.db)
    return version.id
  }
  return succeed(tx, version, at)
}

/** Rows keep their ids and go along into the new version; the one before keeps a copy. */
async function succeed(tx: Tx, version: Version, moment: string): Promise<string> {
  const { id, feeId } = version
  // Two changes within a millisecond follow one another, too.
  const least = Date.parse(version.validFrom ?? moment) + 1
  const at = new Date(Math.max(Date.parse(moment), least)).toISOString()
  await sql`update fee_version as v set valid_to = ${at}::timestamptz, version = version + 1
    where ${tx.rows('feeVersion').where('v')} and v.id = ${id}`.execute(tx.db)
  const next = await insertVersion(tx, feeId, {
    ...version,
    validFrom: at,
    announced: false,
    replaced: null,
  })
  await sql`update fee_cell as c set version_id = ${next}
    where ${tx.rows('feeCell').where('c')} and c.version_id = ${id}`.execute(tx.db)
  await sql`update surcharge as c set version_id = ${next}
    where ${tx.rows('surcharge').where('c')} and c.version_id = ${id}`.execute(tx.db)
  await copyContents(tx, next, id)
  await tx.audit('fee_version', next, 'add', null, { feeId, validFrom: at })
  return next
}
