import type { Invoice } from '@e-invoice-eu/core'
import { formatMoney, minorUnits } from '#contracts/kit/money.ts'
import { formatDecimal } from '#contracts/kit/units.ts'
import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceAdjustment,
  EInvoiceLine,
  EInvoiceParty,
  EInvoiceSeller,
  VatOf,
} from './model.ts'

/** A part of the library's invoice: names of UBL, `@` before the name of an attribute. */
export interface UblNode {
  [name: string]: string | UblNode | (string | UblNode)[] | undefined
}

const typeCodes = { invoice: '380', creditNote: '381', corrected: '384' } as const

/** Not more than two decimals: the standard's amounts have no others (BR-DEC). */
export function amountOf(minor: bigint, currency: string): string {
  const scale = minorUnits(currency)
  return scale < 2
    ? formatMoney({ minor, currency })
    : formatDecimal(minor, scale, { minDecimals: 2 })
}

/** The invoice in the words of UBL 2.1, which the library writes in every syntax. */
export function ublOf(invoice: EInvoice): Invoice {
  const writer = new UblWriter(invoice)
  // The library's type spells out each code of each list; its schema checks them when it writes.
  return { 'ubl:Invoice': dropEmpty(writer.invoice()) } as unknown as Invoice
}

/** Absent values are left out: the schema takes no empty element. */
function dropEmpty(node: UblNode): UblNode {
  const filled: UblNode = {}
  for (const [name, value] of Object.entries(node)) {
    if (value === undefined || value === '') continue
    if (typeof value === 'string') filled[name] = value
    else if (Array.isArray(value)) {
      const parts = value.map((one) => (typeof one === 'string' ? one : dropEmpty(one)))
      if (parts.length > 0) filled[name] = parts
    } else {
      const part = dropEmpty(value)
      if (Object.keys(part).length > 0) filled[name] = part
    }
  }
  return filled
}

const vatScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

const categoryOf = ({ category, rate }: VatOf): UblNode => {
  return { 'cbc:ID': category, 'cbc:Percent': rate ?? undefined, ...vatScheme }
}

const addressOf = (of: EInvoiceAddress): UblNode => {
  return {
    'cbc:StreetName': of.line1,
    'cbc:AdditionalStreetName': of.line2,
    'cbc:CityName': of.city,
    'cbc:PostalZone': of.postcode,
    'cbc:CountrySubentity': of.region,
    'cac:AddressLine': { 'cbc:Line': of.line3 },
    'cac:Country': { 'cbc:IdentificationCode': of.country },
  }
}

function partyOf(of: EInvoiceParty, taxes: UblNode | UblNode[]): UblNode {
  return {
    'cbc:EndpointID': of.electronicAddress?.id,
    'cbc:EndpointID@schemeID': of.electronicAddress?.scheme,
    'cac:PartyName': { 'cbc:Name': of.tradeName },
    'cac:PostalAddress': addressOf(of.address),
    'cac:PartyTaxScheme': taxes,
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': of.name,
      'cbc:CompanyID': of.legalId?.id,
      'cbc:CompanyID@schemeID': of.legalId?.scheme,
    },
    'cac:Contact': {
      'cbc:Name': of.contact?.name,
      'cbc:Telephone': of.contact?.phone,
      'cbc:ElectronicMail': of.contact?.email,
    },
  }
}

const vatTax = (vatId: string): UblNode => ({ 'cbc:CompanyID': vatId, ...vatScheme })

function sellerTaxes(of: EInvoiceSeller): UblNode[] {
  const local = { 'cac:TaxScheme': { 'cbc:ID': 'FC' } }
  return [
    ...(of.vatId ? [vatTax(of.vatId)] : []),
    ...(of.taxNumber ? [{ 'cbc:CompanyID': of.taxNumber, ...local }] : []),
  ]
}

class UblWriter {
  readonly #of: EInvoice

  constructor(invoice: EInvoice) {
    this.#of = invoice
  }

  invoice(): UblNode {
    const of = this.#of
    return {
      'cbc:ID': of.number,
      'cbc:IssueDate': of.issued,
      'cbc:DueDate': of.payment.dueDate,
      'cbc:InvoiceTypeCode': typeCodes[of.kind],
      'cbc:Note': [...(of.notes ?? [])],
      'cbc:DocumentCurrencyCode': of.currency,
      'cbc:TaxCurrencyCode': of.taxCurrency?.currency,
      'cbc:BuyerReference': of.buyerReference,
      'cac:InvoicePeriod': {
        'cbc:StartDate': of.delivery?.period?.from,
        'cbc:EndDate': of.delivery?.period?.to,
      },
      'cac:OrderReference': { 'cbc:ID': of.orderReference },
      'cac:BillingReference': (of.preceding ?? []).map(({ number, issued }) => {
        return { 'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issued } }
      }),
      'cac:ContractDocumentReference': { 'cbc:ID': of.contractReference },
      'cac:AccountingSupplierParty': { 'cac:Party': this.#seller() },
      'cac:AccountingCustomerParty': {
        'cac:Party': partyOf(of.buyer, of.buyer.vatId ? vatTax(of.buyer.vatId) : {}),
      },
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': of.delivery?.date,
        'cac:DeliveryLocation': {
          'cac:Address': of.delivery?.address && addressOf(of.delivery.address),
        },
        'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': of.delivery?.name } },
      },
      'cac:PaymentMeans': this.#means(),
      'cac:PaymentTerms': { 'cbc:Note': of.payment.terms },
      'cac:AllowanceCharge': (of.adjustments ?? []).map((one) => this.#adjustment(one)),
      'cac:TaxTotal': this.#tax(),
      'cac:LegalMonetaryTotal': this.#totals(),
      'cac:InvoiceLine': of.lines.map((line) => this.#line(line)),
    }
  }

  #amount(name: string, minor: bigint, currency = this.#of.currency): UblNode {
    return { [name]: amountOf(minor, currency), [`${name}@currencyID`]: currency }
  }

