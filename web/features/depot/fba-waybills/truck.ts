import type { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import type { Out } from '#contracts/kit/endpoint.ts'

export type Truck = Out<typeof fbaWaybills.detail>
