export { offerAttachment } from './attachments.ts'
export { defineTemplate } from './built-in.ts'
export { queueMessage, wordsOf } from './queue-message.ts'
export { templateHooks } from './templates.ts'

export { messageCalls } from './calls.ts'
export { revealMessage } from './outbox.ts'
