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

/** Whose field it is, before its name. */
const OF_WHOM = /^(?:sender|consignee|shipper|contact|receiver)([A-Z])/
/** What masking leaves in a text; nothing is stored that contains it. */
export const STARS = '***'

/** By name, also that of a column (`tax_number`) and of whom it is (`senderPhone`). */
export function isPersonal(name: string): boolean {
  const plain = name.replace(/_([a-z])/g, (_, sign: string) => sign.toUpperCase())
  return (
    PERSONAL.has(plain) ||
    PERSONAL.has(plain.replace(OF_WHOM, (_, sign: string) => sign.toLowerCase()))
  )
}

/** Whether the value of a field is a mask; mail addresses are masked in every text. */
export const isMask = (name: string, value: unknown): boolean =>
  typeof value === 'string' && value.includes(isPersonal(name) ? STARS : `${STARS}@`)
