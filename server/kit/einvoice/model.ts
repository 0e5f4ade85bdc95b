/**
 * An invoice or credit note with the words of EN 16931 (BT and BG are the standard's numbers). All
 * amounts are given, in minor units of `currency`, and are written as they are: nothing here is
 * computed, `checkInvoice` refuses what does not add up.
 */
export interface EInvoice {
  /** BT-3: 380, 381, 384. Amounts of a credit note are positive: they are what is given back. */
  readonly kind: 'invoice' | 'creditNote' | 'corrected'
  /** BT-1 */
  readonly number: string
  /** BT-2. Dates are `2026-11-23`. */
  readonly issued: string
  /** BT-5, ISO 4217. */
  readonly currency: string
  /**
   * BT-6 and BT-111: the tax once more in the currency of the seller's tax return, where the law
   * asks for it (e.g. HUF on a Hungarian invoice in EUR). `tax` in minor units of this currency.
   */
  readonly taxCurrency?: { readonly currency: string; readonly tax: bigint }
  readonly seller: EInvoiceSeller
  readonly buyer: EInvoiceParty
  /** BG-13 to BG-15: when and where the work was done. */
  readonly delivery?: EInvoiceDelivery
  /** BT-10; the Leitweg-ID of a German authority. XRechnung demands one. */
  readonly buyerReference?: string
  /** BT-13: the buyer's order number. */
  readonly orderReference?: string
  /** BT-12 */
  readonly contractReference?: string
  /** BG-3: the invoices a credit note or a corrected invoice is about. */
  readonly preceding?: readonly { readonly number: string; readonly issued?: string }[]
  /** BT-22, free text, one each. */
  readonly notes?: readonly string[]
  readonly lines: readonly EInvoiceLine[]
  /** BG-20 and BG-21: discounts and charges on the whole document, per tax category and rate. */
  readonly adjustments?: readonly EInvoiceAdjustment[]
  /** BG-23: one per category and rate that occurs on lines and adjustments. */
  readonly vat: readonly EInvoiceVat[]
  readonly totals: EInvoiceTotals
  readonly payment: EInvoicePayment
}

/**
 * UNTDID 5305. S: a rate above 0, standard or reduced. Z: taxed at 0 %. E: exempt. AE: reverse
 * charge. K: delivery to another member state. G: export. O: outside the scope of VAT.
 */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

/** The category and rate of an amount. */
export interface VatOf {
  readonly category: VatCategory
  /** Per cent as a decimal: `19`, `5.5`; `0` for Z, E, AE, K, G; null for O, and for O only. */
  readonly rate: string | null
}

export interface EInvoiceAddress {
  readonly line1?: string
  readonly line2?: string
  readonly line3?: string
  readonly city?: string
  readonly postcode?: string
  readonly region?: string
  /** ISO 3166-1 alpha-2 */
  readonly country: string
}

export interface EInvoiceContact {
  readonly name: string
  readonly phone: string
  readonly email: string
}

export interface EInvoiceParty {
  /** The legal name: BT-27, BT-44. */
  readonly name: string
  /** BT-28, BT-45: the name used in trade, where it differs. */
  readonly tradeName?: string
  /** BT-31, BT-48: with its country's letters, e.g. `DE123456789`. */
  readonly vatId?: string
  /** BT-30, BT-47: number in the register of companies; the scheme is a code of ISO 6523. */
  readonly legalId?: { readonly id: string; readonly scheme?: string }
  /** BT-34, BT-49: where electronic invoices go; scheme of the EAS list, `EM` is a mail address. */
  readonly electronicAddress?: { readonly id: string; readonly scheme: string }
  readonly address: EInvoiceAddress
  /** BG-6, BG-9 */
  readonly contact?: EInvoiceContact
}

export interface EInvoiceSeller extends EInvoiceParty {
  /** BT-32: the number the local tax office gave (German Steuernummer). */
  readonly taxNumber?: string
  /** BT-33: e.g. managing director, register court, capital. */
  readonly legalText?: string
}

export interface EInvoicePeriod {
  readonly from: string
  readonly to: string
}

export interface EInvoiceDelivery {
  /** BT-72 */
  readonly date?: string
  /** BG-14: the period invoiced, e.g. a month. */
  readonly period?: EInvoicePeriod
  /** BG-15: K demands its country. */
  readonly address?: EInvoiceAddress
  /** BT-70 */
  readonly name?: string
}

export interface EInvoiceLine extends VatOf {
  /** BT-126 */
  readonly id: string
  /** BT-153 */
  readonly name: string
  /** BT-154 */
  readonly description?: string
  /** BT-155: the seller's article number, e.g. the fee item. */
  readonly itemId?: string
  /** BT-127 */
  readonly note?: string
  /** BT-129, above 0 as a decimal: `3`, `12.500`. Written negative where `net` is. */
  readonly quantity: string
  /** BT-130: UN/ECE Recommendation 20, e.g. `C62` pieces, `KGM` kilograms. */
  readonly unit: string
  /**
   * BT-131. The price (BT-146) is written as `net` for the whole quantity (BT-149), so that no
   * division is rounded.
   */
  readonly net: bigint
  /** BG-26 */
  readonly period?: EInvoicePeriod
}

export interface EInvoiceAdjustment extends VatOf {
  readonly kind: 'allowance' | 'charge'
  /** BT-92, BT-99: above 0. */
  readonly amount: bigint
  /** BT-97, BT-104 */
  readonly reason: string
}

export interface EInvoiceVat extends VatOf {
  /** BT-116 */
  readonly taxable: bigint
  /** BT-117 */
  readonly tax: bigint
  /** BT-121: a code of the VATEX list, e.g. `VATEX-EU-AE`. */
  readonly exemptionCode?: string
  /** BT-120. E, AE, K, G and O demand the code or the reason; S and Z forbid both. */
  readonly exemptionReason?: string
}

export interface EInvoiceTotals {
  /** BT-106: sum of the lines. */
  readonly lines: bigint
  /** BT-107, BT-108; 0 without adjustments. */
  readonly allowances: bigint
  readonly charges: bigint
  /** BT-109 = lines − allowances + charges. */
  readonly net: bigint
  /** BT-110 = sum of the tax of `vat`. */
  readonly tax: bigint
  /** BT-112 = net + tax. */
  readonly gross: bigint
  /** BT-113: paid already, 0 where nothing is. */
  readonly prepaid: bigint
  /** BT-114: e.g. to whole forints; 0 where nothing is rounded. */
  readonly rounding: bigint
  /** BT-115 = gross − prepaid + rounding. */
  readonly due: bigint
}

export interface EInvoicePayment {
  /**
   * BT-81, UNTDID 4461: `30` transfer, `58` SEPA transfer, `59` SEPA direct debit, `48` card, `10`
   * cash, `57` standing agreement (charged to the balance kept), `ZZZ` as agreed.
   */
  readonly means: string
  /** BG-17: where to pay. `30` and `58` demand one at least. */
  readonly accounts?: readonly {
    readonly iban?: string
    /** The number of an account in a country without IBANs; either this or `iban`. */
    readonly number?: string
    readonly bic?: string
    readonly holder?: string
  }[]
  /** BG-19, for `59`: mandate, the creditor's identifier and the account debited. */
  readonly directDebit?: {
    readonly mandate: string
    readonly creditorId: string
    readonly debitedIban: string
  }
  /** BT-83: what the payer should write. */
  readonly reference?: string
  /** BT-9 */
  readonly dueDate?: string
  /** BT-20. An amount due above 0 demands this or `dueDate`. */
  readonly terms?: string
}
