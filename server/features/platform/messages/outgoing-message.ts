import type { AttachedFile } from './attachments.ts'
import { type Filled } from './mail-html.ts'

/** What became of a try. `later`: worth another one. */
export interface Sent {
  outcome: 'sent' | 'later' | 'failed' | 'unconfigured'
  detail: string
  /** Whether the receiver may have it although no answer came. */
  uncertain?: boolean
}

/** One message as a way out carries it; `key` is the same at every try, for receivers who look. */
export interface OutgoingMessage extends Filled {
  to: string
  key: string
  secret: boolean
  replyTo?: string | null
  /** One call ends mails of its kind (RFC 8058). */
  endLink?: string | null
  /** Sent by no person, although it can be answered. */
  automatic?: boolean
  files: readonly AttachedFile[]
}
