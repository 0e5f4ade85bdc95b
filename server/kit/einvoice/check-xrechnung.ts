import { ibanIssue } from '../ids/iban.ts'
import type { Findings } from './findings.ts'
import type { EInvoice } from './model.ts'

/** What German authorities demand on top of EN 16931 (XRechnung 3.0). */
export function checkXRechnung(invoice: EInvoice, to: Findings): void {
  const { seller, buyer, payment, delivery } = invoice
  to.required('BR-DE-15', 'buyerReference', invoice.buyerReference)
  to.required('BR-DE-3', 'seller.address.city', seller.address.city)
  to.required('BR-DE-4', 'seller.address.postcode', seller.address.postcode)
  to.required('BR-DE-8', 'buyer.address.city', buyer.address.city)
  to.required('BR-DE-9', 'buyer.address.postcode', buyer.address.postcode)
  if (delivery?.address) {
    to.required('BR-DE-10', 'delivery.address.city', delivery.address.city)
    to.required('BR-DE-11', 'delivery.address.postcode', delivery.address.postcode)
  }
  checkContact(invoice, to)
  to.required('PEPPOL-EN16931-R020', 'seller.electronicAddress.id', seller.electronicAddress?.id)
  to.required('PEPPOL-EN16931-R010', 'buyer.electronicAddress.id', buyer.electronicAddress?.id)
  if (!seller.vatId && !seller.taxNumber && invoice.vat.some(({ category }) => category !== 'O'))
    to.add('BR-DE-16', 'seller.vatId', 'einvoice.taxNumberNeeded', { category: 'XRechnung' })
  if (invoice.kind === 'corrected' && !invoice.preceding?.length)
    to.add('BR-DE-26', 'preceding', 'einvoice.required')
  if (payment.means === '58' && payment.accounts?.some(({ iban }) => iban === undefined))
    to.add('BR-DE-19', 'payment.accounts', 'einvoice.iban')
  if (payment.means === '59') {
    to.required('BR-DE-30', 'payment.directDebit.creditorId', payment.directDebit?.creditorId)
    to.required('BR-DE-31', 'payment.directDebit.debitedIban', payment.directDebit?.debitedIban)
    if (payment.directDebit && ibanIssue(payment.directDebit.debitedIban))
      to.add('BR-DE-20', 'payment.directDebit.debitedIban', 'einvoice.iban')
  }
  if (payment.means !== '59' && payment.directDebit)
    to.add('BR-DE-25-b', 'payment.directDebit', 'einvoice.directDebit')
}

function checkContact({ seller }: EInvoice, to: Findings): void {
  if (!seller.contact) {
    to.add('BR-DE-2', 'seller.contact', 'einvoice.required')
    return
  }
  const { name, phone, email } = seller.contact
  to.required('BR-DE-5', 'seller.contact.name', name)
  if ((phone.match(/\d/g) ?? []).length < 3)
    to.add('BR-DE-27', 'seller.contact.phone', 'einvoice.phone')
  if (!/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)*$/.test(email))
    to.add('BR-DE-28', 'seller.contact.email', 'einvoice.email')
}
