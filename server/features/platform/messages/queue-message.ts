import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { sql } from 'kysely'
import { idText, type Lang } from '#contracts/kit/envelope.ts'
import { CHANNELS, type Channel } from '#contracts/platform/messaging/messages.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { checkAttachments, type Attachment } from './attachments.ts'
import { findTemplate } from './find-template.ts'
import { bodiesOf, filledIn, type Filled } from './mail-html.ts'
import { masked, encryptText } from './message-encryption.ts'
import { isoAfter } from '#server/kit/runtime/clock.ts'

export interface MessageRequest {
  channel: Channel
  /** A mail address, a phone number, or for the bell who it is for. */
  to: string | { userIds: readonly string[] }
  /** Code of a template: the tenant's own, else the product's (`defineTemplate`). */
  template: string
  data: Readonly<Record<string, unknown>>
  lang: Lang
  /**
   * What it holds may not be read by others: stars in outbox and logs, sealed until sent, forgotten
   * afterwards.
   */
  secret?: boolean
  /**
   * ISO; not sent and not shown any more after it. A secret without one is good for ten minutes.
   */
  expiresAt?: string
  /** Files of a mail. */
  attachments?: readonly Attachment[]
  /**
   * Not sent again by a retry: where it is unknown whether it went out it fails, and a user sends
   * it again.
   */
  once?: boolean
  /** Reports what became of it by `messageSettled`. */
  about?: string
  /** Where answers to a mail go, where that is not its sender. */
  replyTo?: string | null
  /** Where its reader ends mails of this kind by one call (RFC 8058). */
  endLink?: string
}

const SECRET_MINUTES = 10

/**
 * Puts a message into the outbox, in the caller's transaction: no change, no message. A job sends
 * it afterwards, at least once. Where its channel is not set up it stays in the outbox for an
 * administrator to read.
 * @returns its id
 * @throws Refusal message.template.unknown where no text exists for the code on that channel
 */
export async function queueMessage(tx: Tx, request: MessageRequest): Promise<{ id: string }> {
  const attachments = request.attachments ?? []
  checkAttachments(attachments)
  if (attachments.length > 0 && (request.channel !== 'email' || request.secret))
    throw new Error('only open mails carry files')
  const words = await findTemplate(tx, request.template, request.channel, request.lang)
  if (!words) fail('message.template.unknown', { code: request.template })
  const true_ = filledIn(words, request.channel, request.data)
  const shown = request.secret ? filledIn(words, request.channel, masked(request.data)) : true_
  const id = await enqueue(tx, {
    channel: request.channel,
    receiver: await receiverOf(tx, request.to),
    shown,
    sealed: request.secret ? true_ : null,
    param: JSON.stringify(request.secret ? masked(request.data) : request.data),
    template: request.template,
    lang: request.lang,
    expiresAt: request.expiresAt ?? null,
    remark: null,
    attachments,
    once: request.once ?? false,
    about: request.about ?? null,
    replyTo: request.replyTo ?? null,
    endLink: request.endLink ?? null,
  })
  return { id }
}

/** The words of a message as they would go out, as plain text: for a letter with the same words. */
export async function wordsOf(
  ctx: Ctx,
  { template, channel, lang, data }: Pick<MessageRequest, 'template' | 'channel' | 'lang' | 'data'>,
): Promise<{ title: string; text: string }> {
  const words = await findTemplate(ctx, template, channel, lang)
  if (!words) fail('message.template.unknown', { code: template })
  const filled = filledIn(words, channel, data)
  return { title: filled.title, text: bodiesOf(filled).text }
}

export interface Draft {
  channel: Channel
  receiver: string
  shown: Filled
  sealed: Filled | null
  param: string | null
  template: string | null
  lang: Lang
  expiresAt: string | null
  remark: string | null
  attachments?: readonly Attachment[]
  once?: boolean
  about?: string | null
  replyTo?: string | null
  endLink?: string | null
}

/** The row and the job behind it. */
export async function enqueue(tx: Tx, draft: Draft): Promise<string> {
  const { tenantId, username } = tx.principal
  const next = await sql<{
    id: string
  }>`select nextval(pg_get_serial_sequence('sys_message', 'id')) as id`.execute(tx.db)
  const { id } = next.rows[0]!
  const { attachments = [], once = false, about = null, replyTo = null, endLink = null } = draft
  const attached = attachments.map(({ name }) => name).join(', ') || null
  const sealed = draft.sealed ? encryptText(tx, id, draft.sealed) : null
  const expires = draft.expiresAt ?? (draft.sealed ? isoAfter(SECRET_MINUTES * 60_000) : null)
  await sql`insert into sys_message (tenant_id, id, es_type, es_receiver, es_title, es_content,
      html, es_param, secret_enc, template_code, lang, secret, expires_at, remark, create_by,
      attached, attachments, once, about, reply_to, end_link)
    values (${tenantId}, ${id}, ${CHANNELS[draft.channel]}, ${draft.receiver}, ${draft.shown.title},
      ${draft.shown.content}, ${draft.shown.html}, ${draft.param}, ${sealed}, ${draft.template},
      ${draft.lang}, ${draft.sealed !== null}, ${expires}, ${draft.remark}, ${username},
      ${attached}, ${JSON.stringify(attachments)}::jsonb, ${once}, ${about},
      ${replyTo}, ${endLink})`.execute(tx.db)
  await tx.audit('sys_message', id, 'add', null, {
    esType: CHANNELS[draft.channel],
    esReceiver: draft.receiver,
    esTitle: draft.shown.title,
    templateCode: draft.template,
    ...(attached ? { attached } : {}),
  })
  await sendLater(tx, id, 1)
  return id
}

/** `attempt` counts from one. */
export const sendQueued = job(
  'messages.send',
  z.object({ messageId: idText, attempt: z.number().int() }),
)

/**
 * Queues the next try of a message; saved in a row, equal wishes are one. `attempt` counts from
 * one.
 */
export async function sendLater(
  tx: Tx,
  id: string,
  attempt: number,
  runAt?: string,
): Promise<void> {
  await tx.job(
    sendQueued,
    { messageId: id, attempt },
    { key: `messages.send/${tx.principal.tenantId}/${id}`, ...(runAt ? { runAt } : {}) },
  )
}

/** People on the bell stand in the outbox by their names. */
async function receiverOf(tx: Tx, to: MessageRequest['to']): Promise<string> {
  if (typeof to === 'string') return to.trim().slice(0, 200)
  const found = await sql<{
    username: string
  }>`select u.username from ${tx.rows('sysUser').as('u')} where u.id = any(${to.userIds}::bigint[])
    order by u.id`.execute(tx.db)
  return found.rows.map(({ username }) => username).join(',')
}
