import { sendQueued } from './queue-message.ts'
import { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import { messageTemplates } from '#contracts/platform/messaging/message-templates.ts'
import { messageList, messages } from '#contracts/platform/messaging/messages.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { rowById } from '#server/kit/resource/resource-rows.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { readChannels, saveChannel } from './channels.ts'
import {
  cancelMessages,
  deleteMessage,
  editMessage,
  resendMessages,
  writeMessage,
} from './outbox.ts'
import { sendMessage } from './send-message.ts'
import { builtInTemplates, previewTemplate, sendTemplate } from './templates.ts'
import { testChannel } from './test-channel.ts'
import './purge-job.ts'

/** Messages to users outside the screens: outbox, templates, and the ways out. */
export function messageCalls() {
  return [
    ...bindEndpoints(messages, {
      queryById: async (ctx, { id }) =>
        (await rowById(ctx, messageList, id))?.wire ?? failMissing(),
      add: writeMessage,
      edit: editMessage,
      delete: async (ctx, { id }) => deleteMessage(ctx, id).then(() => null),
      deleteBatch: (ctx, { ids }) => eachRow(ctx, ids, (tx, id) => deleteMessage(tx, id)),
      resend: (ctx, { ids }) => resendMessages(ctx, ids),
      cancel: (ctx, { ids }) => cancelMessages(ctx, ids),
    }),
    ...bindEndpoints(messageTemplates, {
      sendMsg: sendTemplate,
      preview: previewTemplate,
      builtIn: builtInTemplates,
    }),
    ...bindEndpoints(messageChannels, {
      settings: readChannels,
      saveEmail: (ctx, input) => saveChannel(ctx, 'email', input),
      saveSms: (ctx, input) => saveChannel(ctx, 'sms', input),
      saveWebhook: (ctx, input) => saveChannel(ctx, 'webhook', input),
      test: testChannel,
    }),
  ]
}

defineJob(sendQueued, sendMessage)
