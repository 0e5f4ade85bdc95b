import { returnStateOf } from '#contracts/insight/returns.measures.ts'
import { CLOSED_MIXED, PARCEL } from '#contracts/orders/shipments.states.ts'

const P = PARCEL

/**
 * The way of an order in four stages, and what has left it. Every status is in exactly
 * one.
 */
export const STAGES = [
  { key: 'before', states: [P.DRAFT, P.PREDICTED, P.CONFIRMED, P.LABELLED] },
  { key: 'depot', states: [P.RECEIVED, P.SORTED, P.BAGGED] },
  { key: 'moving', states: [P.OUTBOUND, P.IN_TRANSIT, P.RETURNING] },
  {
    key: 'ended',
    states: [P.DELIVERED, P.RETURNED, CLOSED_MIXED, P.CANCELLED, P.REVOKED, P.DESTROYED],
  },
  { key: 'problems', states: [P.HELD, P.EXCEPTION, P.LOST] },
] as const satisfies readonly { key: string; states: readonly number[] }[]
export type Stage = (typeof STAGES)[number]

export interface StageCount {
  key: Stage['key'] | 'returns'
  total: number
  tiles: { status: string; count: number }[]
}

/** Returns of the same map: those states that hold some, in their order. */
export function returnsOf(board: Record<string, number>): StageCount {
  const tiles = Object.entries(board)
    .flatMap(([key, count]) => {
      const status = returnStateOf(key)
      return status !== null && count > 0 ? [{ status, count }] : []
    })
    .toSorted((a, b) => Number(a.status) - Number(b.status))
  return { key: 'returns', tiles, total: tiles.reduce((sum, tile) => sum + tile.count, 0) }
}

/** The board's map by stage; statuses this version does not know are left to the list. */
export function stagesOf(board: Record<string, number>): StageCount[] {
  return STAGES.map(({ key, states }) => {
    const tiles = states.map((state) => ({
      status: String(state),
      count: board[String(state)] ?? 0,
    }))
    return { key, tiles, total: tiles.reduce((sum, tile) => sum + tile.count, 0) }
  })
}

export const totalOf = (board: Record<string, number>): number =>
  Object.entries(board).reduce(
    (sum, [key, count]) => (returnStateOf(key) === null ? sum + count : sum),
    0,
  )
