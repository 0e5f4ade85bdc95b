import { formatOf, streetLine } from './address-formats.ts'

type Text = string | null | undefined
/** Where an address is, without its street. */
interface Place {
  country?: Text
  state?: Text
  city?: Text
  postalCode?: Text
}
/** What an address is written from. */
export interface WrittenAddress extends Place {
  name?: Text
  company?: Text
  street?: Text
  house?: Text
  address1?: Text
  address2?: Text
}
/** One whose lines of street are made already. */
export interface PlacedAddress extends Place {
  name?: Text
  company?: Text
  streets: readonly Text[]
}
export interface AddressLine {
  part: 'name' | 'company' | 'street' | 'place'
  text: string
}

interface Options {
  /** Leaves out a state where the country's post does not write it. */
  asPosted?: boolean
}

/** Street and number in one line, additions in one each. */
export const streetLines = (address: WrittenAddress): string[] =>
  [
    streetLine(address.country ?? '', address.street ?? '', address.house ?? ''),
    address.address1,
    address.address2,
  ].filter((text): text is string => Boolean(text))

/** The lines of an address as an envelope to its country carries them, the country itself left out. */
export const addressLines = (address: WrittenAddress, options?: Options): AddressLine[] =>
  linesInOrder({ ...address, streets: streetLines(address) }, options)

/** The same, of lines that are made already. */
export function linesInOrder(address: PlacedAddress, { asPosted }: Options = {}): AddressLine[] {
  const state = address.state ?? ''
  const city = address.city ?? ''
  const postalCode = address.postalCode ?? ''
  const format = formatOf(address.country ?? '', `${city}${address.streets.join('')}`)
  const line = (part: AddressLine['part'], text: Text): AddressLine[] =>
    text ? [{ part, text }] : []
  const names = [...line('name', address.name), ...line('company', address.company)]
  // A city that is its own province is written once.
  const fields: Readonly<Record<string, string>> = {
    Z: postalCode,
    C: city,
    S: isSame(state, city) ? '' : state,
    s: asPosted || isSame(state, city) ? '' : state,
  }
  const written = format.split('|').flatMap((pattern): AddressLine[] => {
    if (pattern === 'A') return address.streets.flatMap((text) => line('street', text))
    if (pattern === 'N') return names.toReversed()
    return line('place', filled(pattern, fields))
  })
  return format.includes('N') ? written : [...names, ...written]
}

/** 上海 and 上海市 name one place. */
const isSame = (state: string, city: string): boolean => state === city || `${state}市` === city

/** A pattern with its fields; what separates is written between two that are there. */
function filled(pattern: string, fields: Readonly<Record<string, string>>): string {
  let text = ''
  for (const [, between = '', field = ''] of pattern.matchAll(/([^A-Za-z]{0,20})([A-Za-z])/g)) {
    const value = fields[field]
    if (value) text += text ? between + value : value
  }
  return text
}
