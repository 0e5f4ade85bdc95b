import type { T } from '../../../../kit/text/i18n.ts'

/**
 * What a field is called where its section is not in sight: `parcels.1.weightKg` → "Parcel 2 ·
 * Weight (kg)". Null for a path that is no field.
 */
export function labelOf(path: string, t: T): string | null {
  const [head = '', at, list, line, leaf] = path.split('.')
  if (head === 'parcels' && at === undefined) return t('field.parcels')
  if (head === 'parcels' && list === 'products' && leaf)
    return t('field.ofProduct', {
      parcel: Number(at) + 1,
      product: Number(line) + 1,
      field: word(leaf, t),
    })
  if (head === 'parcels' && list)
    return t('field.ofParcel', {
      parcel: Number(at) + 1,
      field: word(list === 'reference' ? 'parcelReference' : list, t),
    })
  if ((head === 'sender' || head === 'consignee') && at)
    return t(head === 'sender' ? 'field.ofSender' : 'field.ofConsignee', { field: word(at, t) })
  if (head === 'pallets' && list)
    return t('field.ofPallet', { pallet: Number(at) + 1, field: word(list, t) })
  if (t.has(path)) return t(path)
  const name = head === 'shipperId' ? 'detail.sender' : head
  return at === undefined && (t.has(`field.${name}`) || t.has(name)) ? word(name, t) : null
}
/** What a field is called within its section. */
export const word = (field: string, t: T): string =>
  t.has(`field.${field}`) ? t(`field.${field}`) : t(field)

/** The name of the form: part of the ids of its controls. */
export const ORDER = 'order'
