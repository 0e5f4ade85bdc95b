import type { Reading } from './reading.ts'

type Found = Reading['found']
/** Parts of a place: as digits before a town, behind it, or as letters and digits of their own. */
const CODE_TOWN = /^(\d{3} ?\d{2}) (\p{L}.{1,60})$/u
const TOWN_CODE = /^(\p{L}.{1,60}) (\d{3}-\d{4})$/u
const ISLAND_CODE = /^(?:JE|GY|IM)\d{1,2} ?\d[A-Z]{2}$/
const PLACES: Readonly<Record<string, (parts: string[], found: Found) => void>> = {
  GR: (parts, found) => {
    const [, code, town] = CODE_TOWN.exec(parts.at(-1) ?? '') ?? []
    if (!code || !town || found.postalCode || found.city) return
    Object.assign(found, { postalCode: code, city: town })
    parts.pop()
  },
  JP: (parts, found) => {
    const [, town, code] = TOWN_CODE.exec(parts.at(-1) ?? '') ?? []
    if (!code || !town || found.postalCode || found.city) return
    Object.assign(found, { postalCode: code, city: town })
    parts.pop()
  },
  BR: (parts, found) => {
    if (!found.postalCode && found.phone && /^\d{5}-\d{3}$/.test(found.phone)) {
      found.postalCode = found.phone
      delete found.phone
    }
    if (!found.city || !/^[A-Z]{2}$/.test(found.city) || found.state || parts.length === 0) return
    found.state = found.city
    found.city = parts.pop()!
  },
  IT: (_parts, found) => {
    const [, town, province] = /^(.{2,60}) \(([A-Z]{2})\)$/.exec(found.city ?? '') ?? []
    if (!town || !province || found.state) return
    Object.assign(found, { city: town, state: province })
  },
}
const onIsland = (parts: string[], found: Found): void => {
  const code = parts.at(-1) ?? ''
  if (!ISLAND_CODE.test(code) || found.postalCode || found.city || parts.length < 2) return
  parts.pop()
  Object.assign(found, { postalCode: code, city: parts.pop()! })
}

/** Places that were left among the additions of an address whose country is written. */
export function takeLeftPlaces(found: Found, text: string): void {
  const parts = found.address2?.split(', ') ?? []
  if (found.country) (PLACES[found.country] ?? onIsland)(parts, found)
  // Mail of the forces is sorted by the number of their post office, which stands for a town.
  const office = /\bBFPO (\d{1,4})\b/.exec(text)?.[1]
  if (office && found.country === 'GB' && found.city === office) {
    found.city = `BFPO ${office}`
    if (parts.includes('BFPO')) parts.splice(parts.indexOf('BFPO'), 1)
  }
  // "Probestraße, Nr. 9"
  const at = parts.findIndex((part) => /^(?:Nr|No|N°|Nº)\.? ?\d{1,5}[a-z]?$/i.test(part))
  if (at >= 0 && found.street && !found.house)
    found.house = parts.splice(at, 1)[0]!.replace(/^\D+/, '')
  if (parts.length > 0) found.address2 = parts.join(', ')
  else delete found.address2
}
