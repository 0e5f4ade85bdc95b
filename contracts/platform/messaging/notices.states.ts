/**
 * Life of an announcement (specification §4): drafted, released, revoked, released again. Free of
 * zod: the screens grey buttons by it.
 */
export const SEND = { draft: '0', released: '1', revoked: '2' } as const
export type SendStatus = (typeof SEND)[keyof typeof SEND]

/**
 * What may be done, and in which state. What people can read is revoked before it changes or goes.
 */
export const NOTICE_ACTIONS = {
  edit: [SEND.draft, SEND.revoked],
  release: [SEND.draft, SEND.revoked],
  revoke: [SEND.released],
  delete: [SEND.draft, SEND.revoked],
} as const satisfies Record<string, readonly SendStatus[]>
export type NoticeAction = keyof typeof NOTICE_ACTIONS

/** Where an action leads. */
export const NOTICE_MOVES: Readonly<Partial<Record<NoticeAction, SendStatus>>> = {
  release: SEND.released,
  revoke: SEND.revoked,
}

/** Null where the action is open, otherwise the catalogue code with the reason. */
export function whyNotNotice(
  action: NoticeAction,
  status: string,
): `notice.not.${NoticeAction}` | null {
  return (NOTICE_ACTIONS[action] as readonly string[]).includes(status)
    ? null
    : `notice.not.${action}`
}
