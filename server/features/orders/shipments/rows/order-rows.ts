import type { OrderDetail } from '#contracts/orders/shipments.ts'

type Sender = OrderDetail['sender']
/** An order as its query answers it: head, with parcels and contents as one JSON tree. */
export interface Head {
  id: string
  version: number
  serialNumber: string
  reference: string
  shipmentResource: string
  orderMethod: string
  customerId: string
  customerName: string
  customerCode: string
  poCode: string | null
  fbaCode: string | null
  serviceId: string
  serviceName: string
  serviceCode: string
  depotId: string
  depotName: string
  depotCode: string
  userDepotId: string | null
  userDepotCode: string | null
  shipperId: string | null
  sender: Sender
  consigneeName: string
  company: string | null
  phone: string | null
  email: string | null
  taxNumber: string | null
  country: string
  state: string | null
  city: string
  postalCode: string | null
  street: string
  house: string | null
  address1: string | null
  address2: string | null
  consigneeRemark: string | null
  shipmentStatus: number
  locationStatus: number
  flags: number
  currency: string
  amount: string | null
  quote: OrderDetail['quote']
  shipmentPieces: number
  shipmentWeight: string
  chargeableWeight: string | null
  remark: string | null
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
  confirmBy: string | null
  confirmTime: string | null
  cancelBy: string | null
  cancelTime: string | null
  cancelReason: string | null
  revokeBy: string | null
  revokeTime: string | null
  delivery: OrderDetail['delivery']
  pallets: OrderDetail['pallets']
  fba: OrderDetail['fba']
  customs: OrderDetail['customs']
  customsLockedAt: string | null
  attributes: OrderDetail['attributes']
  parcels: ParcelRow[] | null
}
interface ParcelRow {
  id: string
  seq: number
  serialNumber: string
  reference: string | null
  fbaCode: string | null
  palletNo: number | null
  trackNo: string | null
  parcelStatus: number
  weight: number
  length: number | null
  width: number | null
  height: number | null
  measuredWeight: number | null
  volumeWeight: number | null
  chargeableWeight: number | null
  labelCopies: number
  trackingStatus: number
  remark: string | null
  products: ProductRow[] | null
}
interface ProductRow {
  sku: string | null
  hscodeCn: string | null
  hscodeForeign: string | null
  nameCn: string | null
  nameEn: string | null
  material: string | null
  usage: string | null
  brand: string | null
  model: string | null
  origin: string | null
  shopUrl: string | null
  photoUrl: string | null
  unit: string | null
  quantity: number
  unitWeight: number
  unitPrice: string
  currency: string
  remark: string | null
}
