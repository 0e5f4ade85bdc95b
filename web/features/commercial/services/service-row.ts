import type { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import type { RowOf } from '#contracts/kit/entity.ts'

export type ServiceRow = RowOf<typeof deliveryServices>
