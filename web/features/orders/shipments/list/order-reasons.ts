import type { TaskAction } from '#contracts/orders/order-tasks.ts'

/** Actions that ask why, with the usual answers. */
export const REASONS = {
  cancel: ['wish', 'twice', 'address', 'stock'],
  hold: ['debt', 'address', 'prohibited', 'wish'],
  lost: ['search', 'carrier'],
  revoke: ['wish', 'prohibited'],
  destroy: ['prohibited', 'wish'],
} as const
export const withReason = (action: TaskAction): action is keyof typeof REASONS => action in REASONS
