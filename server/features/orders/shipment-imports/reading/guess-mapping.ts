import { once } from '#contracts/kit/entity.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import {
  IMPORT_FIELDS,
  importField,
  type ImportColumn,
} from '#contracts/orders/imports/import-fields.ts'
import type { ImportMapping, MappedField } from '#contracts/orders/imports/import-mappings.ts'
import { isKind } from '#contracts/orders/kinds/kinds.ts'
import { translate } from '#server/kit/http/texts.ts'
import { countryCode, currencyCode } from './cells/country-words.ts'
import { exportedHeadings } from './own-titles.ts'
import { HEADING_CURRENCY, plainHeading } from './plain-heading.ts'
import { EXPORTS, FBA_WAREHOUSES, FIRST_NAMES, LAST_NAMES, SYNONYMS } from './synonyms.ts'

type Unit = MappedField['unit']
export interface Guess {
  mapping: ImportMapping
  /** Every heading is a name or a title of ours: the template, filled in. */
  ours: boolean
}

const GRAMS = /(?:[(（[/_ ](?:g|gram|grams|克)[)）\]]*|\bgrams?)$/i
const MILLIMETRES = /[(（[/_ ](?:mm|毫米)[)）\]]*$/i

const POUNDS = /[(（[/_ ](?:lbs?|pounds?|磅)[)）\]]*$/i
const OUNCES = /[(（[/_ ](?:oz|ounces?|盎司)[)）\]]*$/i
const INCHES = /[(（[/_ ](?:in|inch|inches|英寸|")[)）\]]*$/i
const OF_UNIT: readonly (readonly ['kg' | 'cm', Unit, RegExp])[] = [
  ['kg', 'g', GRAMS],
  ['kg', 'lb', POUNDS],
  ['kg', 'oz', OUNCES],
  ['cm', 'mm', MILLIMETRES],
  ['cm', 'in', INCHES],
]

const unitOf = (heading: string, field: ImportColumn): Unit => {
  const own = field === 'size' ? 'cm' : importField(field).unit
  const title = heading.trim()
  return OF_UNIT.find(([of, , words]) => of === own && words.test(title))?.[1] ?? null
}
const UNIT_WORDS = [GRAMS, POUNDS, OUNCES, INCHES]
const withoutUnit = (heading: string): string =>
  plainHeading(UNIT_WORDS.reduce((text, words) => text.replace(words, ''), heading.trim()))

/** Our own names and titles in every language. */
const ownNames = once(
  () =>
    new Map(
      IMPORT_FIELDS.flatMap(({ name }) =>
        [name, ...LANGS.map((lang) => translate(lang, 'shipment-imports', `column.${name}`))].map(
          (title) => [plainHeading(title), name as ImportColumn] as const,
        ),
      ),
    ),
)
/** Whether a heading is a name or a title of ours, no word of other files. */
export const isOwnName = (heading: string): boolean => ownNames().has(plainHeading(heading))
const synonyms = once(
  () =>
    new Map(
      Object.entries(SYNONYMS).flatMap(([field, titles]) =>
        titles.map((title) => [plainHeading(title), field as ImportColumn] as const),
      ),
    ),
)

/** Who buys is not always who receives: a column of the receiver's own goes before. */
const BUYER = /^(?:buyer|customer|purchaser|买家|客户)/
/** Addresses of the payer are never where a parcel goes. */
const BILLING = /^(?:billing|invoice|rechnungs|账单|发票)/

/** The field a heading names; null: none of ours. */
function named(
  heading: string,
  special: ReadonlyMap<string, ImportColumn | null>,
): ImportColumn | null {
  const plain = plainHeading(heading)
  if (plain === '') return null
  const known = special.get(plain)
  if (known !== undefined) return known
  const exact = ownNames().get(plain) ?? synonyms().get(plain)
  // The number of an invoice is no address of the payer.
  if (exact !== undefined || BILLING.test(plain)) return exact ?? null
  const without = withoutUnit(heading)
  if (without === plain || without === '') return null
  return ownNames().get(without) ?? synonyms().get(without) ?? null
}

const NONE: ReadonlyMap<string, ImportColumn | null> = new Map()
/** The field a heading names in any file. */
export const nameFound = (heading: string): ImportColumn | null => named(heading, NONE)
/** How often a heading row names fields of ours: distinguishes it from titles and notes above it. */
export const namesFound = (cells: readonly string[]): number =>
  new Set(cells.map(nameFound).filter((field) => field !== null)).size

/** The shop whose export a file is. */
function exportOf(headings: readonly string[]): (typeof EXPORTS)[number] | undefined {
  const plain = new Set(headings.map(plainHeading))
  return EXPORTS.find(({ known }) => known.every((one) => plain.has(plainHeading(one))))
}

function specialHeadings(
  headings: readonly string[],
  export_: (typeof EXPORTS)[number] | undefined,
): Map<string, ImportColumn | null> {
  const plain = new Set(headings.map(plainHeading))
  const found = new Map(
    Object.entries(export_?.headings ?? {}).map(([title, field]) => [plainHeading(title), field]),
  )
  // Next to shipments of a marketplace a further warehouse is the one they go to.
  const nameOf = (heading: string) => ownNames().get(heading) ?? synonyms().get(heading)
  const names = [...plain].map(nameOf)
  if (!export_ && names.includes('fbaCode') && !names.includes('warehouseCode')) {
    const depots = names.filter((name) => name === 'depot').length
    for (const title of FBA_WAREHOUSES.map(plainHeading))
      if (plain.has(title) && (nameOf(title) !== 'depot' || depots > 1))
        found.set(title, 'warehouseCode')
  }
  return found
}

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/
const PHONE = /^\+?[\d\s()/.-]{8,20}$/
const POSTCODE = /^(?=(?:.*\d){3})[A-Z\d][A-Z\d -]{2,9}$/i
/** Headings of names, numbers and dates: what stands below them is no postcode. */
const NO_POSTCODE = /名|号|单|编码|日期|时间|name|sku|id$|no$|number|date|time|ref|qty|price|amount/

/** What a column's cells look like, where its heading means nothing. */
const LOOKS: readonly (readonly [ImportColumn, (text: string) => boolean])[] = [
  ['email', (text) => EMAIL.test(text)],
  [
    'country',
    (text) => /^[A-Z]{2}$/.test(text) || (/^\p{L}/u.test(text) && countryCode(text) !== text),
  ],
  [
    'phone',
    (text) => PHONE.test(text) && text.replace(/\D/g, '').length >= 8 && /^[+0(]/.test(text),
  ],
  ['postalCode', (text) => POSTCODE.test(text) && text.length <= 8],
]
const MOST = 0.8

/** Which column holds which field, by headings in any language and by what the cells look like. */
export function guessMapping(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
): Guess {
  const export_ = exportOf(headings)
  const special = specialHeadings(headings, export_)
  const ours = exportedHeadings(headings)
  const found = new Map<ImportColumn, MappedField>()
  const used = new Set<number>()
  const take = (field: ImportColumn, columns: number[], unit: Unit = null) => {
    found.set(field, { field, columns, unit, fill: null })
    for (const at of columns) used.add(at)
  }
  // A shop's own heading, then our own names, before words other files use.
  const ranks = headings.map((heading, at) => ({
    at,
    heading,
    field: ours.has(heading) ? null : named(heading, special),
  }))
  const rank = ({ heading }: { heading: string }) =>
    special.has(plainHeading(heading))
      ? 0
      : ownNames().has(plainHeading(heading))
        ? 1
        : BUYER.test(plainHeading(heading))
          ? 3
          : 2
  // Of two columns with one meaning the one with something in it.
  const isEmpty = ({ at }: { at: number }) =>
    Number(samples.length > 0 && samples.every((row) => (row[at] ?? '').trim() === ''))
  const order = (a: (typeof ranks)[number], b: (typeof ranks)[number]) =>
    rank(a) - rank(b) || isEmpty(a) - isEmpty(b) || a.at - b.at
  for (const { at, heading, field } of ranks.toSorted(order))
    if (field !== null && !found.has(field)) take(field, [at], unitOf(heading, field))
  for (const [field, titles] of Object.entries(export_?.joined ?? {})) {
    const columns = titles
      .map((title) => headings.findIndex((one) => plainHeading(one) === plainHeading(title)))
      .filter((at) => at >= 0)
    if (found.has(field as ImportColumn)) take(field as ImportColumn, columns)
  }
  // "Order type: online" is the shop's own word, no kind of order here.
  const kind = found.get('shipmentResource')?.columns[0]
  const theirs = plainHeading(headings[kind ?? -1] ?? '') === 'ordertype'
  const kinds = samples.map((row) => (row[kind ?? -1] ?? '').trim()).filter((text) => text !== '')
  if (theirs && kinds.length > 0 && !kinds.some((text) => isKind(text.toUpperCase())))
    found.delete('shipmentResource')
  const column = (titles: readonly string[]) =>
    headings.findIndex(
      (heading, at) => !used.has(at) && titles.map(plainHeading).includes(plainHeading(heading)),
    )
  if (!found.has('consigneeName')) {
    const parts = [column(FIRST_NAMES), column(LAST_NAMES)].filter((at) => at >= 0)
    if (parts.length > 0) take('consigneeName', parts)
  }
  for (const [field, looks] of LOOKS) {
    if (found.has(field)) continue
    const at = headings.findIndex((heading, index) => {
      if (
        used.has(index) ||
        BILLING.test(plainHeading(heading)) ||
        ours.has(heading) ||
        special.has(plainHeading(heading)) ||
        (field === 'postalCode' && NO_POSTCODE.test(plainHeading(heading)))
      )
        return false
      const cells = samples.map((row) => (row[index] ?? '').trim()).filter((text) => text !== '')
      return cells.length > 0 && cells.filter(looks).length >= cells.length * MOST
    })
    if (at >= 0) take(field, [at])
  }
  // `单价(USD)`: the heading is the currency's column.
  const price = found.get('unitPrice')?.columns[0]
  const currency = HEADING_CURRENCY.exec(
    (headings[price ?? -1] ?? '').normalize('NFKC').trim(),
  )?.[1]
  if (currency && !found.has('currency'))
    found.set('currency', {
      field: 'currency',
      columns: [],
      unit: null,
      fill: currencyCode(currency),
    })
  // The weight of all cartons is not that of one.
  const weight = found.get('weightKg')?.columns[0]
  if (found.has('parcelCount') && /^(?:总|total)/i.test(plainHeading(headings[weight ?? -1] ?? '')))
    found.delete('weightKg')
  const places = new Map(IMPORT_FIELDS.map(({ name }, at) => [name, at]))
  return {
    mapping: {
      // Our own exports write points, however few numbers show it.
      decimal: ours.size > 0 ? 'point' : 'auto',
      fields: [...found.values()].toSorted((a, b) => places.get(a.field)! - places.get(b.field)!),
    },
    ours: headings.every(
      (heading) =>
        heading.trim() === '' || ours.has(heading) || ownNames().has(plainHeading(heading)),
    ),
  }
}
