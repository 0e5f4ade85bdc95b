import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { BLOCKS, type Block, type OrderKind } from '#contracts/orders/kinds/kind.ts'
import { hasValue } from '#contracts/orders/kinds/missing-paths.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'

/** The blocks of an order as they are stored. */
export type Blocks = Pick<OrderDetail, Block>

export const blocksOf = (row: Blocks): Blocks =>
  Object.fromEntries(BLOCKS.map((block) => [block, row[block]])) as unknown as Blocks

/** The blocks of an order, as it is checked and stored; null where none was given. */
export type BlockValues = Pick<OrderDraft, Block>

export function storedBlocks(draft: BlockValues, { can }: OrderKind): BlockValues {
  // What has cartons goes into a warehouse: that side of it is there from the beginning.
  const isStored = (block: Block) => hasValue(draft[block]) || (block === 'fba' && can.hasCartons)
  return Object.fromEntries(
    BLOCKS.map((block) => [block, isStored(block) ? draft[block] : null]),
  ) as BlockValues
}
