export const SCALE_UNITS = ['kg', 'g', 'lb'] as const
export type ScaleUnit = (typeof SCALE_UNITS)[number]
/** How a depot's scale types: `W001250` has the prefix `W`, and its digits are grams. */
export interface ScaleSetting {
  prefix: string | null
  unit: ScaleUnit
  /** Signs a second of a scale on a serial port. */
  baud: number
}

/** Until its depot is known. */
export const ANY_SCALE: ScaleSetting = { prefix: null, unit: 'kg', baud: 9600 }

const GRAMS = { kg: 1000, g: 1, lb: 453.592_37 } as const
const WEIGHT = /^(\d{1,6})(?:[.,](\d{1,4}))?\s?(kg|g|lb)?$/i
const MOST_KG = 9999.999
/** No parcel's number has so few digits. */
const SHORT = 3

function inKg(whole: string, behind: string, unit: ScaleUnit): string | null {
  const kg = Math.round(Number(`${whole}.${behind || '0'}`) * GRAMS[unit]) / 1000
  if (kg > MOST_KG) return null
  const exact = unit === 'kg' && behind.length <= 3
  return exact ? `${Number(whole)}.${behind || '0'}` : String(kg)
}

/**
 * The weight in kg in what a scale types like a scanner; null where it is a number. Its prefix
 * shows it; without one, a decimal point does, and after a parcel (`isFollowing`) a whole number too
 * short for a parcel's.
 */
export function typedWeight(
  text: string,
  { prefix, unit }: Pick<ScaleSetting, 'prefix' | 'unit'>,
  isFollowing = false,
): string | null {
  const plain = text.normalize('NFKC').trim()
  const lead = (prefix ?? '').normalize('NFKC').trim()
  if (!plain.toUpperCase().startsWith(lead.toUpperCase())) return null
  const [, whole, behind, own] = WEIGHT.exec(plain.slice(lead.length).trim()) ?? []
  if (whole === undefined) return null
  const isShort = isFollowing && whole.length <= SHORT && Number(whole) > 0
  if (lead === '' && behind === undefined && !isShort) return null
  return inKg(whole, behind ?? '', unitOf(own, unit))
}

const unitOf = (text: string | undefined, other: ScaleUnit): ScaleUnit =>
  SCALE_UNITS.find((unit) => unit === text?.toLowerCase()) ?? other

/** Marks of a weight that still moves, or lies outside what the scale weighs. */
const MOVING: readonly string[] = ['US', 'UN', 'D', 'SD', 'DY', 'DYN', 'OL', 'UL', 'HI', 'LO']
/** Marks of a weight at rest; a line without any mark leaves it open. */
const RESTING: readonly string[] = ['S', 'ST']
const LINE_MAX = 60

export interface ScaleReading {
  kg: string
  /** Null where the scale does not mark it. */
  isStable: boolean | null
}
/**
 * A line of a scale on a serial port: `ST,GS,+  1.250kg`, `S S      1.250 kg`, `1250 g`. Null where
 * it has no weight.
 */
export function readScaleLine(line: string, unit: ScaleUnit): ScaleReading | null {
  const plain = line
    .normalize('NFKC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  if (plain.length > LINE_MAX) return null
  const from = plain.search(/\d/)
  if (from < 0) return null
  const [, whole, behind, own] = WEIGHT.exec(plain.slice(from).replaceAll(/\s+/g, ' ')) ?? []
  if (whole === undefined) return null
  const marks = plain
    .slice(0, from)
    .toUpperCase()
    .split(/[\s,:]+/)
  const kg = marks.some((mark) => mark.endsWith('-'))
    ? '0'
    : inKg(whole, behind ?? '', unitOf(own, unit))
  if (kg === null) return null
  const bare = marks.map((mark) => mark.replace(/[+-]$/, ''))
  const isMoving = bare.some((mark) => MOVING.includes(mark))
  return { kg, isStable: isMoving ? false : bare.some((mark) => RESTING.includes(mark)) || null }
}

/** A weight that lies on the scale is read again and again: so long after the last it is another. */
const AGAIN_MS = 1500
/** So long a weight the scale does not mark must be the same: one that is put on passes others. */
export const SETTLE_MS = 500
/** Two readings of one weight may differ by so much. */
const SAME_KG = 0.002

export interface ScaleSight {
  kg: number
  since: number
  at: number
  isTaken: boolean
}
/**
 * Whether a reading is a weight at rest that was not taken before, and what is compared next. One
 * that is not marked is asked about again `SETTLE_MS` later, by the same reading.
 */
export function sightOf(
  before: ScaleSight | null,
  { kg, isStable }: ScaleReading,
  at: number,
): { sight: ScaleSight | null; isFresh: boolean } {
  const weight = Number(kg)
  // Emptied or still moving: what comes to rest next is new.
  if (isStable === false || weight === 0) return { sight: null, isFresh: false }
  const same =
    before !== null && Math.abs(before.kg - weight) <= SAME_KG && at - before.at < AGAIN_MS
      ? before
      : null
  const since = same?.since ?? at
  const isAtRest = isStable === true || at - since >= SETTLE_MS
  const wasTaken = same?.isTaken ?? false
  return {
    sight: { kg: same?.kg ?? weight, since, at, isTaken: wasTaken || isAtRest },
    isFresh: isAtRest && !wasTaken,
  }
}
