import { likelyCarriers } from '#contracts/commercial/numbers/likely-carriers.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import { matchesText } from '../mapping/text-pattern.ts'

export interface KnownCourier {
  code: string
  name: string
  adapter: string
  numberPattern: string | null
}

export interface Recognised {
  courier: string | null
  carrier: string
  format: string | null
  confidence: 'high' | 'medium' | 'low'
}

/** Longer than any number of a carrier. */
const MAX_LENGTH = 60

/**
 * Whose a number may be, the likeliest first: by the published formats of carriers, a check digit
 * counting as proof, and by the patterns of our own couriers.
 */
export function recogniseCourier(text: string, couriers: readonly KnownCourier[]): Recognised[] {
  const number = normaliseNumber(text)
  if (number.length < 4 || number.length > MAX_LENGTH) return []
  const formats = likelyCarriers(number)
  const own = couriers.filter(
    ({ numberPattern }) => numberPattern !== null && matchesText(numberPattern, number),
  )
  const proven = new Set(formats.filter((one) => one.proven).map(({ carrier }) => carrier))
  const found = new Map<string, Recognised & { rank: number }>()
  const add = (one: Recognised, rank: number) => {
    const key = one.courier ?? one.carrier
    const known = found.get(key)
    if (!known || known.rank < rank) found.set(key, { ...one, rank })
  }
  for (const { carrier, format, proven: sure } of formats) {
    const ours = couriers.filter((courier) => isOf(courier, carrier))
    const fits = own.some((courier) => isOf(courier, carrier))
    const rank = sure ? (proven.size === 1 || fits ? 3 : 2) : fits && own.length === 1 ? 2 : 1
    const confidence = LEVELS[rank]!
    for (const courier of ours) add({ courier: courier.code, carrier, format, confidence }, rank)
    if (ours.length === 0) add({ courier: null, carrier, format, confidence }, rank)
  }
  for (const { code } of own) {
    const rank = own.length === 1 && proven.size === 0 ? 2 : 1
    add({ courier: code, carrier: code, format: null, confidence: LEVELS[rank]! }, rank)
  }
  return [...found.values()]
    .toSorted(
      (a, b) =>
        b.rank - a.rank ||
        Number(b.courier !== null) - Number(a.courier !== null) ||
        (a.carrier < b.carrier ? -1 : 1),
    )
    .map(({ rank: _, ...one }) => one)
}

const LEVELS: readonly Recognised['confidence'][] = ['low', 'low', 'medium', 'high']

function isOf({ code, name, adapter }: KnownCourier, carrier: string): boolean {
  if (adapter === carrier) return true
  const wanted = carrier.replaceAll('_', '')
  const [head = ''] = code.toLowerCase().split(/[-_ ]/)
  return head === wanted || name.toLowerCase().replace(/[ _-]/g, '') === wanted
}
