import { noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import type { z } from 'zod'
import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { CHANNELS, type Channel } from '#contracts/platform/messaging/messages.states.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { subscribersOf } from '#server/kit/db/subscribers.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { messageSettled } from '#contracts/platform/messaging/messages.events.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { builtIn } from './built-in.ts'
import { attachedFiles, type AttachedFile, type Attachment } from './attachments.ts'
import { bodiesOf, type Filled } from './mail-html.ts'
import { decryptText } from './message-encryption.ts'
import { sendLater, type sendQueued } from './queue-message.ts'
import { mailerOf } from './send-mail.ts'
import { senderOf } from './send-sms.ts'
import { webhookOf } from './webhook.ts'
import { type OutgoingMessage, type Sent } from './outgoing-message.ts'

interface Claimed {
  id: string
  esType: string
  esReceiver: string
  esTitle: string | null
  esContent: string | null
  html: boolean
  secretEnc: string | null
  secret: boolean
  lang: Lang
  expired: boolean
  esSendNum: number
  attachments: Attachment[]
  once: boolean
  replyTo: string | null
  endLink: string | null
  templateCode: string | null
  /** The state it was found in. */
  found: string
}
/** Minutes until the next try, after the first, the second … */
const WAIT_MINUTES = [1, 5, 15, 60, 240] as const

/**
 * Sends one message. A process that dies between sending and noting it sends it again: at least
 * once, under the same Message-ID. One that goes out once only fails then. On the bell
 * it is exactly once, news and note being one transaction.
 */
export async function sendMessage(
  ctx: Ctx,
  { messageId, attempt }: z.output<typeof sendQueued.payload>,
): Promise<void> {
  const message = await claim(ctx, messageId)
  if (!message) return
  const word = (key: string) => translate(message.lang, 'messages', key)
  const result: Sent = message.expired
    ? { outcome: 'failed' as const, detail: word('result.expired') }
    : message.once && message.found === 'sending'
      ? { outcome: 'failed', detail: word('result.uncertain') }
      : await carry(ctx, message)
  await note(ctx, message, result, attempt)
}

async function claim(ctx: Ctx, id: string): Promise<Claimed | null> {
  // `sending` is one whose process died: its job came back, and no other job works on it.
  const found = await sql<Claimed>`update sys_message as m
      set state = 'sending', es_send_num = m.es_send_num + 1, next_try_at = null,
        version = m.version + 1, update_time = now()
    from ${ctx.rows('sysMessage').as('o')}
    where ${ctx.rows('sysMessage').where('m')} and o.id = m.id and m.id = ${id}
      and m.state in ('waiting', 'sending')
    returning m.id, m.es_type, m.es_receiver, m.es_title, m.es_content, m.html, m.secret_enc,
      m.secret, m.lang, m.es_send_num, m.attachments, m.once, m.reply_to, m.end_link, m.template_code, o.state as found,
      coalesce(m.expires_at <= now(), false) as expired`.execute(ctx.db)
  return found.rows[0] ?? null
}

async function carry(ctx: Ctx, message: Claimed): Promise<Sent> {
  const channel = (Object.keys(CHANNELS) as Channel[]).find(
    (name) => CHANNELS[name] === message.esType,
  )
  if (message.secret && message.secretEnc === null)
    return {
      outcome: 'failed',
      detail: translate(message.lang, 'messages', 'error.message.secretGone'),
    }
  const carried: Filled = message.secretEnc
    ? decryptText(ctx, message.id, message.secretEnc)
    : { title: message.esTitle ?? '', content: message.esContent ?? '', html: message.html }
  const files = await filesFor(ctx, message)
  if ('outcome' in files) return files
  const outgoing: OutgoingMessage = {
    ...carried,
    to: message.esReceiver,
    key: `${ctx.principal.tenantId}-${message.id}`,
    secret: message.secret,
    replyTo: message.replyTo,
    endLink: message.endLink,
    automatic: builtIn(message.templateCode ?? '')?.automatic ?? false,
    ...files,
  }
  if (channel === 'system') return sendNotice(ctx, message, outgoing)
  const way = await wayOf(ctx, channel)
  return way
    ? way(outgoing)
    : {
        outcome: 'unconfigured',
        detail: translate(message.lang, 'messages', 'result.unconfigured'),
      }
}

async function wayOf(ctx: Ctx, channel: Channel | undefined) {
  if (channel === 'email') return mailerOf(ctx)
  if (channel === 'sms') return senderOf(ctx)
  return channel === 'webhook' ? webhookOf(ctx) : null
}

/** The files of a mail; drawn outside of any transaction. */
async function filesFor(
  ctx: Ctx,
  { id, lang, attachments }: Claimed,
): Promise<{ files: readonly AttachedFile[] } | Sent> {
  if (attachments.length === 0) return { files: [] }
  const failed = (detail: string): Sent => ({ outcome: 'failed', detail })
  try {
    const made = await attachedFiles(ctx, attachments)
    if ('gone' in made)
      return failed(translate(lang, 'messages', 'result.attachmentGone', { name: made.gone }))
    if ('tooLarge' in made)
      return failed(translate(lang, 'messages', 'result.attachmentLarge', { max: made.tooLarge }))
    return made
  } catch (error) {
    if (error instanceof Refusal) return failed(translateError(lang, error.code, error.data))
    ctx.log.error({ err: error, messageId: id }, 'the files of a mail were not made')
    return { outcome: 'later', detail: translate(lang, 'messages', 'result.attachmentFailed') }
  }
}

/** The keeper of the bell is called in the transaction that notes it as sent. */
async function sendNotice(ctx: Ctx, message: Claimed, outgoing: OutgoingMessage): Promise<Sent> {
  if (subscribersOf(noticeWanted).length === 0)
    return {
      outcome: 'unconfigured',
      detail: translate(message.lang, 'messages', 'result.unconfigured'),
    }
  const names = message.esReceiver
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const recipients = await sql<{
    id: string
  }>`select u.id
    from ${ctx.rows('sysUser').as('u')} where u.username = any(${names}) and u.del_flag = 0
      and u.status = 1`.execute(ctx.db)
  if (recipients.rows.length === 0)
    return { outcome: 'failed', detail: translate(message.lang, 'messages', 'result.nobody') }
  return inTx(ctx, async (tx) => {
    const { html, text } = bodiesOf(outgoing)
    await tx.emit(noticeWanted, {
      userIds: recipients.rows.map(({ id }) => id),
      titile: outgoing.title || text.slice(0, 50) || '-',
      msgContent: html,
      msgAbstract: text.slice(0, 200),
      priority: 'M',
      key: `message:${outgoing.key}:${message.esSendNum}`,
    })
    const sent: Sent = {
      outcome: 'sent',
      detail: translate(message.lang, 'messages', 'result.bell', { count: recipients.rows.length }),
    }
    await write(tx, message.id, sent, null)
    return sent
  })
}

async function note(ctx: Ctx, message: Claimed, result: Sent, attempt: number): Promise<void> {
  const unsure = message.once && result.outcome === 'later' && result.uncertain === true
  const wait = result.outcome === 'later' && !unsure ? WAIT_MINUTES[attempt - 1] : undefined
  const final: Sent =
    result.outcome === 'later' && wait === undefined
      ? { outcome: 'failed', detail: unsure ? unsureOf(message, result) : result.detail }
      : result
  const next = wait === undefined ? null : new Date(now() + wait * 60_000).toISOString()
  await inTx(ctx, async (tx) => {
    await write(tx, message.id, final, next)
    if (next) await sendLater(tx, message.id, attempt + 1, next)
  })
  if (final.outcome === 'failed')
    ctx.log.warn(
      { messageId: message.id, tenantId: ctx.principal.tenantId, detail: final.detail },
      'message not sent',
    )
}

const unsureOf = ({ lang }: Claimed, { detail }: Sent): string =>
  `${translate(lang, 'messages', 'result.uncertain')} (${detail})`

/** A secret is kept until it is sent or has failed for good; afterwards only its stars are left. */
async function write(
  tx: Tx,
  id: string,
  { outcome, detail }: Sent,
  next: string | null,
): Promise<void> {
  const state = outcome === 'later' ? 'waiting' : outcome
  const written = await sql<{
    about: string | null
    receiver: string
  }>`update sys_message as m
    set state = ${state}, es_result = ${detail.slice(0, 500)}, next_try_at = ${next},
      es_send_time = case when ${state} = 'sent' then now() else m.es_send_time end,
      secret_enc = case when ${state} = 'sent' or m.expires_at <= now() then null
      else m.secret_enc end, version = version + 1, update_time = now()
    where ${tx.rows('sysMessage').where('m')} and m.id = ${id} and m.state = 'sending'
    returning m.about, m.es_receiver as receiver`.execute(tx.db)
  const row = written.rows[0]
  if (row?.about && outcome !== 'later')
    await tx.emit(messageSettled, {
      messageId: id,
      about: row.about,
      outcome,
      receiver: row.receiver,
      detail: detail.slice(0, 500),
      at: nowIso(),
    })
}
