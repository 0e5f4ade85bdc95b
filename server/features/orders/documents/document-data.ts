/** One line of goods as documents print it. */
export interface DocumentLine {
  nameEn: string
  nameCn: string
  sku: string
  /** Code of the importing country, else the first six digits of the Chinese one. */
  hs: string
  origin: string
  material: string
  brand: string
  quantity: number
  unit: string
  unitGrams: number
  unitMinor: bigint
}
export interface DocumentParcel {
  /** Number on the label, else the parcel's own. */
  number: string
  grams: number
  /** Centimetres, as `30 × 20 × 10`; empty where it was not measured. */
  size: string
  lines: readonly DocumentLine[]
}
export interface DocumentParty {
  name: string
  company: string
  /** Street and place, in the order of the country. */
  lines: readonly string[]
  country: string
  countryCode: string
  phone: string
  email: string
  taxNumber: string
}

/** The set of data all documents of an order are made from. */
export interface DocumentData {
  orderNo: string
  reference: string
  /** The marketplace's number of the shipment, by which its warehouse takes the parcels in. */
  fbaCode: string
  poCode: string
  /** YYYY-MM-DD, in the depot's time zone. */
  date: string
  sender: DocumentParty
  consignee: DocumentParty
  currency: string
  parcels: readonly DocumentParcel[]
  customs: {
    exportType: string
    incoterm: string
    invoiceNo: string
    mrn: string
    eori: string
    ioss: string
    vat: string
    postalCharges: string
    licenceNo: string
    certificateNo: string
    undeliverable: string
    remark: string
  }
  /** Value of a parcel in special drawing rights, hundredths; null where a rate is missing. */
  sdrOf(parcel: DocumentParcel): bigint | null
}

export const lineMinor = ({ quantity, unitMinor }: DocumentLine): bigint =>
  unitMinor * BigInt(quantity)
export const valueOfLines = (lines: readonly DocumentLine[]): bigint =>
  lines.reduce((sum, line) => sum + lineMinor(line), 0n)
export const netGrams = (lines: readonly DocumentLine[]): number =>
  lines.reduce((sum, line) => sum + line.unitGrams * line.quantity, 0)
export const allLines = (data: DocumentData): DocumentLine[] =>
  data.parcels.flatMap(({ lines }) => lines)

/** Up to this value the small form is enough. */
const CN22_SDR = 300_00n
/** Lines the small form has room for. */
export const CN22_LINES = 5

/** The form a parcel needs; the large one also where the value in SDR is not known. */
export function customsFormOf(data: DocumentData, parcel: DocumentParcel): 'CN22' | 'CN23' {
  const sdr = data.sdrOf(parcel)
  return sdr !== null && sdr <= CN22_SDR && parcel.lines.length <= CN22_LINES ? 'CN22' : 'CN23'
}
