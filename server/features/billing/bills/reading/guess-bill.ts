import type { BillColumn } from '#contracts/billing/bill-files.ts'

/** Words of headings, in the languages carriers write theirs; the first that fits takes the column. */
const HEADINGS: readonly (readonly [BillColumn, RegExp])[] = [
  [
    'trackNo',
    /track|sendungs-?n|parcel (?:no|number)|paket-?n|awb|shipment (?:no|number)|运单|跟踪|单号/i,
  ],
  ['weightEntered', /entered weight|declared weight|angegeben|申报重/i],
  ['weight', /billed weight|weight|gewicht|poids|重量|计费重/i],
  ['tax', /tax|vat|mwst|ust\b|steuer|税/i],
  ['amount', /net amount|amount|betrag|netto|charge amount|montant|金额|费用$/i],
  ['chargeCode', /charge|description|leistung|gebühr|entgelt|费用项|费用名|项目/i],
  ['currency', /currency|währung|devise|币种/i],
  ['invoiceNo', /invoice (?:no|number)|rechnungs-?n|发票号|账单号/i],
  ['shipDate', /ship date|transaction date|datum|date|发货|日期/i],
  ['service', /service|produkt|product|服务|产品/i],
  ['zone', /zone|分区/i],
  ['reference1', /reference ?1|referenz ?1|reference|referenz|参考/i],
  ['reference2', /reference ?2|referenz ?2/i],
  ['country', /country|land|国家/i],
  ['postalCode', /post ?code|postal|zip|plz|邮编/i],
]

/** Which column is probably what, by its heading; each column once. */
export function guessColumns(headings: readonly string[]): Partial<Record<BillColumn, number>> {
  const taken = new Set<number>()
  const found: Partial<Record<BillColumn, number>> = {}
  for (const [name, words] of HEADINGS) {
    const at = headings.findIndex((one, place) => !taken.has(place) && words.test(one.slice(0, 60)))
    if (at < 0) continue
    taken.add(at)
    found[name] = at
  }
  return found
}

/** Carriers' words for charges, and the fee item they probably mean. */
const CHARGES: readonly (readonly [string, RegExp])[] = [
  ['2', /fuel|treibstoff|diesel|energie|燃油/i],
  ['3', /remote|extended area|delivery area|insel|偏远/i],
  ['6', /residential|privat|住宅/i],
  ['4', /oversize|large package|sperrgut|über(?:länge|maß)|超长/i],
  ['5', /overweight|übergewicht|超重/i],
  ['13', /return|rück|retoure|退件/i],
  ['15', /duty|import vat|zoll(?:abgabe)?|关税/i],
  ['14', /clearance|brokerage|verzoll|清关/i],
  ['16', /insur|versicherung|保险/i],
  ['17', /\bcod\b|nachnahme|代收/i],
  ['18', /proof of delivery|\bpod\b|签收/i],
  ['1', /freight|fracht|transport|base|versand|paket|运费/i],
]

/** The fee item of a carrier's charge: as its profile has it, else by its words. */
export function tradeItemOf(
  codes: Readonly<Record<string, string>>,
  chargeCode: string,
): string | null {
  // A bill without a column of charges is one of freight.
  if (chargeCode === '') return '1'
  const named = codes[chargeCode.trim().toUpperCase()]
  return named ?? CHARGES.find(([, words]) => words.test(chargeCode.slice(0, 80)))?.[0] ?? null
}
