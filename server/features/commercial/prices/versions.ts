import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { now } from '#server/kit/runtime/clock.ts'
import {
  versionState,
  type feePrices,
  type VersionHead,
} from '#contracts/commercial/fee-versions.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields } from '#server/kit/http/errors.ts'
import { issuesOfCells } from './check-sheet.ts'
import { readCells, readZones } from './price-cells.ts'
import {
  addDraft,
  extendBefore,
  isActive,
  lockTable,
  lockVersion,
  momentOf,
  readVersion,
  readVersions,
  type PriceTable,
  type Version,
} from './price-tables.ts'

export function headOf(version: Version, now: number): VersionHead {
  const { id, versionNo, validFrom, validTo, percentBp, remark, publishedBy, announced } = version
  return {
    id,
    versionNo,
    validFrom,
    validTo,
    percentBp,
    remark,
    publishedBy,
    announced,
    version: version.version,
    state: versionState(version, now),
  }
}

export function requireCurrent(version: Version, known: number, now: number): void {
  if (version.version !== known) failConflict('row.stale', headOf(version, now))
}

export function cloneVersion(
  ctx: Ctx,
  { feeId, fromId }: In<typeof feePrices.clone>,
): Promise<Out<typeof feePrices.clone>> {
  return inTx(ctx, async (tx) => {
    const table = await lockTable(tx, feeId)
    const versions = await readVersions(tx, table.id)
    const draft = versions.find(({ publishedAt }) => publishedAt === null)
    if (draft) fail('feeVersion.draftOpen', { no: draft.versionNo })
    const at = await momentOf(tx)
    const from = fromId
      ? (versions.find(({ id }) => id === fromId) ??
        failFields([{ path: 'fromId', code: 'field.ref' }]))
      : (versions.find((one) => isActive(one, at)) ?? versions[0] ?? null)
    const id = await addDraft(tx, table.id, from)
    await tx.audit('fee_version', id, 'add', null, { feeId, from: from?.versionNo ?? null })
    return { id }
  })
}

/** A draft as it is, with its table locked; a published version is never changed. */
export async function lockDraft(
  tx: Tx,
  id: string,
  known: number | null,
): Promise<{ table: PriceTable; version: Version }> {
  const found = await lockVersion(tx, id)
  if (known !== null) requireCurrent(found.version, known, now())
  if (found.version.publishedAt !== null) fail('feeVersion.published')
  return found
}

/**
 * Publishes a draft from a moment on: the version that holds then ends there, a later one limits
 * it. One statement each, in one transaction, behind the table's lock: every moment has one version
 * before and after.
 */
export function activateVersion(
  ctx: Ctx,
  { id, version: known, validFrom, announced = false }: In<typeof feePrices.activate>,
): Promise<Out<typeof feePrices.activate>> {
  return inTx(ctx, async (tx) => {
    const { table, version } = await lockDraft(tx, id, known)
    const now = await momentOf(tx)
    const published = (await readVersions(tx, table.id)).filter((one) => one.publishedAt !== null)
    const from = startOf(validFrom ?? null, now, published.length === 0)
    if (table.validTo !== null && (await businessDay(tx, Date.parse(from))) > table.validTo)
      failFields([{ path: 'validFrom', code: 'fee.ended', data: { date: table.validTo } }])
    await requireComplete(tx, table, version, from)
    await publish(tx, table, { ...version, announced }, from, published)
    await tx.audit('fee_version', id, 'edit', { validFrom: null }, { validFrom: from, announced })
    return headOf(await readVersion(tx, id), Date.parse(now))
  })
}

/** The minute asked for, or now; before now only where nothing was ever priced by the table. */
function startOf(wanted: string | null, now: string, first: boolean): string {
  if (wanted === null) return now
  const minute = new Date(Math.floor(Date.parse(wanted) / 60_000) * 60_000).toISOString()
  if (Date.parse(minute) > Date.parse(now) || first) return minute
  if (Date.parse(now) - Date.parse(minute) < 120_000) return now
  return failFields([{ path: 'validFrom', code: 'feeVersion.past' }])
}

