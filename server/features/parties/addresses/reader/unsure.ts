import { CHINESE_REGIONS, PLACE_ENDS } from '../tables/china.ts'
import { BUILDING, CARE_OF, isCompany, isDepartment, isTrade } from '../tables/words.ts'
import { soundsLikeTrade } from '../tables/companies.ts'
import { placesOf } from '../places.ts'
import { formatFor } from './guess-format.ts'
import { isGivenName, isNameWord } from './names.ts'
import { patternsOf } from './patterns.ts'
import { isPerson } from './persons.ts'
import { folded, type AddressPart, type Found } from './reading.ts'

const HAN = /\p{Script=Han}/u
/** Countries whose codes are all known, with all of their towns. */
const LISTED = new Set(['AT', 'DE', 'ES', 'IT', 'NL', 'PL'])

/** Two to four words in capitals, particles between them. */
const PLAIN_NAME =
  /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Ll}{1,4}|Mac|Ó|Ní|Ait))*(?: \p{Lu}[\p{L}'’-]+){1,3}$/u
/** A given name, initials, or words that are names; no figures, no word of a sentence. */
function isSureName(name: string): boolean {
  if (HAN.test(name))
    return (
      name.includes('·') ||
      (/^\p{Script=Han}{2,6}$/u.test(name) && !PLACE_ENDS.test(name.slice(-1)))
    )
  const words = name.split(' ')
  if (/\d/.test(name) || words.length > 6) return false
  const known = words.filter((word) => isNameWord(word)).length
  if (PLAIN_NAME.test(name) && !isWork(name)) return true
  return isPerson(name) || isGivenName(words.at(-1) ?? '') || known * 2 >= words.length
}

/** The Hague has two names, and a saint two spellings; what follows the name is left out. */
const plainTown = (town: string): string =>
  folded(town)
    .replace(/^den haag$/, 's gravenhage')
    .replace(/^st /, 'sankt ')
    .replace(/^(\p{L}{4,}) (?:am|an|im|in|bei|ob|a d|i|b)(?: .*)?$/u, '$1')

/** Whether the town is one of its code, where these are known. */
function isSureTown({ country = '', postalCode = '', city = '', street = '' }: Found): boolean {
  if (country === 'CN') return CHINESE_REGIONS.some((region) => fits(region, city))
  if (/\d{3}/.test(city) || city.split(' ').length > 6) return false
  if (!LISTED.has(country) || postalCode === '') return true
  const town = plainTown(city)
  const places = placesOf(country, postalCode)?.cities.map(plainTown)
  // Codes of post boxes are not listed.
  return (
    places?.some((place) => place.includes(town) || town.includes(place)) ??
    patternsOf(formatFor(country)).box.test(street)
  )
}
const fits = (region: (typeof CHINESE_REGIONS)[number], city: string): boolean =>
  region.name === city ||
  region.cities.some(({ name }) => name === city) ||
  /[市县州盟区]$/u.test(city)

/** A street by its words or with a number; a post box; in Chinese one with a number or a place. */
function isSureStreet({ country = '', street = '', house }: Found): boolean {
  if (HAN.test(street)) return !/[A-Za-z]{3} ?[A-Za-z]{3}|[,，。]|1\d{10}/.test(street)
  const p = patternsOf(formatFor(country))
  if (p.box.test(street)) return true
  if (/[,;:?!]/.test(street) || street.split(' ').length > 7) return false
  return (
    house !== undefined || (p.street?.test(street) ?? false) || (p.streetEnd?.test(street) ?? false)
  )
}

/** Additions that are known as such: a flat, a floor, a department, at whose place. */
function isSureAddition({ country = '', address2 = '' }: Found): boolean {
  const p = patternsOf(formatFor(country))
  return address2
    .split(', ')
    .every(
      (part) =>
        p.unitAny.test(part) ||
        p.box.test(part) ||
        (p.street?.test(part) ?? false) ||
        CARE_OF.test(part) ||
        isDepartment(part) ||
        BUILDING.test(part) ||
        /^#|^OT |^(?:[\p{L}.]+ )?\d+\w?$|^(?:The |Les? |La |De |Het )\p{Lu}/u.test(part),
    )
}

/** Fields the clerk should look at: they were filled, or left empty, without proof. */
export function unsureParts(found: Found): AddressPart[] {
  const { name, company, street, city, address2, postalCode, country } = found
  const unsure: AddressPart[] = []
  if (name === undefined && company === undefined) unsure.push('name')
  if (name !== undefined && !isSureName(name)) unsure.push('name')
  if (company !== undefined && !HAN.test(company) && !isWork(company)) unsure.push('company')
  if (street === undefined || !isSureStreet(found)) unsure.push('street')
  if (city === undefined || !isSureTown(found)) unsure.push('city')
  if (postalCode === undefined && country !== undefined && !WITHOUT_CODE.has(country))
    unsure.push('postalCode')
  if (country === undefined) unsure.push('country')
  if (address2 !== undefined && !HAN.test(address2) && !isSureAddition(found))
    unsure.push('address2')
  return unsure
}
const WITHOUT_CODE = new Set(['CN', 'HK', 'MO', 'TW', 'IE', 'AE'])
const isWork = (text: string): boolean => isCompany(text) || isTrade(text) || soundsLikeTrade(text)
