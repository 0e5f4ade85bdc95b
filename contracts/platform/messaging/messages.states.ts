/**
 * Where a message stands in the outbox. `unconfigured`: its channel is not set up yet; it stays
 * readable and can be sent later.
 */
export const MESSAGE_STATES = [
  'waiting',
  'sending',
  'sent',
  'failed',
  'unconfigured',
  'cancelled',
] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Channels by their dictionary value (wire.md §13, msgType). */
export const CHANNELS = { sms: '1', email: '2', wechat: '3', system: '4', webhook: '5' } as const
export type Channel = keyof typeof CHANNELS

export type MessageAction = 'resend' | 'cancel' | 'edit' | 'delete'

/**
 * Which action is open in which state: the server enforces it and the screen greys its buttons by
 * it.
 */
export const MESSAGE_ACTIONS: Readonly<Record<MessageAction, readonly MessageState[]>> = {
  resend: ['failed', 'unconfigured', 'cancelled', 'sent'],
  cancel: ['waiting', 'unconfigured', 'failed'],
  edit: ['unconfigured', 'failed', 'cancelled'],
  delete: ['sent', 'failed', 'unconfigured', 'cancelled'],
}

/**
 * Why not, as an error code; null where it is open. What was secret is gone once it was sent, and
 * cannot be sent again.
 */
export function messageIssue(
  action: MessageAction,
  message: { state: string; secret: boolean },
): 'message.notOpen' | 'message.secretGone' | null {
  if (!MESSAGE_ACTIONS[action].some((state) => state === message.state)) return 'message.notOpen'
  if (message.secret && (action === 'edit' || (action === 'resend' && message.state === 'sent')))
    return 'message.secretGone'
  return null
}
