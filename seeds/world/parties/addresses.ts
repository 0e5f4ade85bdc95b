import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { csvRows } from '../csv.ts'
import { CHINESE_ORIGINS, LOCALS } from '../users/users.data.ts'
import type { Locals } from '../users/users.data.ts'
import type { Draw } from '../random.ts'

export interface Address {
  name: string
  company: string | null
  phone: string
  email: string
  country: string
  state: string
  city: string
  postalCode: string
  street: string
  house: string
  address2: string | null
}

interface Place {
  code: string
  city: string
  state: string
}
let places: ReadonlyMap<string, readonly Place[]> | undefined

function placesOf(country: string): readonly Place[] {
  if (!places) {
    const text = gunzipSync(
      readFileSync(join(import.meta.dirname, '../../data/postal-codes.csv.gz')),
    ).toString('utf8')
    const found = new Map<string, Place[]>()
    for (const [land = '', code = '', city = '', state = ''] of csvRows(text)) {
      const rows = found.get(land) ?? []
      rows.push({ code, city, state })
      found.set(land, rows)
    }
    places = found
  }
  return places.get(country) ?? []
}

function localsOf(country: string): Locals {
  const locals = LOCALS[country]
  if (!locals) throw new RangeError(`no names for ${country}`)
  return locals
}

// The letters the British and Dutch posts print; the Dutch never hand out SA, SD and SS.
const BRITISH = 'ABDEFGHJLNPQRSTUWXYZ'
const DUTCH = 'ABCDEGHJKLMNPRTVWXZ'
const letter = (draw: Draw, from: string): string => from.charAt(draw.int(0, from.length - 1))

function fullCode(draw: Draw, country: string, code: string): string {
  if (country === 'NL') return `${code} ${letter(draw, DUTCH)}${letter(draw, DUTCH)}`
  if (country === 'GB')
    return `${code} ${draw.int(1, 9)}${letter(draw, BRITISH)}${letter(draw, BRITISH)}`
  return code
}

/**
 * A phone number of a valid shape for the country; American ones are of the block kept for fiction.
 */
export function phoneOf(draw: Draw, country: string): string {
  const { phone } = localsOf(country)
  // 555-0100 to 555-0199 are reserved for fiction.
  if (country === 'US') return phone.replace('####', `01${draw.digits(2)}`)
  let filled = ''
  for (const char of phone) filled += char === '#' ? String(draw.int(0, 9)) : char
  return filled
}

export function personOf(draw: Draw, country: string): string {
  const { first, last } = localsOf(country)
  return country === 'CN'
    ? `${draw.pick(last)}${draw.pick(first)}`
    : `${draw.pick(first)} ${draw.pick(last)}`
}

/**
 * Where a parcel goes: a real place and postal code, an invented person. `mark` makes the e-mail
 * address unique.
 */
export function consigneeOf(draw: Draw, country: string, mark: string): Address {
  const place = draw.pick(placesOf(country))
  const { streets, companies } = localsOf(country)
  return {
    name: personOf(draw, country),
    company: draw.chance(0.14) ? draw.pick(companies) : null,
    phone: phoneOf(draw, country),
    email: `buyer${mark}@example.com`,
    country,
    state: place.state,
    city: place.city,
    postalCode: fullCode(draw, country, place.code),
    street: draw.pick(streets),
    house: `${draw.int(1, 180)}${draw.chance(0.12) ? draw.pick(['a', 'b', 'c']) : ''}`,
    address2: draw.chance(0.07)
      ? draw.pick(['2. OG', 'Hinterhaus', 'c/o', 'App. 4', 'Etage 3', 'B12'])
      : null,
  }
}

/** The same address at a company, as orders to companies have it. */
export function atCompany(address: Address, row: number): Address {
  if (address.company) return address
  const { companies } = localsOf(address.country)
  return { ...address, company: companies[row % companies.length] ?? address.name }
}

/** A company's name begins with its city. */
function originsOf(company: string) {
  const own = CHINESE_ORIGINS.filter(([city]) => company.startsWith(city.slice(0, 2)))
  return own.length > 0 ? own : CHINESE_ORIGINS
}

/** Where a customer's goods are packed. */
export function shipperOf(
  draw: Draw,
  country: string,
  company: string,
  contact: string,
  mark: string,
): Address {
  const common = {
    name: contact,
    company,
    phone: phoneOf(draw, country),
    email: `versand${mark}@example.com`,
    address2: null,
  }
  if (country === 'CN') {
    const [city, state, postalCode, street] = draw.pick(originsOf(company))
    return { ...common, country, state, city, postalCode, street, house: `${draw.int(1, 300)}号` }
  }
  const { name: _, ...address } = consigneeOf(draw, country, mark)
  return { ...address, ...common }
}
