export { followParcels, moveParcels, type ParcelPatch } from './move-parcels.ts'
export { takeSerials } from './serials.ts'
