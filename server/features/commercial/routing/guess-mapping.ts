import type { RoutingColumn, RoutingMapping } from '#contracts/commercial/zones/routing.ts'

/** Headings of suppliers' files, as letters and digits alone. */
const WORDS: Readonly<Record<RoutingColumn, RegExp>> = {
  country: /^(country|countrycode|destcountry|land|laenderkennzeichen|iso2?|国家|目的国)/,
  matchType: /^(matchtype|match|匹配方式)$/,
  valueTo: /^(to|until|bis|valueto|(post|zip|plz|postal).*(to|bis|end)|止|.*止$|结束邮编)/,
  valueFrom: /^(from|von|valuefrom|zip|postcode|postalcode|plz|(post|zip|plz).*|起|邮编|.*起$)/,
  sortCode: /^(sortcode|sort|dsort|routing(code)?|route|leitcode|tour|分拣码|路由码|.*sort$)/,
  gate: /^(gate|chute|lane|tor|格口|道口)/,
  destDepot: /^(destdepot|depot|hub|station|niederlassung|目的网点|目的仓|网点)/,
  barcodeText: /^(barcode|barcodetext|条码)/,
  priority: /^(priority|prio|优先级)$/,
}

/** A mapping by the headings' words; each column is used once. */
export function guessMapping(headings: readonly string[]): RoutingMapping {
  const columns: RoutingMapping['columns'] = {}
  const used = new Set<number>()
  for (const [field, pattern] of Object.entries(WORDS) as [RoutingColumn, RegExp][]) {
    const at = headings.findIndex(
      (heading, index) => !used.has(index) && pattern.test(plain(heading)),
    )
    if (at < 0) continue
    columns[field] = at
    used.add(at)
  }
  return { columns, country: null, whole: true }
}

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replace(/[^\p{L}\d]/gu, '')
