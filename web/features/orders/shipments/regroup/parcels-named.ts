import type { OrderDetail } from '#contracts/orders/shipments.ts'

type Parcel = Pick<
  OrderDetail['parcels'][number],
  'id' | 'seq' | 'serialNumber' | 'trackNo' | 'reference' | 'fbaCode'
>

/**
 * The parcels that a text names: by their place in the order (`1-20, 35`), or by any of their
 * numbers. What names none of them is answered apart.
 */
export function parcelsNamed(
  text: string,
  parcels: readonly Parcel[],
): { found: string[]; unknown: string[] } {
  const byNumber = new Map<string, string[]>()
  for (const { id, serialNumber, trackNo, reference, fbaCode } of parcels)
    for (const number of new Set([serialNumber, trackNo, reference, fbaCode]))
      if (number) byNumber.set(key(number), [...(byNumber.get(key(number)) ?? []), id])
  const found = new Set<string>()
  const unknown: string[] = []
  for (const word of text.split(/[\s,;，；、]+/).filter(Boolean)) {
    const named = byNumber.get(key(word)) ?? between(word, parcels)
    if (named.length === 0) unknown.push(word)
    for (const id of named) found.add(id)
  }
  return { found: parcels.flatMap(({ id }) => (found.has(id) ? [id] : [])), unknown }
}

const key = (text: string): string => text.trim().toUpperCase()

/** `7` or `1-20`, both ends among the parcels. */
function between(word: string, parcels: readonly Parcel[]): string[] {
  const [, first, last = first] = /^(\d{1,4})(?:[-–~](\d{1,4}))?$/.exec(word) ?? []
  const [from, to] = [Number(first), Number(last)]
  const seen = (seq: number) => parcels.some((parcel) => parcel.seq === seq)
  if (!seen(from) || !seen(to)) return []
  return parcels.flatMap(({ id, seq }) => (seq >= from && seq <= to ? [id] : []))
}
