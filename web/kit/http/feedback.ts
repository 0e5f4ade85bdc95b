import type { message, Modal, notification } from 'antd'

/**
 * antd's messages, notices and dialogs: a quarter of its weight, so they come after the first page
 * and before they are needed.
 */
export interface Feedback {
  message: ReturnType<typeof message.useMessage>[0]
  notification: ReturnType<typeof notification.useNotification>[0]
  modal: ReturnType<typeof Modal.useModal>[0]
}
type Use = (feedback: Feedback) => void

let there: Feedback | null = null
let waiting: Use[] = []
const listeners = new Set<() => void>()

/** Runs `use` at once when the host is there, else as soon as it is. */
export function withFeedback(use: Use): void {
  if (there) return use(there)
  waiting.push(use)
  for (const ask of listeners) ask()
}
/** For the host: it is there (null: it went, and with it what waited for one). */
export function provideFeedback(feedback: Feedback | null): void {
  there = feedback
  const due = waiting
  waiting = []
  if (feedback) for (const use of due) use(feedback)
}
/** For the host's loader: a user is waiting. */
export function onFeedbackNeeded(ask: () => void): () => void {
  listeners.add(ask)
  if (waiting.length > 0) ask()
  return () => listeners.delete(ask)
}
