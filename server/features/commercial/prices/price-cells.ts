import { sql } from 'kysely'
import type { SheetRow } from '#contracts/commercial/fee-versions.ts'
import type { StepMode } from '#contracts/commercial/rating.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { withPercent, type FeeCell } from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { momentOf, readVersions, isActive, type PriceTable, type Version } from './price-tables.ts'

/** The prices of one version. */
export async function readCells(ctx: Ctx, versionId: string): Promise<FeeCell[]> {
  const found = await sql<{
    id: string
    partitionId: string
    upTo: number | null
    price: string
    step: number | null
    stepPrice: string | null
    minPrice: string | null
  }>`select c.id, c.partition_id, c.up_to, c.price, c.step, c.step_price, c.min_price
    from ${ctx.rows('feeCell').as('c')} where c.version_id = ${versionId} order by c.id`.execute(
    ctx.db,
  )
  return found.rows.map((cell) => ({
    ...cell,
    price: BigInt(cell.price),
    stepPrice: cell.stepPrice === null ? null : BigInt(cell.stepPrice),
    minPrice: cell.minPrice === null ? null : BigInt(cell.minPrice),
  }))
}

/**
 * The version a version of a following table is made of: that of the present, within its own days.
 * `changesAt`: when the followed table changes while it still counts.
 */
export async function followedVersion(
  ctx: Ctx,
  table: PriceTable,
  version: Version | null,
): Promise<{ base: Version | null; changesAt: string | null }> {
  if (!version || table.baseFeeId === null) return { base: null, changesAt: null }
  const now = Date.parse(await momentOf(ctx as Tx))
  const from = version.validFrom === null ? now : Date.parse(version.validFrom)
  const to = version.validTo === null ? Infinity : Date.parse(version.validTo)
  const at = new Date(Math.max(from, Math.min(now, to - 1))).toISOString()
  const published = (await readVersions(ctx, table.baseFeeId)).filter(
    ({ publishedAt }) => publishedAt !== null,
  )
  const later = published.flatMap(({ validFrom }) =>
    validFrom !== null && Date.parse(validFrom) > Date.parse(at) && Date.parse(validFrom) < to
      ? [validFrom]
      : [],
  )
  return {
    base: published.find((one) => isActive(one, at)) ?? null,
    changesAt: later.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
  }
}

/** The prices of a version; of a table that follows another one those of that one, raised. */
export async function shownCells(
  ctx: Ctx,
  table: PriceTable,
  version: Version | null,
): Promise<FeeCell[]> {
  if (!version) return []
  if (table.baseFeeId === null) return readCells(ctx, version.id)
  const { base } = await followedVersion(ctx, table, version)
  return base ? withPercent(await readCells(ctx, base.id), version.percentBp ?? 0) : []
}

export interface Zone {
  id: string
  code: string
  name: string
  nameEn: string | null
  service: string
}

/** The zones a table prices: those of its service and of the services that are sold by it. */
export async function readZones(ctx: Ctx, table: PriceTable): Promise<Zone[]> {
  const ids = [table.id, ...(table.baseFeeId === null ? [] : [table.baseFeeId])]
  const found = await sql<Zone>`select p.id, p.code, p.name, p.name_en, s.code as service
    from ${ctx.rows('deliveryPartition').as('p')} join ${ctx.rows('deliveryService').as('s')} on s.id = p.service_id
    where s.id = ${table.serviceId}
      or exists (select 1 from ${ctx.rows('fee').as('f')}
        where f.id = any(${ids}::bigint[]) and (f.id = s.fee_id or f.service_id = s.id))
      or exists (select 1 from ${ctx.rows('feeCell').as('c')}
        where c.fee_id = any(${ids}::bigint[]) and c.partition_id = p.id)
    order by s.code, p.id`.execute(ctx.db)
  return found.rows
}

const secondOf = (mode: StepMode, cell: FeeCell): bigint | null =>
  mode === 'C' ? cell.minPrice : mode === 'A' ? null : cell.stepPrice

/** Where a price stands: its weight and, of first and continued weights, its step. */
export const lineOf = (mode: StepMode, cell: Pick<FeeCell, 'upTo' | 'step'>): string =>
  `${cell.upTo ?? ''}/${mode === 'B' ? (cell.step ?? '') : ''}`

/** Prices as a sheet: weights down, zones across. */
export function rowsOf(
  { stepMode, currency }: Pick<PriceTable, 'stepMode' | 'currency'>,
  cells: readonly FeeCell[],
  zones: readonly Pick<Zone, 'id'>[],
): SheetRow[] {
  const end = Number.MAX_SAFE_INTEGER
  const money = (minor: bigint | null) => (minor === null ? null : formatMoney({ minor, currency }))
  return [...Map.groupBy(cells, (cell) => lineOf(stepMode, cell)).values()]
    .toSorted(
      ([a], [b]) => (a!.upTo ?? end) - (b!.upTo ?? end) || (a!.step ?? end) - (b!.step ?? end),
    )
    .map((line) => {
      const byZone = new Map(line.map((cell) => [cell.partitionId, cell]))
      const of = (read: (cell: FeeCell) => bigint | null) =>
        zones.map(({ id }) => {
          const cell = byZone.get(id)
          return cell ? money(read(cell)) : null
        })
      const [{ upTo, step }] = line as [FeeCell]
      return {
        upTo: upTo === null ? null : gramsToKg(upTo),
        step: stepMode !== 'B' || step === null ? null : gramsToKg(step),
        prices: of((cell) => cell.price),
        seconds: of((cell) => secondOf(stepMode, cell)),
      }
    })
}
