import type { Out } from '#contracts/kit/endpoint.ts'
import type { customs } from '#contracts/orders/customs/customs.calls.ts'

export type Found = Out<typeof customs.searchHscode>
type Remembered = Found['remembered'][number]
/** What choosing fills in; fields that are not named stay as they are. */
export type PickedGoods = Partial<Omit<Remembered, 'sku' | 'usedAt'>>

export const filledIn = ({ sku: _sku, usedAt: _usedAt, ...goods }: Remembered): PickedGoods => goods
