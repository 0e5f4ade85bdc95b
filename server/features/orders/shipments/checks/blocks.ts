import type { OrderDetail } from '#contracts/orders/shipments.ts'
import type { Block, OrderKind } from '#contracts/orders/kinds/kind.ts'
import { hasValue } from '#contracts/orders/kinds/missing-paths.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'

/** The blocks of an order as they are stored. */
export type Blocks = Pick<OrderDetail, Block>

export const blocksOf = ({ delivery, pallets, fba, customs, attributes }: Blocks): Blocks => ({
  delivery,
  pallets,
  fba,
  customs,
  attributes,
})

/** The blocks of an order, as it is checked and stored; null where none was given. */
export type BlockValues = Pick<OrderDraft, Block>

export function storedBlocks(draft: BlockValues, { can }: OrderKind): BlockValues {
  const stored = <B extends Block>(block: B): BlockValues[B] | null =>
    hasValue(draft[block]) ? draft[block] : null
  return {
    delivery: stored('delivery'),
    pallets: stored('pallets'),
    // What has cartons goes into a warehouse: that side of it is there from the beginning.
    fba: can.hasCartons ? draft.fba : stored('fba'),
    customs: stored('customs'),
    attributes: stored('attributes'),
  }
}
