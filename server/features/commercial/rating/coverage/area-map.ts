import type { PostalPoints } from './postal-points.ts'

/** Fields without a code that are filled from those around them, so that areas meet. */
const GROWTH = 3
/** Fields around one that must be filled before it is. */
const LEAST = 3

/**
 * Which area lies on each field of the country's grid: the one most codes of the field belong to,
 * and next to those what grows into the gaps between them. -1 for none.
 */
export function areaMap(
  { width, height, points }: PostalPoints,
  areas: ReadonlyMap<string, number>,
): number[] {
  const votes = new Map<number, Map<number, number>>()
  for (const { area, field } of points) {
    const index = areas.get(area)
    if (field === null || index === undefined) continue
    const found = votes.get(field) ?? new Map<number, number>()
    found.set(index, (found.get(index) ?? 0) + 1)
    votes.set(field, found)
  }
  let fields = Array.from({ length: width * height }, (_, field) => most(votes.get(field)))
  for (let round = 0; round < GROWTH; round++) {
    const before = fields
    fields = before.map((area, field) => {
      if (area >= 0) return area
      const around = new Map<number, number>()
      let filled = 0
      for (const near of neighbours(field, width, height)) {
        const other = before[near] ?? -1
        if (other < 0) continue
        filled++
        around.set(other, (around.get(other) ?? 0) + 1)
      }
      return filled >= LEAST ? most(around) : -1
    })
  }
  return fields
}

/** The lower index among equals, so that the order codes are read in decides nothing. */
function most(votes: ReadonlyMap<number, number> | undefined): number {
  const [best] = [...(votes ?? [])].toSorted(([a, n], [b, m]) => m - n || a - b)
  return best?.[0] ?? -1
}

function* neighbours(field: number, width: number, height: number): Generator<number> {
  const [x, y] = [field % width, Math.floor(field / width)]
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const [nx, ny] = [x + dx, y + dy]
      if ((dx !== 0 || dy !== 0) && nx >= 0 && ny >= 0 && nx < width && ny < height)
        yield ny * width + nx
    }
}
