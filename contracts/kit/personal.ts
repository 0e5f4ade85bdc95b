/**
 * Fields that reach a person or name one to an authority, by their name in every list, detail, form and file. A
 * role may be given them masked (`maskPersonal`); one such role among several masks them.
 */
export const PERSONAL: ReadonlySet<string> = new Set([
  'phone',
  'telephone',
  'email',
  'taxNumber',
  'dockPhone',
  'eori',
  'invoiceEmail',
  'supplierEmail',
  'esReceiver',
])
