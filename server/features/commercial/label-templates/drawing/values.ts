import countries from 'i18n-iso-countries/index.js'
import type { FieldKey } from '#contracts/commercial/labels/fields.ts'
import { barcodeOf, type Barcode } from './barcode.ts'
import { LabelError } from './label-error.ts'
import { countryLine, kilograms, orderedLines, printable, type LabelModel } from './model.ts'

export interface AddressText {
  part: 'name' | 'company' | 'street' | 'place' | 'country' | 'phone'
  text: string
}

/** What the fields of a template are filled with: one parcel's, cleaned of what cannot be printed. */
export interface LabelValues {
  text(key: FieldKey): string
  address(of: 'consignee' | 'sender'): readonly AddressText[]
  /** The bars its number has by its kind. */
  bars(): Barcode
}

const MOST_STREETS = 5

function consigneeLines(model: LabelModel): AddressText[] {
  const { consignee: to, phone } = model
  const given = to.lines.map(printable).filter(Boolean)
  const streets =
    given.length > MOST_STREETS ? [...given.slice(0, 4), given.slice(4).join(', ')] : given
  const lines: AddressText[] = orderedLines({ ...to, lines: streets })
  lines.push({ part: 'country', text: countryLine(to.country) })
  if (phone) lines.push({ part: 'phone', text: `Tel. ${printable(phone)}` })
  return lines.filter(({ text }) => text)
}

const senderLines = (model: LabelModel): AddressText[] =>
  model.sender
    .slice(0, 6)
    .map((text, at): AddressText => ({ part: at === 0 ? 'name' : 'street', text: printable(text) }))
    .filter(({ text }) => text)

const FIELDS: Readonly<Record<FieldKey, (model: LabelModel) => string | number | undefined>> = {
  number: ({ number }) => number,
  numberGrouped: groupedNumber,
  trackingUrl: ({ trackingUrl }) => trackingUrl,
  orderNo: ({ orderNo }) => orderNo,
  reference: ({ reference }) => reference,
  fbaCode: ({ fbaCode }) => fbaCode,
  poCode: ({ poCode }) => poCode,
  serviceCode: ({ serviceCode }) => serviceCode,
  serviceName: ({ serviceName }) => serviceName,
  courierCode: ({ courierCode }) => courierCode,
  piece: ({ piece, pieces }) => `${piece}/${pieces}`,
  pieceNo: ({ piece }) => piece,
  pieces: ({ pieces }) => pieces,
  weight: ({ weightG }) => kilograms(weightG),
  printedOn: ({ printedAt }) => printedAt.slice(0, 10),
  printedAt: ({ printedAt }) => printedAt.slice(0, 16).replace('T', ' '),
  cod: ({ cod }) => cod,
  footer: ({ remark }) => remark,
  reprint: ({ reprint }) => (reprint ? 'REPRINT 补打' : ''),
  depotCode: ({ depotCode }) => depotCode,
  sortCode: ({ sortCode }) => sortCode,
  gate: ({ gate }) => gate,
  countryCode: ({ consignee }) => consignee.country.toUpperCase(),
  countryNumeric: ({ consignee }) => countries.alpha2ToNumeric(consignee.country),
  countryName: ({ consignee }) => countryLine(consignee.country),
  consigneeName: ({ consignee }) => consignee.name,
  consigneeCompany: ({ consignee }) => consignee.company,
  consigneeStreet: ({ consignee }) => consignee.lines.join(', '),
  consigneePostalCode: ({ consignee }) => consignee.postalCode,
  consigneeCity: ({ consignee }) => consignee.city,
  consigneeState: ({ consignee }) => consignee.state,
  consigneePhone: ({ phone }) => phone,
  senderName: ({ from, sender }) => from?.name ?? sender[0],
  senderCompany: ({ from }) => from?.company,
  senderStreet: ({ from }) => from?.lines.join(', '),
  senderPostalCode: ({ from }) => from?.postalCode,
  senderCity: ({ from }) => from?.city,
  senderState: ({ from }) => from?.state,
  senderCountry: ({ from }) => from?.country,
}

/** A number its bars cannot hold is written as it is; the bars themselves refuse it. */
function groupedNumber({ number, symbology }: LabelModel): string {
  try {
    return barcodeOf(number, symbology).human
  } catch (error) {
    if (error instanceof LabelError) return number
    throw error
  }
}

export function valuesOf(model: LabelModel): LabelValues {
  let bars: Barcode | null = null
  // Conditions and elements ask for the same fields.
  const known: Partial<Record<FieldKey, string>> = {}
  const textOf = (key: FieldKey): string => {
    if (key === 'numberGrouped' && bars) return bars.human
    // An address is never cut: it would lead elsewhere.
    if (key === 'trackingUrl') return model.trackingUrl ?? ''
    const value = FIELDS[key](model)
    return value === undefined ? '' : printable(String(value))
  }
  return {
    text: (key) => (known[key] ??= textOf(key)),
    address: (of) => (of === 'consignee' ? consigneeLines(model) : senderLines(model)),
    bars: () => (bars ??= barcodeOf(model.number, model.symbology)),
  }
}
