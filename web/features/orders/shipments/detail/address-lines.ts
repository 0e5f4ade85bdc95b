import type { OrderDetail } from '#contracts/orders/shipments.ts'

export type Address = NonNullable<OrderDetail['sender']>
type Lines = (address: Address) => (string | null | undefined)[]

const join = (parts: readonly (string | null | undefined)[], by = ' ') =>
  parts.filter(Boolean).join(by) || null
const HAN = /\p{Script=Han}/u

/** Where the number of a house stands before its street. */
const NUMBER_FIRST = new Set(['AU', 'CA', 'FR', 'GB', 'IE', 'IN', 'LU', 'MC', 'NZ', 'US', 'ZA'])
const streetLines: Lines = ({ country, street, house, address1, address2 }) => [
  join(NUMBER_FIRST.has(country ?? '') ? [house, street] : [street, house]),
  address1,
  address2,
]

/** Postcode before the town, as most countries have it; the state below. */
const usual: Lines = (address) => [
  ...streetLines(address),
  join([address.postalCode, address.city]),
  address.state,
]
/** From the largest to the smallest, without blanks where it is written in Chinese. */
const chinese: Lines = ({ state, city, street, house, address1, address2, postalCode }) => {
  const by = HAN.test(`${city}${street}`) ? '' : ' '
  // A city that is its own province is written once.
  return [
    join([state === city ? null : state, city], by),
    join([street, house], by),
    address1,
    address2,
    postalCode,
  ]
}
/** Town, state and postcode in one line. */
const oneLine =
  (comma: string): Lines =>
  (address) => [
    ...streetLines(address),
    join([join([address.city, address.state], `${comma} `), address.postalCode]),
  ]
/** The postcode alone in the last line. */
const postcodeLast: Lines = (address) => [
  ...streetLines(address),
  address.city,
  address.state,
  address.postalCode,
]

const LINES: Readonly<Record<string, Lines>> = {
  CN: chinese,
  US: oneLine(','),
  CA: oneLine(''),
  AU: oneLine(''),
  NZ: (address) => [
    ...streetLines(address),
    address.state,
    join([address.city, address.postalCode]),
  ],
  GB: postcodeLast,
  IE: postcodeLast,
  IT: (address) => [
    ...streetLines(address),
    join([address.postalCode, address.city, address.state]),
  ],
}

/** The lines of an address as an envelope to its country carries them, the country itself left out. */
export function addressLines(address: Address): string[] {
  const lines = LINES[address.country ?? ''] ?? usual
  return [address.name, address.company, ...lines(address)].filter((line): line is string =>
    Boolean(line),
  )
}
