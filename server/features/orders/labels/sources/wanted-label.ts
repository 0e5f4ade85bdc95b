import type { LabelAddress, WantedLabel } from '#server/features/orders/label-sources/index.ts'
import type { PrintAddress, PrintRow } from '../find-printable.ts'

/** What a source is given of a parcel. */
export function wantedLabel(row: PrintRow, key: string): WantedLabel {
  return {
    key,
    parcelId: row.id,
    trackNo: row.trackNo,
    orderNo: row.orderNo,
    serialNumber: `${row.orderNo}-${row.seq}`,
    reference: row.parcelReference ?? row.reference,
    service: { id: row.serviceId, code: row.serviceCode, courierCode: row.courierCode },
    piece: row.seq,
    pieces: row.pieces,
    grams: row.grams,
    sender: addressOf(row.sender ?? row.shipper ?? row.depot),
    consignee: {
      name: row.consigneeName,
      company: row.company,
      phone: row.phone,
      country: row.country,
      state: row.state,
      city: row.city,
      postalCode: row.postalCode,
      street: row.street,
      house: row.house,
      address1: row.address1,
      address2: row.address2,
    },
  }
}

function addressOf(from: PrintAddress): LabelAddress {
  return {
    name: from.name ?? '',
    company: from.company ?? null,
    phone: from.phone ?? null,
    country: from.country ?? '',
    state: from.state ?? null,
    city: from.city ?? '',
    postalCode: from.postalCode ?? null,
    street: from.street ?? '',
    house: from.house ?? null,
    address1: from.address1 ?? null,
    address2: from.address2 ?? null,
  }
}
