import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Proofs of delivery. */
export const podDictionaries = (): Dictionary[] => [
  dictionary('pod_carrier_kind', '签收证明类型', 'Kind of POD carrier', [
    ['PARCEL', '快递', 'Parcels'],
    ['TRUCK', '卡车', 'Trucks'],
  ]),
]
