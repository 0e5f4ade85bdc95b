import type { ExportedField } from '#contracts/orders/imports/exported-fields.ts'
import { IMPORT_FIELDS, type ImportField } from '#contracts/orders/imports/import-fields.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import type { Values } from '../reading/file-order.ts'

/** A row of a file of orders: what an import reads of it, and what only we give. */
export interface OrderLine {
  readonly values: Values
  readonly own: Partial<Record<ExportedField, string | number | null>>
}
type Parcel = OrderDetail['parcels'][number]
type DictText = (dict: string, code: string) => string

const of = (level: ImportField['level']) => IMPORT_FIELDS.filter((field) => field.level === level)
const CHOICES: Readonly<Record<string, (order: OrderDetail) => string | null>> = {
  service: (order) => order.serviceCode,
  depot: (order) => order.depotCode,
  userDepot: (order) => order.userDepotId_dictText,
  shipmentResource: (order) => order.shipmentResource,
}
const ORDER = of('order').filter(({ name }) => !(name in CHOICES))
const PARCEL_NO = 'parcelNo'
const PARCEL = of('parcel').filter(
  ({ path, name }) => !path.startsWith('pallet') && name !== PARCEL_NO,
)
const PALLET = of('parcel').filter(({ path }) => path.startsWith('pallet.'))
const PRODUCT = of('product')

/** An order as the rows of a file that an import reads as this order again. */
export function* linesOfOrder(order: OrderDetail, texts: DictText): Generator<OrderLine> {
  const pallets = new Map((order.pallets ?? []).map((pallet) => [String(pallet.palletNo), pallet]))
  for (const [at, parcel] of order.parcels.entries()) {
    const values: Values = { reference: order.reference }
    if (at === 0) {
      for (const [name, read] of Object.entries(CHOICES)) put(values, { name }, read(order))
      for (const field of ORDER) put(values, field, valueAt(order, field.path), texts)
    }
    for (const field of PARCEL) put(values, field, valueAt(parcel, field.path), texts)
    values.parcelNo = String(at + 1)
    if (parcel.palletNo !== null) {
      const no = String(parcel.palletNo)
      values.palletNo = no
      const pallet = pallets.get(no)
      pallets.delete(no)
      if (pallet)
        for (const field of PALLET) put(values, field, valueAt({ pallet }, field.path), texts)
    }
    const own = { ...(at === 0 ? ownOfOrder(order) : {}), ...ownOfParcel(order, parcel) }
    const [first, ...further] = parcel.products
    if (first) putProduct(values, first, texts)
    yield { values, own }
    for (const product of further) {
      const more: Values = { reference: order.reference }
      putProduct(more, product, texts)
      yield { values: more, own: { orderNumber: order.serialNumber } }
    }
  }
  // Pallets no parcel is on.
  for (const [palletNo, pallet] of pallets) {
    const values: Values = { reference: order.reference, palletNo }
    for (const field of PALLET) put(values, field, valueAt({ pallet }, field.path), texts)
    yield { values, own: { orderNumber: order.serialNumber } }
  }
}

function putProduct(values: Values, product: Parcel['products'][number], texts: DictText): void {
  for (const field of PRODUCT) put(values, field, valueAt(product, field.path), texts)
}

/** A code of a list leaves as its word; one the list has no longer stays a code. */
function put(
  values: Values,
  { name, dict }: { readonly name: string; readonly dict?: string },
  value: unknown,
  texts?: DictText,
): void {
  const word = (code: unknown) =>
    dict === undefined ? String(code) : texts?.(dict, String(code)) || String(code)
  const cell =
    value === null || value === undefined
      ? ''
      : typeof value === 'boolean'
        ? word(value ? '1' : '0')
        : Array.isArray(value)
          ? value.map(word).join('; ')
          : word(value)
  if (cell !== '') Object.assign(values, { [name]: cell })
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, part) =>
        inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), part),
      value,
    )

const ownOfOrder = (order: OrderDetail): OrderLine['own'] => ({
  customerCode: order.customerCode,
  customerName: order.customerId_dictText,
  orderStatus: order.shipmentStatus_dictText,
  orderLocation: order.locationStatus_dictText,
  orderMethod: order.orderMethod,
  pieces: order.shipmentPieces,
  orderWeightKg: order.shipmentWeightKg,
  orderChargeableKg: order.chargeableWeightKg,
  price: order.amount,
  priceCurrency: order.amount === null ? null : order.currency,
  createdBy: order.createBy,
  createdAt: order.createTime,
  changedBy: order.updateBy,
  changedAt: order.updateTime,
  confirmedBy: order.confirmBy,
  confirmedAt: order.confirmTime,
  cancelledBy: order.cancelBy,
  cancelledAt: order.cancelTime,
  cancelReason: order.cancelReason,
  revokedBy: order.revokeBy,
  revokedAt: order.revokeTime,
})
const ownOfParcel = (order: OrderDetail, parcel: Parcel): OrderLine['own'] => ({
  orderNumber: order.serialNumber,
  parcelNumber: parcel.serialNumber,
  parcelTrackNo: parcel.trackNo,
  parcelStatus: parcel.parcelStatus_dictText,
  measuredKg: parcel.measuredWeightKg,
  volumeKg: parcel.volumeWeightKg,
  chargeableKg: parcel.chargeableWeightKg,
})
