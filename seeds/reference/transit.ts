/** Working days from the depot, at least and at most. */
export type Days = readonly [min: number, max: number]

const EUROPE = ['DE', 'DE-R', 'EU1', 'EU2', 'EU3', 'EU-R'] as const
const WORLD = [...EUROPE, 'NAM', 'NAM-R', 'ASIA', 'OCE', 'ROW'] as const

const by = (zones: readonly string[], days: readonly Days[]): ReadonlyMap<string, Days> =>
  new Map(zones.map((zone, at) => [zone, days[at]!]))

/** How long each service takes to each of its zones. */
const TRANSIT: Readonly<Record<string, ReadonlyMap<string, Days>>> = {
  'ECO-PARCEL': by(WORLD, [
    [1, 2],
    [2, 4],
    [2, 3],
    [2, 4],
    [4, 7],
    [5, 9],
    [7, 12],
    [9, 15],
    [8, 14],
    [10, 16],
    [10, 20],
  ]),
  'EXP-AIR': by(WORLD, [
    [1, 1],
    [1, 2],
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 4],
    [2, 3],
    [3, 4],
    [2, 4],
    [3, 5],
    [3, 7],
  ]),
  'POST-S10': by(WORLD, [
    [2, 3],
    [2, 5],
    [4, 7],
    [4, 8],
    [5, 10],
    [6, 12],
    [8, 15],
    [10, 18],
    [8, 15],
    [10, 18],
    [12, 25],
  ]),
  'EU-STD': by(EUROPE, [
    [1, 2],
    [2, 3],
    [1, 2],
    [2, 3],
    [3, 5],
    [4, 7],
  ]),
  'SEA-FBA': by(EUROPE, [
    [30, 38],
    [32, 42],
    [31, 40],
    [32, 42],
    [34, 45],
    [36, 50],
  ]),
  'RET-EU': by(EUROPE, [
    [2, 3],
    [3, 5],
    [3, 5],
    [3, 6],
    [5, 9],
    [6, 11],
  ]),
}

export function daysTo(service: string, zone: string): { min: number; max: number } {
  const [min, max] = TRANSIT[service]?.get(zone) ?? []
  if (min === undefined || max === undefined)
    throw new Error(`${service} has no days to zone ${zone}`)
  return { min, max }
}
