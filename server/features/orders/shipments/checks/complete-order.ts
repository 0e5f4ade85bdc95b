import { BOX_ID, boxIdOf, FBA_ID } from '#contracts/orders/fba/fba.numbers.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { References, Report } from './validated-order.ts'

const PLACE = ['country', 'city', 'postalCode', 'street'] as const

/**
 * An order as it is checked and stored: one to a warehouse of the list takes the address from there
 * where it names none, and cartons without a number get the next free one of their shipment.
 */
export function completeOrder(given: OrderDraft, known: References): OrderDraft {
  const placed = withWarehouse(given, known)
  if (!kindOf(placed.shipmentResource).can.hasCartons) return placed
  // Marketplaces print capitals; people type as they like.
  const draft = {
    ...placed,
    fbaCode: placed.fbaCode?.toUpperCase() ?? null,
    parcels: placed.parcels.map((box) => ({ ...box, fbaCode: box.fbaCode?.toUpperCase() ?? null })),
  }
  return { ...draft, fba: draft.fba ?? NOTHING, parcels: withBoxIds(draft) }
}
const NOTHING = { warehouseCode: null, referenceId: null, boxContentSource: null }

function withWarehouse(draft: OrderDraft, { warehouses }: References): OrderDraft {
  const code = draft.fba?.warehouseCode?.toUpperCase()
  if (!draft.fba || !code) return draft
  const fba = { ...draft.fba, warehouseCode: code }
  const warehouse = warehouses.get(code)
  const { consignee } = draft
  if (!warehouse || PLACE.some((name) => consignee[name] !== null)) return { ...draft, fba }
  const { name, ...place } = warehouse
  return { ...draft, fba, consignee: { ...consignee, ...place, name: consignee.name ?? name } }
}

/** The code of a warehouse the list does not have, where the order has no address either. */
export const unknownWarehouse = (
  { fba, consignee }: OrderDraft,
  { warehouses }: References,
): string | null =>
  fba?.warehouseCode &&
  !warehouses.has(fba.warehouseCode) &&
  PLACE.every((name) => consignee[name] === null)
    ? fba.warehouseCode
    : null

/** A box's number in its shipment, as it stands on cartons and in packing lists. */
const BOX_NO = /^U(\d{1,6})$/

function withBoxIds({ fbaCode, parcels: given }: OrderDraft): OrderDraft['parcels'] {
  const code = fbaCode ?? ''
  if (!FBA_ID.test(code)) return given
  const parcels = given.map((parcel) => {
    const [, number] = BOX_NO.exec(parcel.fbaCode ?? '') ?? []
    return number ? { ...parcel, fbaCode: boxIdOf(code, Number(number)) } : parcel
  })
  const taken = new Set(parcels.map((parcel) => parcel.fbaCode))
  let next = 1
  return parcels.map((parcel) => {
    if (parcel.fbaCode) return parcel
    while (taken.has(boxIdOf(code, next))) next++
    return { ...parcel, fbaCode: boxIdOf(code, next++) }
  })
}

/** Numbers of a marketplace have its shape, and each box id is of this shipment and given once. */
export function checkCartons(draft: OrderDraft, report: Report): void {
  if (!kindOf(draft.shipmentResource).can.hasCartons || !draft.fbaCode) return
  if (!FBA_ID.test(draft.fbaCode)) return report('fbaCode', 'fba.id')
  const seen = new Set<string>()
  for (const [at, { fbaCode }] of draft.parcels.entries()) {
    if (!fbaCode) continue
    const path = `parcels.${at}.fbaCode`
    if (BOX_ID.exec(fbaCode)?.[1] !== draft.fbaCode)
      report(path, 'fba.box', { value: draft.fbaCode })
    else if (seen.has(fbaCode)) report(path, 'fba.boxTwice', { value: fbaCode })
    seen.add(fbaCode)
  }
}
