import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { BLOCKS, type Block, type OrderKind } from '#contracts/orders/kinds/kind.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'

/** The blocks of an order as they are stored. */
export type Blocks = Pick<OrderDetail, Block>

export const blocksOf = (row: Blocks): Blocks =>
  Object.fromEntries(BLOCKS.map((block) => [block, row[block]])) as unknown as Blocks

/** A block as JSON for its column: null where nothing was said. */
export function storedBlocks(
  draft: Pick<OrderDraft, Block>,
  { can }: OrderKind,
): Record<Block, string | null> {
  // What has cartons goes into a warehouse: that side of it is there from the beginning.
  const isStored = (block: Block) => hasValue(draft[block]) || (block === 'fba' && can.hasCartons)
  return Object.fromEntries(
    BLOCKS.map((block) => [block, isStored(block) ? JSON.stringify(draft[block]) : null]),
  ) as Record<Block, string | null>
}

const hasValue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasValue)
    : value !== null && typeof value === 'object'
      ? Object.values(value).some(hasValue)
      : Boolean(value)
