import { randomUUID } from 'node:crypto'
import type { messageChannels } from '#contracts/platform/messaging/message-channels.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { checkReceiver } from './outbox.ts'
import { mailerOf } from './send-mail.ts'
import { senderOf } from './send-sms.ts'
import { webhookOf } from './webhook.ts'

/** One message now, past the outbox, so that the answer of the other side can be shown. */
export async function testChannel(
  ctx: Ctx,
  { channel, to }: In<typeof messageChannels.test>,
): Promise<Out<typeof messageChannels.test>> {
  if (channel !== 'webhook') checkReceiver(CHANNELS[channel], to)
  const way =
    (await { email: mailerOf, sms: senderOf, webhook: webhookOf }[channel](ctx)) ??
    fail('message.unconfigured')
  const text = translate(ctx.lang, 'message-channels', 'test.content')
  const sent = await way({
    title: translate(ctx.lang, 'message-channels', 'test.title'),
    content: channel === 'webhook' ? JSON.stringify({ event: 'test', text }) : text,
    html: false,
    to,
    key: `test-${randomUUID()}`,
    secret: false,
    files: [],
  })
  return { ok: sent.outcome === 'sent', detail: sent.detail }
}
