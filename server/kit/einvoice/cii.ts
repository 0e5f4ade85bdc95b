import { failFields } from '#server/kit/http/errors.ts'
import { checkInvoice } from './check-invoice.ts'
import { writeInThread } from './cii-thread.ts'
import type { EInvoice } from './model.ts'
import { ublOf } from './ubl.ts'

export type EInvoiceProfile = 'en16931' | 'xrechnung'

const formats = { en16931: 'CII', xrechnung: 'XRECHNUNG-CII' } as const

/**
 * The invoice as UN/CEFACT Cross Industry Invoice: Factur-X and ZUGFeRD 2 with the profile EN
 * 16931, or XRechnung 3.0. What `checkInvoice` finds is refused.
 */
export async function invoiceXml(
  invoice: EInvoice,
  profile: EInvoiceProfile = 'en16931',
): Promise<string> {
  const findings = checkInvoice(invoice, profile)
  if (findings.length > 0) failFields(findings)
  return await writeCii(invoice, profile)
}

/** Writes what it is given, good or not. */
export async function writeCii(invoice: EInvoice, profile: EInvoiceProfile): Promise<string> {
  return complete(await writeInThread(ublOf(invoice), formats[profile]), invoice)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign]!)

/** Puts in what the library's writer of this syntax leaves out. */
function complete(xml: string, { seller, payment, preceding = [] }: EInvoice): string {
  let whole = xml
  const put = (place: string, part: string) => {
    const at = whole.indexOf(place) + place.length
    if (part) whole = `${whole.slice(0, at)}${part}${whole.slice(at)}`
  }
  put(
    '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>',
    preceding
      .map(({ number, issued }) => {
        const date = issued
          ? `<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${issued.replaceAll('-', '')}</qdt:DateTimeString></ram:FormattedIssueDateTime>`
          : ''
        return `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${escape(number)}</ram:IssuerAssignedID>${date}</ram:InvoiceReferencedDocument>`
      })
      .join(''),
  )
  const creditor = payment.directDebit?.creditorId
  put(
    '<ram:ApplicableHeaderTradeSettlement>',
    creditor ? `<ram:CreditorReferenceID>${escape(creditor)}</ram:CreditorReferenceID>` : '',
  )
  const name = `<ram:Name>${escape(seller.name)}</ram:Name>`
  if (seller.legalText && whole.includes(name, whole.indexOf('<ram:SellerTradeParty>')))
    whole = afterSellerName(whole, name, seller.legalText)
  return ownNumbers(whole, payment.accounts ?? [])
}

function afterSellerName(xml: string, name: string, legalText: string): string {
  const at = xml.indexOf(name, xml.indexOf('<ram:SellerTradeParty>')) + name.length
  const part = `<ram:Description>${escape(legalText)}</ram:Description>`
  return `${xml.slice(0, at)}${part}${xml.slice(at)}`
}

/** Accounts of countries without IBANs have an element of their own, behind the holder's name. */
function ownNumbers(xml: string, accounts: NonNullable<EInvoice['payment']['accounts']>): string {
  let at = -1
  return xml.replace(
    /(<ram:PayeePartyCreditorFinancialAccount>)([\s\S]*?)(<\/ram:PayeePartyCreditorFinancialAccount>)/g,
    (whole: string, open: string, inside: string, close: string) => {
      const account = accounts[++at]
      if (!account || account.iban !== undefined) return whole
      const rest = inside.replace(/\s{0,20}<ram:IBANID>[^<]*<\/ram:IBANID>/, '')
      const id = `<ram:ProprietaryID>${escape(account.number ?? '')}</ram:ProprietaryID>`
      return `${open}${rest}${id}${close}`
    },
  )
}
