import { setImmediate as breathe } from 'node:timers/promises'
import { COVERAGE_LISTED, type Coverage } from '#contracts/commercial/zones/coverage.ts'
import { compareRules } from '../matching/match-rules.ts'
import type { AreaRule } from '../tariff.ts'
import { areaMap } from './area-map.ts'
import { postalPoints } from './postal-points.ts'

/** Codes looked up at once; in between other requests get their turn. */
const AT_ONCE = 500
/** Zones that are named, of a whole country and of an area. */
const ZONES_MAX = 60
const AREA_ZONES_MAX = 6
/** Where one of these decided, the rows describe the address equally closely. */
const TIES: ReadonlySet<string> = new Set(['priority', 'earlier', 'newer'])

/**
 * Looks up every known postal code of a country. `find` answers, for some codes, the rows that
 * match each, the one that decides first; `nameOf` what a row leads to.
 */
export async function countCoverage<R extends AreaRule>(
  { country, date }: { country: string; date: string },
  find: (codes: readonly string[]) => Promise<R[][]>,
  nameOf: (row: R) => string,
): Promise<Coverage> {
  const known = postalPoints(country)
  const points = known?.points ?? []
  const names = [...new Set(points.map(({ area }) => area))].toSorted()
  const index = new Map(names.map((area, at) => [area, at]))
  const areas = names.map((area) => ({
    area,
    total: 0,
    none: 0,
    tied: 0,
    zones: new Map<string, number>(),
  }))
  const zones = new Map<string, number>()
  const missing: string[] = []
  const shared: Coverage['shared'] = []
  const sums = { none: 0, nested: 0, tied: 0 }
  for (let at = 0; at < points.length; at += AT_ONCE) {
    const batch = points.slice(at, at + AT_ONCE)
    const found = await find(batch.map(({ code }) => code))
    for (const [n, { code, area: name }] of batch.entries()) {
      const area = areas[index.get(name)!]!
      area.total++
      const [winner, ...others] = found[n] ?? []
      if (!winner) {
        area.none++
        sums.none++
        if (missing.length < COVERAGE_LISTED) missing.push(code)
        continue
      }
      const zone = nameOf(winner)
      zones.set(zone, (zones.get(zone) ?? 0) + 1)
      area.zones.set(zone, (area.zones.get(zone) ?? 0) + 1)
      const elsewhere = others.filter((row) => nameOf(row) !== zone)
      if (elsewhere.length === 0) continue
      const tied = elsewhere.some((row) => TIES.has(compareRules(winner, row).why))
      if (tied) {
        area.tied++
        sums.tied++
      } else sums.nested++
      shared.push({ code, tied, zones: [...new Set([zone, ...elsewhere.map(nameOf)])] })
    }
    await breathe()
  }
  return {
    country,
    date,
    total: points.length,
    ...sums,
    zones: listed(zones, ZONES_MAX),
    areas: areas.map((area) => ({ ...area, zones: listed(area.zones, AREA_ZONES_MAX) })),
    missing,
    shared: shared.toSorted((a, b) => Number(b.tied) - Number(a.tied)).slice(0, COVERAGE_LISTED),
    map: {
      width: known?.width ?? 1,
      height: known?.height ?? 1,
      fields: known ? areaMap(known, index) : [],
    },
  }
}

const listed = (counts: ReadonlyMap<string, number>, max: number) =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, max)
