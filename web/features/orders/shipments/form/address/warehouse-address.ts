import type { Warehouse } from '../../../../../pickers/warehouse-select.tsx'
import type { AddressField, ConsigneeDraft, Draft } from '../draft/draft.ts'

/** The consignee's fields a warehouse of the list fills; it is not typed by hand. */
export const WAREHOUSE_FIELDS = [
  'name',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
] as const satisfies readonly (AddressField & keyof Warehouse)[]

/** The order with the warehouse's address as its consignee's. */
export const toWarehouse = (draft: Draft, warehouse: Warehouse): Draft => ({
  ...draft,
  consignee: {
    ...draft.consignee,
    ...Object.fromEntries(WAREHOUSE_FIELDS.map((field) => [field, warehouse[field] ?? ''])),
    address1: '',
    address2: '',
  },
})

/** The consignee is the chosen warehouse: its address stays as it is. */
export const isWarehouse = (consignee: ConsigneeDraft, warehouse: Warehouse | undefined): boolean =>
  warehouse !== undefined &&
  WAREHOUSE_FIELDS.every((field) => consignee[field] === (warehouse[field] ?? ''))
