import { createHmac } from 'node:crypto'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { channelOf, webhookTarget } from './channels.ts'
import type { OutgoingMessage, Sent } from './outgoing-message.ts'
import { posted } from './send-sms.ts'
import { DEFAULT_LANG, type Lang } from '#contracts/kit/envelope.ts'
import type { NotifyEvent } from '#contracts/platform/messaging/notify-rules.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { defineTemplate } from './built-in.ts'
import { queueMessage } from './queue-message.ts'

/** Posts the tenant's messages to its own system; null where no address is set up. */
export async function webhookOf(
  ctx: Ctx,
): Promise<((outgoing: OutgoingMessage) => Promise<Sent>) | null> {
  const own = await channelOf(ctx, 'webhook')
  if (!own) return null
  const key = own.secret ?? ''
  return (outgoing) =>
    posted(ctx, outgoing, { key, okText: '' }, () => postOf(own.settings.url, key, outgoing, now()))
}

/**
 * The body as its template has it, under a number that is the same at every try. Signed with
 * HMAC-SHA256 over `timestamp.body`, so that neither can be changed or sent again later.
 */
export function postOf(
  url: string,
  key: string,
  outgoing: Pick<OutgoingMessage, 'content' | 'key'>,
  ms: number,
): { url: string; init: RequestInit } {
  const timestamp = String(Math.floor(ms / 1000))
  const signature = createHmac('sha256', key)
    .update(`${timestamp}.${outgoing.content}`)
    .digest('hex')
  return {
    url,
    init: {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'X-Event-Id': outgoing.key,
        'X-Timestamp': timestamp,
        ...(key === '' ? {} : { 'X-Signature': `sha256=${signature}` }),
      },
      body: outgoing.content,
    },
  }
}

/** Where a message of this kind goes: a webhook has one address, which the outbox shows. */
export async function receiverFor(ctx: Ctx, esType: string, given: string): Promise<string> {
  if (esType !== CHANNELS.webhook) return given
  return (await webhookTarget(ctx))?.url.split('?')[0]!.slice(0, 200) ?? given
}

/** Refuses a body that is no JSON: the other side could not read it. */
export function requireJson(path: string, text: string): void {
  try {
    JSON.parse(text)
  } catch {
    failFields([{ path, code: 'message.badBody' }])
  }
}

const TEMPLATE = 'notify.webhook'

defineTemplate({
  code: TEMPLATE,
  space: 'messages',
  channels: ['webhook'],
  sample: {
    event: 'parcelDelivered',
    subject: 'PY20260301001',
    title: '12 个包裹已签收',
    text: 'PY20260301001、PY20260301002',
    time: '2026-03-01T10:00:00.000Z',
  },
})

/** Whether the tenant's own system is posted this event. */
export async function isPosted(tx: Tx, event: NotifyEvent): Promise<boolean> {
  return (await webhookTarget(tx))?.events.includes(event) ?? false
}

/** Posts an event to the tenant's own system, through the outbox. */
export async function postEvent(
  tx: Tx,
  event: NotifyEvent,
  subject: string,
  wording: (lang: Lang) => { title: string; text: string },
): Promise<void> {
  const { title, text } = wording(DEFAULT_LANG)
  await queueMessage(tx, {
    channel: 'webhook',
    to: await receiverFor(tx, CHANNELS.webhook, event),
    template: TEMPLATE,
    data: { event, subject, title, text, time: nowIso() },
    lang: DEFAULT_LANG,
  })
}
