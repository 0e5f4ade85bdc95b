/**
 * Batches and scans of the warehouse: codes, and which action is open in which state. Free of zod:
 * the screens grey buttons by it.
 */
export const PREDICTED_BATCH = { waiting: '1', inProgress: '2', finished: '3' } as const
/**
 * A row of an announced batch. An expected row counts as missing once its batch is finished, and
 * before where it was marked so.
 */
export const PREDICTED_ROW = { expected: '1', missing: '2', received: '3', extra: '4' } as const
/** Closing: its parcels leave part by part. */
export const OUT_BATCH = { open: '0', shipped: '1', closing: '2' } as const

/** Loaded: on an outbound batch that has not been shipped. */
export const OUT_PACKAGE = { open: '0', closed: '1', loaded: '2', shipped: '3' } as const

export const INTERCEPT = { waiting: '1', intercepted: '2', released: '3' } as const

/** Actions on an announced batch, and the states in which they are open. */
export const PREDICTED_ACTIONS = {
  edit: ['1'],
  delete: ['1'],
  addParcels: ['1', '2'],
  removeParcels: ['1', '2'],
  receive: ['1', '2'],
  finish: ['1', '2'],
} as const satisfies Record<string, readonly string[]>
export type PredictedAction = keyof typeof PREDICTED_ACTIONS

export const OUT_ACTIONS = {
  scan: ['0'],
  remove: ['0'],
  // Asked for again while it is being closed, closing goes on.
  close: ['0', '2'],
  reopen: ['1'],
} as const satisfies Record<string, readonly string[]>
export type OutAction = keyof typeof OUT_ACTIONS

/** Actions on a bag or pallet, and the states in which they are open. */
export const PACKAGE_ACTIONS = {
  edit: ['0'],
  scan: ['0'],
  remove: ['0'],
  transfer: ['0'],
  recount: ['0', '1'],
  close: ['0'],
  reopen: ['1'],
} as const satisfies Record<string, readonly string[]>
export type PackageAction = keyof typeof PACKAGE_ACTIONS

/** Null where the action is open, otherwise the catalogue code with the reason. */
export function whyNotPredicted(
  action: PredictedAction,
  status: string,
): `predicted.not.${PredictedAction}` | null {
  return (PREDICTED_ACTIONS[action] as readonly string[]).includes(status)
    ? null
    : `predicted.not.${action}`
}
export function whyNotOut(
  action: OutAction,
  status: string,
): `outBatch.not.${OutAction}` | 'outBatch.closing' | null {
  if ((OUT_ACTIONS[action] as readonly string[]).includes(status)) return null
  return status === OUT_BATCH.closing ? 'outBatch.closing' : `outBatch.not.${action}`
}

export function whyNotPackage(
  action: PackageAction,
  status: string,
): `outPackage.not.${PackageAction}` | null {
  return (PACKAGE_ACTIONS[action] as readonly string[]).includes(status)
    ? null
    : `outPackage.not.${action}`
}

/** How long users may undo their own scan; longer with the right to edit batches. */
export const UNDO_SECONDS = 60
export const UNDO_SECONDS_LEAD = 600
/** Scans a station lists. */
export const RECENT_SCANS = 20
/** Rows a detail carries; a manifest or an export has them all. */
export const DETAIL_ROWS = 2000
