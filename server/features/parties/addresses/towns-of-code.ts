import { placesOf } from './places.ts'
import { folded } from './reader/reading.ts'

/** Countries whose list has every town of a code; elsewhere a town that is missing proves nothing. */
const LISTED = new Set(['AT', 'DE', 'ES', 'IT', 'NL', 'PL'])

/** The state a postal code lies in; empty where that is not known. */
export const stateOfCode = (country: string, postalCode: string): string =>
  placesOf(country, postalCode)?.state ?? ''

/**
 * Towns a postal code belongs to, where the one that was entered is missing or is none of them;
 * empty where it is, or where that cannot be known.
 */
export function townsOf(country: string, postalCode: string, city: string): string[] {
  const towns = placesOf(country, postalCode)?.cities ?? []
  if (city === '') return [...towns]
  return isTownOf(country, postalCode, city) === false ? [...towns] : []
}

/** Whether a code is one of the town's; null where that cannot be known. */
export function isTownOf(country: string, postalCode: string, city: string): boolean | null {
  if (city === '' || !LISTED.has(country)) return null
  const typed = folded(city)
  const places = placesOf(country, postalCode)
  if (places?.cities.length === 0) return null
  return (places?.cities ?? []).some((town) => {
    const name = folded(town)
    return name.includes(typed) || typed.includes(name)
  })
}
