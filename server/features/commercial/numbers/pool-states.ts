import type { PoolState } from '#contracts/commercial/numbers/number-pools.ts'

/** States of a pool's number as they are stored. */
export const FREE = 0
export const RESERVED = 1
export const USED = 2
export const VOID = 3
export const stateName = (state: number): PoolState =>
  (['free', 'reserved', 'used', 'void'] as const)[state] ?? 'void'
export const stateOf = (name: PoolState): number =>
  ({ free: FREE, reserved: RESERVED, used: USED, void: VOID })[name]
