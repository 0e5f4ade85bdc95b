import { PAGE_SIZES, type PageSize } from '#contracts/commercial/labels/document.ts'
import { linesInOrder, type AddressLine } from '#contracts/parties/address-lines.ts'
import { stateCode } from './state-codes.ts'

export type Symbology = 'code128' | 's10' | 'sscc' | 'identcode' | 'leitcode'

export interface LabelConsignee {
  name: string
  company?: string
  /**
   * Street, house number, additions: as many lines as the address has, in the order of the country.
   */
  lines: readonly string[]
  postalCode: string
  city: string
  /** State or province, printed where the country writes it. */
  state?: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** One parcel's label. Everything on it comes from here; nothing is looked up while printing. */
export interface LabelModel {
  /** The number as it is encoded, without spaces or brackets. */
  number: string
  symbology: Symbology
  serviceName: string
  sender: readonly string[]
  consignee: LabelConsignee
  phone?: string
  reference?: string
  /** Of a shipment to a marketplace's warehouse. */
  fbaCode?: string
  poCode?: string
  /** 1-based number of this piece and how many there are. */
  piece: number
  pieces: number
  weightG: number
  depotCode?: string
  /** From the routing table: what the sorter reads from two metres away. */
  sortCode?: string
  /** Where the sorter puts it, from the routing table. */
  gate?: string
  remark?: string
  /** Amount and currency the carrier collects. */
  cod?: string
  /** ISO 8601; printed as it is given, so the caller shifts it to the depot's zone. */
  printedAt: string
  reprint: boolean
  /** When given, a QR code with this address is printed next to the consignee. */
  trackingUrl?: string
  orderNo?: string
  serviceCode?: string
  courierCode?: string
  /** The sender's address in its parts, of which `sender` is made. */
  from?: LabelConsignee
}

/** The built-in layouts a template may be without a document of its own. */
export type LabelSize = PageSize | 'A4x4'

/** Page boxes in millimetres; one millimetre is 72 / 25.4 points. */
export const labelSizes: Readonly<Record<LabelSize, { width: number; height: number }>> = {
  ...PAGE_SIZES,
  A4x4: PAGE_SIZES.A6,
}

const MAX_TEXT = 200

/**
 * One printable line out of whatever a customer's file held: controls, line breaks and invisible
 * format characters (bidi overrides can make an address read backwards) become spaces or vanish,
 * lone surrogates become U+FFFD.
 */
export function printable(text: string | undefined): string {
  if (!text) return ''
  const short = text.length > MAX_TEXT * 2 ? text.slice(0, MAX_TEXT * 2) : text
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(short) && short.length <= MAX_TEXT) return short
  const known = cleaned.get(short)
  if (known !== undefined) return known
  const clean = cleanOf(short)
  if (cleaned.size >= CLEANED) cleaned.clear()
  cleaned.set(short, clean)
  return clean
}

/** Senders, services and remarks come again with every label of a batch. */
const cleaned = new Map<string, string>()
const CLEANED = 1_000

function cleanOf(short: string): string {
  const clean = short
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()
  return clean.length > MAX_TEXT ? [...clean].slice(0, MAX_TEXT).join('') : clean
}

/** Names, street and place in the order the country's post reads them. */
export const orderedLines = ({ name, company, lines, ...place }: LabelConsignee): AddressLine[] =>
  linesInOrder(
    {
      name: printable(name),
      company: printable(company),
      streets: lines.map(printable),
      country: place.country,
      state: stateCode(place.country, printable(place.state)),
      city: printable(place.city),
      postalCode: printable(place.postalCode),
    },
    { asPosted: true },
  )

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const nameOf = new Map<string, string>()

/** The country in English capitals, as the postal union asks for on mail that crosses a border. */
export function countryLine(code: string): string {
  const known = nameOf.get(code)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(code)) return printable(code).toUpperCase()
  const name = (names.of(code) ?? code).toUpperCase()
  nameOf.set(code, name)
  return name
}

/** Grams as kilograms with three decimals, without floating point. */
export function kilograms(grams: number): string {
  const whole = Math.trunc(grams)
  return `${Math.trunc(whole / 1000)}.${String(whole % 1000).padStart(3, '0')} kg`
}
