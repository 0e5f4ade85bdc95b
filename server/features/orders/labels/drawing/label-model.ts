import { streetLines } from '#contracts/parties/address-lines.ts'
import {
  countryLine,
  orderedLines,
  printable,
  type LabelConsignee,
  type LabelModel,
  type Symbology,
} from '#server/features/commercial/label-templates/index.ts'
import type { PrintAddress, PrintRow } from '../find-printable.ts'

export interface ModelOptions {
  reprint: boolean
  /** `https://host` in front of the public tracking page; '' prints the path alone. */
  base: string
  now: Date
  /** From the routing table of its service; without one the region of the postcode is printed. */
  route?: { sortCode: string; gate: string | null } | null
}

/** Number schemes whose bars have a standard of their own; every other number is plain Code 128. */
const symbologies: Readonly<Record<string, Symbology>> = {
  SSCC: 'sscc',
  SSCC20: 'sscc',
  S10: 's10',
  IDENT: 'identcode',
  LEIT: 'leitcode',
}

/** A parcel's label from the rows; throws nothing, checks nothing. */
export function labelModel(
  row: PrintRow,
  { reprint, base, now, route = null }: ModelOptions,
): LabelModel {
  const number = row.trackNo ?? ''
  const { company, state, phone, fbaCode, poCode } = row
  // A template of the tenant's own puts them where it likes; the built-in ones have the foot for them.
  // What does not fit is cut: the tenant's own words come first.
  const hasMarks = row.designId === null && row.showReference !== false
  const marks = hasMarks
    ? [fbaCode, poCode && (/^po\b/i.test(poCode) ? poCode : `PO ${poCode}`)]
    : []
  const footer = [row.footer, ...marks].filter(Boolean).join(' · ')
  const sort = route?.sortCode ?? postalRegion(row.country, row.postalCode ?? '')
  const from = row.showSender === false ? null : (row.sender ?? row.shipper ?? row.depot)
  const reference = row.showReference === false ? null : (row.parcelReference ?? row.reference)
  return {
    number,
    symbology: symbologies[row.scheme ?? ''] ?? 'code128',
    serviceName:
      row.serviceNameEn && row.serviceNameEn !== row.serviceName
        ? `${row.serviceName} ${row.serviceNameEn}`
        : row.serviceName,
    sender: from ? senderLines(from) : [],
    ...(from ? { from: placedAddress(from) } : {}),
    orderNo: row.orderNo,
    serviceCode: row.serviceCode,
    ...(row.courierCode ? { courierCode: row.courierCode } : {}),
    consignee: {
      name: row.consigneeName,
      lines: streetLines(row),
      postalCode: row.postalCode ?? '',
      city: row.city,
      country: row.country,
      ...(company ? { company } : {}),
      ...(state ? { state } : {}),
    },
    ...(phone ? { phone } : {}),
    ...(reference ? { reference } : {}),
    ...(fbaCode ? { fbaCode } : {}),
    ...(poCode ? { poCode } : {}),
    ...(footer ? { remark: footer } : {}),
    ...(row.cod ? { cod: row.cod } : {}),
    piece: row.seq,
    pieces: row.pieces,
    weightG: row.grams,
    depotCode: row.depotCode,
    ...(sort ? { sortCode: sort } : {}),
    ...(route?.gate ? { gate: route.gate } : {}),
    printedAt: clockOf(now, row.timeZone),
    reprint,
    ...(row.showQr === false
      ? {}
      : { trackingUrl: `${base}/track/result?nos=${encodeURIComponent(number)}` }),
  }
}

/** Countries whose first three digits are a sorting centre's; elsewhere two digits give the region. */
const THREE = new Set(['US', 'CN', 'IN', 'BR', 'AU', 'KR', 'JP', 'CA'])

/**
 * What a parcel is sorted by where no routing code is known: the region of its postcode, `60` of
 * 60311, `SW1A` of SW1A 1AA.
 */
export function postalRegion(country: string, postalCode: string): string {
  const code = printable(postalCode).toUpperCase()
  if (country === 'GB' || country === 'IE') return /^([A-Z]{1,2}\d[A-Z\d]?)/.exec(code)?.[1] ?? ''
  const plain = code.replace(/[^A-Z\d]/g, '')
  return plain.slice(0, THREE.has(country) ? 3 : 2)
}

/** Everything on a label that was typed: what has to be checked against the fonts. */
export function textsOf(model: LabelModel): string {
  const { name, company, lines, city, state, postalCode } = model.consignee
  return [
    model.serviceName,
    ...model.sender,
    name,
    company,
    ...lines,
    city,
    state,
    postalCode,
    model.phone,
    model.reference,
    model.remark,
    model.sortCode,
    model.gate,
  ]
    .map(printable)
    .join(' ')
}

const placedAddress = (from: PrintAddress): LabelConsignee => ({
  name: from.name ?? '',
  lines: streetLines(from),
  postalCode: from.postalCode ?? '',
  city: from.city ?? '',
  country: from.country ?? '',
  ...(from.company ? { company: from.company } : {}),
  ...(from.state ? { state: from.state } : {}),
})

/** At most six lines, the room a sender has: the second address line is the first to share one. */
function senderLines(from: PrintAddress): string[] {
  const country = from.country ?? ''
  const written = (lines: readonly string[]): string[] =>
    orderedLines({
      name: from.name ?? '',
      lines,
      postalCode: from.postalCode ?? '',
      city: from.city ?? '',
      country,
      ...(from.company ? { company: from.company } : {}),
      ...(from.state ? { state: from.state } : {}),
    }).map(({ text }) => text)
  const streets = streetLines(from)
  const whole = written(streets)
  return [
    ...(whole.length < 6 ? whole : written([streets.join(', ')])),
    ...(country ? [countryLine(country)] : []),
  ]
}

/** `2026-11-21 09:31` by the clock on the depot's wall; UTC where its zone is none we know. */
export function clockOf(now: Date, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zone,
    }).format(now)
  try {
    return format(timeZone)
  } catch {
    return format('UTC')
  }
}