async function requireComplete(
  tx: Tx,
  table: PriceTable,
  version: Version,
  from: string,
): Promise<void> {
  if (table.baseFeeId !== null) {
    const base = (await readVersions(tx, table.baseFeeId)).some((one) => isActive(one, from))
    return base ? undefined : fail('feeVersion.noBase')
  }
  const zones = await readZones(tx, table)
  const cells = await readCells(tx, version.id)
  if (cells.length === 0) fail('rate.cell.none')
  const { refused, issues } = issuesOfCells(tx.lang, table, zones, cells)
  if (refused.length > 0) failFields(refused)
  const missing = issues.filter(({ level }) => level === 'missing')
  if (missing.length > 0)
    failFields(
      missing.map(({ zone }) => ({
        path: `zones.${zone}`,
        code: 'feeVersion.zoneMissing',
        data: { zone: zones[zone]?.code ?? '' },
      })),
    )
}

async function publish(
  tx: Tx,
  table: PriceTable,
  version: Version,
  from: string,
  published: readonly Version[],
): Promise<void> {
  const start = Date.parse(from)
  const day = await businessDay(tx, start)
  if (published.some((one) => Date.parse(one.validFrom!) === start))
    failFields([{ path: 'validFrom', code: 'feeVersion.sameStart' }])
  const before = published.find((one) => isActive(one, from))
  const after = published
    .filter((one) => Date.parse(one.validFrom!) > start)
    .toSorted((a, b) => Date.parse(a.validFrom!) - Date.parse(b.validFrom!))[0]
  if (before) await change(tx, 'feeVersion', { id: before.id }, { validTo: from })
  await change(
    tx,
    'feeVersion',
    { id: version.id },
    {
      validFrom: from,
      validTo: after?.validFrom ?? null,
      publishedAt: sql`now()`,
      publishedBy: tx.principal.username,
      announced: version.announced,
    },
    // The caller notes it.
    { unlogged: 'all' },
  )
  await sql`update fee as f
    set status = case when status = '0' then '1' else status end,
      valid_from = least(valid_from, ${day}::date), version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('fee').where('f')} and f.id = ${table.id}
      and (status = '0' or valid_from > ${day}::date)`.execute(tx.db)
}

/** A table that is put to use for the first time: what was entered holds from its first day on. */
export async function publishFirst(tx: Tx, feeId: string): Promise<void> {
  const table = await lockTable(tx, feeId)
  const versions = await readVersions(tx, feeId)
  const [draft] = versions
  if (!draft || versions.some(({ publishedAt }) => publishedAt !== null)) return
  const from = (await businessSpan(tx, table.validFrom)).first
  if (table.baseFeeId === null && (await readCells(tx, draft.id)).length === 0) return
  await publish(tx, table, draft, from, [])
  await tx.audit('fee_version', draft.id, 'edit', { validFrom: null }, { validFrom: from })
}

/** Back to a draft, before it was ever active: the version before goes on where it would have ended. */
export function withdrawVersion(
  ctx: Ctx,
  { id, version: known }: In<typeof feePrices.withdraw>,
): Promise<Out<typeof feePrices.withdraw>> {
  return inTx(ctx, async (tx) => {
    const { table, version } = await lockVersion(tx, id)
    const now = await momentOf(tx)
    requireCurrent(version, known, Date.parse(now))
    if (headOf(version, Date.parse(now)).state !== 'scheduled') fail('feeVersion.notScheduled')
    const versions = await readVersions(tx, table.id)
    const draft = versions.find(({ publishedAt }) => publishedAt === null)
    if (draft) fail('feeVersion.draftOpen', { no: draft.versionNo })
    await change(
      tx,
      'feeVersion',
      { id },
      { validFrom: null, validTo: null, publishedAt: null, publishedBy: null, announced: false },
    )
    await extendBefore(tx, version)
    return headOf(await readVersion(tx, id), Date.parse(now))
  })
}

export function dropVersion(ctx: Ctx, { id }: In<typeof feePrices.drop>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { version } = await lockDraft(tx, id, null)
    await sql`delete from fee_version as v
      where ${tx.rows('feeVersion').where('v')} and v.id = ${id}`.execute(tx.db)
    await tx.audit('fee_version', id, 'delete', { versionNo: version.versionNo }, null)
    return null
  })
}
