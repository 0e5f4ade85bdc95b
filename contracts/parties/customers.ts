import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, date, dict, int, ref, text, textarea } from '../kit/field.ts'
import { DEFAULT_KIND } from '../orders/kinds/kinds.ts'

/** The company's own account, for parcels staff send without a customer; every tenant has one. */
export const COMPANY_ACCOUNT_CODE = 'HOUSE'

/**
 * The accounts parcels are sent for; users, orders and money belong to one. Sales and departments
 * see their own, a customer's user only itself.
 */
export const customers = crud(
  entity({
    name: 'customers',
    table: 'customer',
    scope: 'owner',
    owner: 'id',
    label: 'name',
    search: ['code', 'name', 'contact', 'phone', 'email', 'legalName', 'vatId'],
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      contact: text({ max: 60, filter: 'like', width: 120 }),
      phone: text({ max: 40, filter: 'like', width: 150 }),
      email: text({ max: 120, filter: 'like', width: 200 }),
      country: dict('country', { filter: 'in', sort: true, width: 130 }),
      currency: dict('currency', { required: true, initial: 'EUR', filter: 'in', width: 110 }),
      // Both decide whose customer it is: not for those whose own reach they would widen.
      departId: ref('departments', { perm: 'sys:depart:list', filter: 'in', width: 140 }),
      salesUserId: ref('users', { perm: 'sys:user:list', filter: 'in', width: 140 }),
      /** What a file or a call for it is taken as where it names none. */
      shipmentResource: dict('shipment_resource', {
        required: true,
        initial: DEFAULT_KIND,
        filter: 'in',
        width: 110,
      }),
      status: dict('customer_status', {
        required: true,
        initial: '1',
        filter: 'in',
        sort: true,
        width: 100,
      }),
      // Whether orders may wait for goods instead of being refused.
      backOrder: bool({ initial: false, filter: 'eq', show: ['form', 'detail'], width: 100 }),
      /** What invoices name where it differs from the customer's name. */
      legalName: text({ max: 120, show: ['form', 'detail'] }),
      /** Where it is a business registered for VAT: decides who owes the tax. */
      vatId: text({ max: 20, filter: 'prefix', width: 140, show: ['form', 'detail'] }),
      /** What VIES answered: its consultation number. Empty: not asked yet. */
      vatProof: text({ max: 60, show: ['form', 'detail'] }),
      vatCheckedOn: date({ readOnly: true, show: ['detail'], filter: 'range', width: 120 }),
      vatCheckedBy: text({ readOnly: true, max: 60, show: ['detail'] }),
      // The country of the address is the customer's.
      invoiceStreet: text({ max: 120, show: ['form', 'detail'] }),
      invoicePostalCode: text({ max: 20, show: ['form', 'detail'] }),
      invoiceCity: text({ max: 80, show: ['form', 'detail'] }),
      invoiceEmail: text({ max: 120, show: ['form', 'detail'] }),
      /** The XML of XRechnung goes out with the PDF of an invoice. */
      invoiceXml: bool({ initial: false, show: ['form', 'detail'] }),
      paymentDays: int({ min: 0, max: 365, show: ['form', 'detail'] }),
      /** Of public buyers in Germany: the Leitweg-ID. */
      buyerReference: text({ max: 60, show: ['form', 'detail'] }),
      /** By contract what is prepaid pays no monthly service, and the other way round. */
      izApart: bool({ initial: false, filter: 'eq', show: ['form', 'detail'] }),
      /** Never reminded of what is due. */
      dunningExempt: bool({ initial: false, filter: 'eq', show: ['form', 'detail'] }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/customer',
    perm: 'base:customer',
  },
)
