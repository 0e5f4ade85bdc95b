/** A code in view of the camera, with the middle of where it is in the picture (pixels). */
export interface Sighting {
  code: string
  x: number
  y: number
}

/** The code one aims at: a label bears several, the nearest to the middle is meant. */
export function aimedAt(seen: readonly Sighting[], width: number, height: number): string | null {
  const far = ({ x, y }: Sighting) => Math.hypot(x - width / 2, y - height / 2)
  return (
    seen
      .reduce<Sighting | null>(
        (best, one) =>
          one.code.trim() !== '' && (best === null || far(one) < far(best)) ? one : best,
        null,
      )
      ?.code.trim() ?? null
  )
}

/** How long a code has to be out of sight before it counts as shown again, in milliseconds. */
export const AWAY = 2_000

/**
 * Makes scans of what a camera sees many times a second: a code counts when two looks in a row
 * agree (a bar read amiss is not read amiss twice alike), and again only after it has been away for
 * `AWAY`.
 */
export function sightings(): (code: string | null, now: number) => string | null {
  let before: string | null = null
  let counted: { code: string; at: number } | null = null
  return (code, now) => {
    const agreed = code !== null && code === before
    before = code
    if (counted && counted.code === code && now - counted.at < AWAY) {
      counted.at = now
      return null
    }
    if (!agreed) return null
    counted = { code, at: now }
    return code
  }
}
