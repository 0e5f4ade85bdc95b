import { SERVICES } from '../reference/services.ts'
import { headOf } from './world.ts'
import type { Head, World } from './world.ts'

/** Rows that are written in one transaction. */
export interface Chunk {
  index: number
  from: number
  /** Behind the last row. */
  to: number
  /** What the rows before it have used up: shipments per tenant, numbers per tenant and service. */
  used: Tally
}

/** Counts by `tenant` and by `tenant/service`. */
export interface Tally {
  shipments: Record<1 | 2, number>
  numbers: Record<string, number>
}

export interface Plan {
  chunks: readonly Chunk[]
  total: Tally
  parcels: number
}

export const numberKey = ({ tenant, service }: Pick<Head, 'tenant' | 'service'>): string =>
  `${tenant}/${SERVICES[service]?.code ?? ''}`

export function count(tally: Tally, head: Head): void {
  tally.shipments[head.tenant]++
  if (!head.numbered) return
  const key = numberKey(head)
  tally.numbers[key] = (tally.numbers[key] ?? 0) + head.pieces
}

const copyOf = ({ shipments, numbers }: Tally): Tally => ({
  shipments: { ...shipments },
  numbers: { ...numbers },
})

/**
 * Cuts a world into chunks and computes which serials each starts with, so that any chunk can be made
 * alone.
 */
export function planOf(world: World, size: number): Plan {
  const tally: Tally = { shipments: { 1: 0, 2: 0 }, numbers: {} }
  const chunks: Chunk[] = []
  let parcels = 0
  for (let row = 0; row < world.shipments; row++) {
    if (row % size === 0)
      chunks.push({
        index: chunks.length,
        from: row,
        to: Math.min(row + size, world.shipments),
        used: copyOf(tally),
      })
    const head = headOf(world, row)
    count(tally, head)
    parcels += head.pieces
  }
  return { chunks, total: tally, parcels }
}
