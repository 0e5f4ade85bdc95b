import { evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath'
import { parseXmlDocument } from 'slimdom'

/**
 * Business rules of EN 16931-1 and XRechnung 3.0 as XPath on the written XML, with the numbers the
 * standards give them. The official rule files are not to be had as a package; these are written
 * from the rules' texts, independently of `checkInvoice`, which reads the invoice and not the XML.
 */
interface Rule {
  readonly id: string
  /** The elements it is about. */
  readonly on: string
  /** What holds for each of them. */
  readonly test: string
}

const head = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction'
const agreement = `${head}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${head}/ram:ApplicableHeaderTradeSettlement`
const delivery = `${head}/ram:ApplicableHeaderTradeDelivery`
const line = `${head}/ram:IncludedSupplyChainTradeLineItem`
const lineTax = `${line}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`
const breakdown = `${settlement}/ram:ApplicableTradeTax`
const adjustment = `${settlement}/ram:SpecifiedTradeAllowanceCharge`
const totals = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const seller = `${agreement}/ram:SellerTradeParty`
const buyer = `${agreement}/ram:BuyerTradeParty`
const text = (path: string) => `normalize-space(${path}) != ''`
const vatId = (party: string) => `${party}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`
const taxId = `${seller}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID=('VA','FC')]`
/** In hundredths: the engine's decimals are floats. */
const cents = (path: string) => `round(xs:decimal(${path}) * 100)`
const amount = (path: string) => `sum((${path}) ! ${cents('.')})`
const zeroed = (path: string) => `(if (${path}) then ${cents(path)} else 0)`
const charges = (flag: string) => `[normalize-space(ram:ChargeIndicator/udt:Indicator) = '${flag}']`
const decimals = (path: string, id: string): Rule => ({
  id,
  on: path,
  test: `string-length(substring-after(., '.')) <= 2`,
})

const document: readonly Rule[] = [
  { id: 'BR-02', on: '/*', test: text('rsm:ExchangedDocument/ram:ID') },
  {
    id: 'BR-03',
    on: '/*',
    test: `matches(rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format='102'], '^[0-9]{8}$')`,
  },
  { id: 'BR-06', on: seller, test: text('ram:Name') },
  { id: 'BR-07', on: buyer, test: text('ram:Name') },
  { id: 'BR-09', on: seller, test: text('ram:PostalTradeAddress/ram:CountryID') },
  { id: 'BR-11', on: buyer, test: text('ram:PostalTradeAddress/ram:CountryID') },
  { id: 'BR-16', on: '/*', test: 'exists(.//ram:IncludedSupplyChainTradeLineItem)' },
  { id: 'BR-21', on: line, test: text('ram:AssociatedDocumentLineDocument/ram:LineID') },
  { id: 'BR-22', on: line, test: 'exists(ram:SpecifiedLineTradeDelivery/ram:BilledQuantity)' },
  { id: 'BR-23', on: `${line}//ram:BilledQuantity`, test: text('@unitCode') },
  { id: 'BR-25', on: line, test: text('ram:SpecifiedTradeProduct/ram:Name') },
  {
    id: 'BR-27',
    on: `${line}//ram:NetPriceProductTradePrice`,
    test: 'xs:decimal(ram:ChargeAmount) >= 0',
  },
  {
    id: 'BR-29',
    on: `${settlement}/ram:BillingSpecifiedPeriod`,
    test: 'xs:integer(ram:EndDateTime) >= xs:integer(ram:StartDateTime)',
  },
  { id: 'BR-33', on: `${adjustment}${charges('false')}`, test: text('ram:Reason') },
  { id: 'BR-38', on: `${adjustment}${charges('true')}`, test: text('ram:Reason') },
  {
    id: 'BR-50',
    on: `${settlement}//ram:PayeePartyCreditorFinancialAccount`,
    test: `${text('ram:IBANID')} or ${text('ram:ProprietaryID')}`,
  },
  {
    id: 'BR-53',
    on: `${settlement}/ram:TaxCurrencyCode`,
    test: `. != ../ram:InvoiceCurrencyCode and exists(${totals}/ram:TaxTotalAmount[@currencyID = ${settlement}/ram:TaxCurrencyCode])`,
  },
  {
    id: 'BR-55',
    on: `${settlement}/ram:InvoiceReferencedDocument`,
    test: text('ram:IssuerAssignedID'),
  },
  {
    id: 'BR-61',
    on: `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans[ram:TypeCode = ('30', '58')]`,
    test: `exists(ram:PayeePartyCreditorFinancialAccount)`,
  },
  {
    id: 'BR-CO-09',
    on: `(${vatId(seller)}, ${vatId(buyer)})`,
    test: `matches(., '^[A-Z]{2}')`,
  },
  {
    id: 'BR-CO-25',
    on: totals,
    test: `xs:decimal(ram:DuePayableAmount) <= 0 or exists(../ram:SpecifiedTradePaymentTerms/(ram:DueDateDateTime, ram:Description))`,
  },
  {
    id: 'BR-CO-26',
    on: seller,
    test: `exists((ram:ID, ram:GlobalID, ram:SpecifiedLegalOrganization/ram:ID, ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']))`,
  },
  decimals(`${line}//ram:LineTotalAmount`, 'BR-DEC-23'),
  decimals(`${totals}/ram:DuePayableAmount`, 'BR-DEC-18'),
  decimals(`${breakdown}/ram:CalculatedAmount`, 'BR-DEC-20'),
]

const own = `ram:TaxTotalAmount[@currencyID = ${settlement}/ram:InvoiceCurrencyCode]`
const sums: readonly Rule[] = [
  {
    id: 'BR-CO-10',
    on: totals,
    test: `${cents('ram:LineTotalAmount')} = ${amount(`${line}//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`)}`,
  },
  {
    id: 'BR-CO-11',
    on: totals,
    test: `${zeroed('ram:AllowanceTotalAmount')} = ${amount(`${adjustment}${charges('false')}/ram:ActualAmount`)}`,
  },
  {
    id: 'BR-CO-12',
    on: totals,
    test: `${zeroed('ram:ChargeTotalAmount')} = ${amount(`${adjustment}${charges('true')}/ram:ActualAmount`)}`,
  },
  {
    id: 'BR-CO-13',
    on: totals,
    test: `${cents('ram:TaxBasisTotalAmount')} = ${cents('ram:LineTotalAmount')} - ${zeroed('ram:AllowanceTotalAmount')} + ${zeroed('ram:ChargeTotalAmount')}`,
  },
  {
    id: 'BR-CO-14',
    on: totals,
    test: `${cents(own)} = ${amount(`${breakdown}/ram:CalculatedAmount`)}`,
  },
  {
    id: 'BR-CO-15',
    on: totals,
    test: `${cents('ram:GrandTotalAmount')} = ${cents('ram:TaxBasisTotalAmount')} + ${cents(own)}`,
  },
  {
    id: 'BR-CO-16',
    on: totals,
    test: `${cents('ram:DuePayableAmount')} = ${cents('ram:GrandTotalAmount')} - ${zeroed('ram:TotalPrepaidAmount')} + ${zeroed('ram:RoundingAmount')}`,
  },
  { id: 'BR-CO-18', on: settlement, test: 'exists(ram:ApplicableTradeTax)' },
]

/** The ten rules every category has, and what is special in some. */
function categoryRules(code: string, letters: string): Rule[] {
  const taxed = code === 'S'
  const rate = 'ram:RateApplicablePercent'
  const rateTest = code === 'O' ? `not(${rate})` : `xs:decimal(${rate}) ${taxed ? '>' : '='} 0`
  const sameRate = taxed ? `[xs:decimal(${rate}) = $rate]` : ''
  const used = (path: string) => `${path}[ram:CategoryCode = '${code}']`
  const adjusted = (flag: string, same = '') =>
    `${adjustment}${charges(flag)}[ram:CategoryTradeTax[ram:CategoryCode = '${code}']${same}]`
  const lines = `${line}/ram:SpecifiedLineTradeSettlement[ram:ApplicableTradeTax[ram:CategoryCode = '${code}']${sameRate}]`
  const taxable =
    `${amount(`${lines}//ram:LineTotalAmount`)} + ${amount(`${adjusted('true', sameRate)}/ram:ActualAmount`)}` +
    ` - ${amount(`${adjusted('false', sameRate)}/ram:ActualAmount`)}`
  const rows = used(breakdown)
  const each = taxed ? `let $rate := xs:decimal(${rate}) return ` : ''
  const reason = 'exists((ram:ExemptionReason, ram:ExemptionReasonCode))'
  const numbers =
    code === 'O'
      ? `not(${vatId(seller)}) and not(${vatId(buyer)})`
      : code === 'AE'
        ? `exists(${taxId}) and exists((${vatId(buyer)}, ${buyer}/ram:SpecifiedLegalOrganization/ram:ID))`
        : code === 'K'
          ? `exists(${vatId(seller)}) and exists(${vatId(buyer)})`
          : code === 'G'
            ? `exists(${vatId(seller)})`
            : `exists(${taxId})`
  const anywhere = `(${used(lineTax)}, ${adjustment}/ram:CategoryTradeTax[ram:CategoryCode = '${code}'])`
  const listed = taxed
    ? `let $rate := xs:decimal(${rate}) return count(${rows}[xs:decimal(${rate}) = $rate]) = 1`
    : `count(${rows}) = 1`
  // Half a cent is rounded away from zero, of credits as of charges.
  const off = `let $raw := round(xs:decimal(ram:BasisAmount) * 10000) * xs:decimal(${rate}) div 10000, $tax := (if ($raw < 0) then -round(-$raw) else round($raw)) return abs(${cents('ram:CalculatedAmount')} - $tax)`
  const inPlace = (number: number, path: string, flag?: string): Rule[] => {
    const on = flag ? `${adjusted(flag)}/ram:CategoryTradeTax` : used(path)
    return [
      { id: `BR-${letters}-0${number}`, on, test: numbers },
      { id: `BR-${letters}-0${number + 3}`, on, test: rateTest },
    ]
  }
  return [
    { id: `BR-${letters}-01`, on: anywhere, test: listed },
    { id: `BR-${letters}-01`, on: rows, test: `${each} exists(${anywhere}${sameRate})` },
    ...inPlace(2, lineTax),
    ...inPlace(3, '', 'false'),
    ...inPlace(4, '', 'true'),
    { id: `BR-${letters}-08`, on: rows, test: `${each} ${cents('ram:BasisAmount')} = ${taxable}` },
    {
      id: `BR-${letters}-09`,
      on: rows,
      test: taxed ? `(${off}) < 100` : 'xs:decimal(ram:CalculatedAmount) = 0',
    },
    {
      id: `BR-${letters}-10`,
      on: rows,
      test: code === 'S' || code === 'Z' ? `not(${reason})` : reason,
    },
  ]
}

const special: readonly Rule[] = [
  {
    id: 'BR-IC-11',
    on: `${breakdown}[ram:CategoryCode = 'K']`,
    test: `exists((${delivery}/ram:ActualDeliverySupplyChainEvent, ${settlement}/ram:BillingSpecifiedPeriod))`,
  },
  {
    id: 'BR-IC-12',
    on: `${breakdown}[ram:CategoryCode = 'K']`,
    test: text(`${delivery}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
  },
  {
    id: 'BR-O-11',
    on: `${breakdown}[ram:CategoryCode = 'O']`,
    test: `not(${breakdown}[ram:CategoryCode != 'O'])`,
  },
  {
    id: 'BR-O-12',
    on: `${breakdown}[ram:CategoryCode = 'O']`,
    test: `not(${lineTax}[ram:CategoryCode != 'O'])`,
  },
]

const german: readonly Rule[] = [
  { id: 'BR-DE-1', on: settlement, test: 'exists(ram:SpecifiedTradeSettlementPaymentMeans)' },
  { id: 'BR-DE-2', on: seller, test: 'exists(ram:DefinedTradeContact)' },
  { id: 'BR-DE-3', on: seller, test: text('ram:PostalTradeAddress/ram:CityName') },
  { id: 'BR-DE-4', on: seller, test: text('ram:PostalTradeAddress/ram:PostcodeCode') },
  { id: 'BR-DE-8', on: buyer, test: text('ram:PostalTradeAddress/ram:CityName') },
  { id: 'BR-DE-9', on: buyer, test: text('ram:PostalTradeAddress/ram:PostcodeCode') },
  { id: 'BR-DE-15', on: agreement, test: text('ram:BuyerReference') },
  {
    id: 'BR-DE-21',
    on: '/*/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter',
    test: `ram:ID = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'`,
  },
  {
    id: 'PEPPOL-EN16931-R001',
    on: '/*/rsm:ExchangedDocumentContext',
    test: text('ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
  },
  { id: 'PEPPOL-EN16931-R010', on: buyer, test: text('ram:URIUniversalCommunication/ram:URIID') },
  { id: 'PEPPOL-EN16931-R020', on: seller, test: text('ram:URIUniversalCommunication/ram:URIID') },
  {
    id: 'PEPPOL-EN16931-R120',
    on: line,
    test:
      'let $price := ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice return ' +
      'abs(xs:decimal(ram:SpecifiedLineTradeDelivery/ram:BilledQuantity) * xs:decimal($price/ram:ChargeAmount) div xs:decimal($price/ram:BasisQuantity)' +
      ' - xs:decimal(.//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount)) <= 0.02',
  },
]

const letters = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' }
const standard = [
  ...document,
  ...sums,
  ...Object.entries(letters).flatMap(([code, name]) => categoryRules(code, name)),
  ...special,
]
/** The numbers of the rules that are read from the XML. */
export const rulesRead: ReadonlySet<string> = new Set(standard.map(({ id }) => id))

const prefixes: Readonly<Record<string, string>> = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
const options = {
  namespaceResolver: (prefix: string) =>
    prefix === 'xs' ? 'http://www.w3.org/2001/XMLSchema' : (prefixes[prefix] ?? null),
}

/** The numbers of the rules an invoice breaks, each once, in order. */
export function brokenRules(xml: string, profile: 'en16931' | 'xrechnung'): string[] {
  const invoice = parseXmlDocument(xml)
  const rules = profile === 'xrechnung' ? [...standard, ...german] : standard
  const broken = rules.filter(({ on, test }) =>
    evaluateXPathToNodes(on, invoice, null, null, options).some(
      (node) => !evaluateXPathToBoolean(test, node, null, null, options),
    ),
  )
  return [...new Set(broken.map(({ id }) => id))].sort()
}