  /** An amount that is left out where it is nothing. */
  #some(name: string, minor: bigint): UblNode {
    return minor === 0n ? {} : this.#amount(name, minor)
  }

  #seller(): UblNode {
    const { seller, payment } = this.#of
    const party = partyOf(seller, sellerTaxes(seller))
    const creditor = payment.directDebit?.creditorId
    return {
      ...party,
      'cac:PartyIdentification': creditor
        ? [{ 'cbc:ID': creditor, 'cbc:ID@schemeID': 'SEPA' }]
        : [],
      'cac:PartyLegalEntity': {
        ...(party['cac:PartyLegalEntity'] as UblNode),
        'cbc:CompanyLegalForm': seller.legalText,
      },
    }
  }

  #means(): UblNode[] {
    const { means, accounts = [], reference, directDebit } = this.#of.payment
    const head = { 'cbc:PaymentMeansCode': means, 'cbc:PaymentID': reference }
    const mandate: UblNode = directDebit
      ? {
          'cac:PaymentMandate': {
            'cbc:ID': directDebit.mandate,
            'cac:PayerFinancialAccount': { 'cbc:ID': directDebit.debitedIban },
          },
        }
      : {}
    if (accounts.length === 0) return [{ ...head, ...mandate }]
    return accounts.map(({ iban, number, bic, holder }) => {
      const account = {
        'cbc:ID': iban ?? number,
        'cbc:Name': holder,
        'cac:FinancialInstitutionBranch': { 'cbc:ID': bic },
      }
      return { ...head, 'cac:PayeeFinancialAccount': account, ...mandate }
    })
  }

  #adjustment(one: EInvoiceAdjustment): UblNode {
    return {
      'cbc:ChargeIndicator': one.kind === 'charge' ? 'true' : 'false',
      'cbc:AllowanceChargeReason': one.reason,
      ...this.#amount('cbc:Amount', one.amount),
      'cac:TaxCategory': categoryOf(one),
    }
  }

  #tax(): UblNode[] {
    const { vat, totals, taxCurrency } = this.#of
    const own = {
      ...this.#amount('cbc:TaxAmount', totals.tax),
      'cac:TaxSubtotal': vat.map((one) => {
        return {
          ...this.#amount('cbc:TaxableAmount', one.taxable),
          ...this.#amount('cbc:TaxAmount', one.tax),
          'cac:TaxCategory': {
            'cbc:ID': one.category,
            // BR-DE-14 asks for a rate of every row, also of what is not subject to tax.
            'cbc:Percent': one.rate ?? '0',
            'cbc:TaxExemptionReasonCode': one.exemptionCode,
            'cbc:TaxExemptionReason': one.exemptionReason,
            ...vatScheme,
          },
        }
      }),
    }
    return taxCurrency
      ? [own, this.#amount('cbc:TaxAmount', taxCurrency.tax, taxCurrency.currency)]
      : [own]
  }

  #totals(): UblNode {
    const { totals } = this.#of
    return {
      ...this.#amount('cbc:LineExtensionAmount', totals.lines),
      ...this.#amount('cbc:TaxExclusiveAmount', totals.net),
      ...this.#amount('cbc:TaxInclusiveAmount', totals.gross),
      ...this.#some('cbc:AllowanceTotalAmount', totals.allowances),
      ...this.#some('cbc:ChargeTotalAmount', totals.charges),
      ...this.#some('cbc:PrepaidAmount', totals.prepaid),
      ...this.#some('cbc:PayableRoundingAmount', totals.rounding),
      ...this.#amount('cbc:PayableAmount', totals.due),
    }
  }

  #line(line: EInvoiceLine): UblNode {
    const given = line.net < 0n
    return {
      'cbc:ID': line.id,
      'cbc:Note': line.note,
      'cbc:InvoicedQuantity': `${given ? '-' : ''}${line.quantity}`,
      'cbc:InvoicedQuantity@unitCode': line.unit,
      ...this.#amount('cbc:LineExtensionAmount', line.net),
      'cac:InvoicePeriod': { 'cbc:StartDate': line.period?.from, 'cbc:EndDate': line.period?.to },
      'cac:Item': {
        'cbc:Description': line.description,
        'cbc:Name': line.name,
        'cac:SellersItemIdentification': { 'cbc:ID': line.itemId },
        'cac:ClassifiedTaxCategory': categoryOf(line),
      },
      // The price of the whole quantity: nothing is divided, nothing rounded.
      'cac:Price': {
        ...this.#amount('cbc:PriceAmount', given ? -line.net : line.net),
        'cbc:BaseQuantity': line.quantity,
        'cbc:BaseQuantity@unitCode': line.unit,
      },
    }
  }
}
