/**
 * Labels of other sources: codes. Free of zod: the screens grey buttons by it. `sent`: the source was
 * asked and has not answered; `pending`: it will answer later; `unknown`: whether there is one is not known.
 */
export const LABEL_STATES = ['wanted', 'sent', 'pending', 'made', 'refused', 'unknown'] as const
export type LabelState = (typeof LABEL_STATES)[number]
/** The same for voiding one. */
export const VOID_STATES = ['wanted', 'sent', 'pending', 'void', 'refused', 'unknown'] as const
export type VoidState = (typeof VOID_STATES)[number]

/** What becomes of a wish to take a label back. */
export const REVOKE = { open: '1', refused: '2', done: '3', closed: '4' } as const
/** Tasks that are not at an end. */
export const REVOKE_OPEN: readonly string[] = [REVOKE.open, REVOKE.refused]
export const REVOKE_ACTIONS = {
  retry: [REVOKE.open, REVOKE.refused],
  close: [REVOKE.refused],
  force: [REVOKE.open, REVOKE.refused],
  snooze: [REVOKE.open, REVOKE.refused],
} as const satisfies Record<string, readonly string[]>
export type RevokeAction = keyof typeof REVOKE_ACTIONS

/** Null where the action is open, otherwise the catalogue code with the reason. */
export const whyNotRevoke = (
  action: RevokeAction,
  status: string,
): `revoke.not.${RevokeAction}` | null =>
  (REVOKE_ACTIONS[action] as readonly string[]).includes(status) ? null : `revoke.not.${action}`
