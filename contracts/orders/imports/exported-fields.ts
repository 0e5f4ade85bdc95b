/**
 * What a file of orders with all fields has in addition to the columns of the template, next to
 * them: given by us, so an import leaves it out.
 */
export const EXPORTED_FIELDS = [
  'orderNumber',
  'customerCode',
  'customerName',
  'orderStatus',
  'orderLocation',
  'orderMethod',
  'pieces',
  'orderWeightKg',
  'orderChargeableKg',
  'price',
  'priceCurrency',
  'createdBy',
  'createdAt',
  'changedBy',
  'changedAt',
  'confirmedBy',
  'confirmedAt',
  'cancelledBy',
  'cancelledAt',
  'cancelReason',
  'revokedBy',
  'revokedAt',
  'parcelNumber',
  'parcelTrackNo',
  'parcelStatus',
  'measuredKg',
  'volumeKg',
  'chargeableKg',
] as const
export type ExportedField = (typeof EXPORTED_FIELDS)[number]
