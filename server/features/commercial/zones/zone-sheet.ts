import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ZoneFinding, ZoneRow, zones } from '#contracts/commercial/zones/zones.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  findOverlaps,
  isValidOn,
  type PartitionRow,
} from '#server/features/commercial/rating/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { RoutedService } from '#server/features/commercial/routing/index.ts'
import { zoneRowsOf } from './zone-rows.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

export interface Zone {
  id: string
  code: string
  name: string
  nameEn: string | null
}

/** Findings that are listed; ranges inside others are usually meant and come last. */
const FINDINGS_MAX = 300

export async function serviceById(ctx: Ctx, id: string): Promise<RoutedService> {
  const found = await sql<RoutedService>`select s.id, s.code, s.name, s.name_en
    from ${ctx.rows('deliveryService').as('s')} where s.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

export async function zonesOf(ctx: Ctx, serviceId: string): Promise<Zone[]> {
  const found = await sql<Zone>`select p.id, p.code, p.name, p.name_en
    from ${ctx.rows('deliveryPartition').as('p')}
    where p.service_id = ${serviceId} order by p.id`.execute(ctx.db)
  return found.rows
}

export async function zoneSheetOf(
  ctx: Ctx,
  { serviceId, date }: In<typeof zones.sheet>,
): Promise<Out<typeof zones.sheet>> {
  const service = await serviceById(ctx, serviceId)
  const all = await zoneRowsOf(ctx, serviceId)
  const day = date ?? (await businessDay(ctx))
  const rows = all.filter((row) => isValidOn(row, day))
  return {
    service,
    date: day,
    days: daysOf(all),
    zones: await zonesOf(ctx, serviceId),
    rows: rows.map((row) => ({ ...asTyped(row), matchType: row.matchType })),
    findings: findingsOf(ctx, rows),
    version: versionOf(all),
  }
}

/** Days on which something begins, or no longer holds. */
function daysOf(rows: readonly PartitionRow[]): string[] {
  const days = new Set<string>()
  for (const { validFrom, validTo } of rows) {
    if (validFrom !== null) days.add(validFrom)
    if (validTo !== null) days.add(dayAfter(validTo))
  }
  return [...days].toSorted()
}

const shifted = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
const dayAfter = (day: string): string => shifted(day, 1)
export const dayBefore = (day: string): string => shifted(day, -1)

export const asTyped = (row: PartitionRow): ZoneRow => ({
  zone: row.partitionCode,
  country: row.country,
  matchType: row.matchType,
  from: row.from,
  to: row.to,
  priority: row.priority,
})

/** Changes with every change of the rows. */
export const versionOf = (rows: readonly PartitionRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map((row) => [row.id, asTyped(row), row.validFrom, row.validTo])))
    .digest('hex')
    .slice(0, 32)

const GRAVITY: Record<ZoneFinding['kind'], number> = {
  same: 0,
  partial: 1,
  undecided: 2,
  nested: 3,
}

/** Rows that send some address to different zones, by their places in the sheet. */
export function findingsOf({ lang }: Ctx, rows: readonly PartitionRow[]): ZoneFinding[] {
  const place = new Map(rows.map((row, at) => [row, at]))
  return findOverlaps(rows, 2_000)
    .toSorted((a, b) => GRAVITY[a.kind] - GRAVITY[b.kind])
    .slice(0, FINDINGS_MAX)
    .map(({ a, b, kind }) => ({
      kind,
      rows: [place.get(a) ?? 0, place.get(b) ?? 0],
      message: translate(lang, 'zones', `finding.${kind}`, {
        a: `${a.partitionCode} ${a.from ?? ''}${a.to ? `–${a.to}` : ''}`.trim(),
        b: `${b.partitionCode} ${b.from ?? ''}${b.to ? `–${b.to}` : ''}`.trim(),
      }),
    }))
}

const keyOf = (row: ZoneRow): string =>
  JSON.stringify([row.zone, row.country, row.matchType, row.from, row.to, row.priority])

export async function diffZones(
  ctx: Ctx,
  { serviceId, date, withDate }: In<typeof zones.diff>,
): Promise<Out<typeof zones.diff>> {
  await serviceById(ctx, serviceId)
  const all = await zoneRowsOf(ctx, serviceId)
  const on = (day: string) =>
    new Map(
      all.filter((row) => isValidOn(row, day)).map((row) => [keyOf(asTyped(row)), asTyped(row)]),
    )
  const [before, after] = [on(date), on(withDate)]
  return {
    same: [...before.keys()].filter((key) => after.has(key)).length,
    gone: [...before].flatMap(([key, row]) => (after.has(key) ? [] : [row])),
    fresh: [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row])),
  }
}
