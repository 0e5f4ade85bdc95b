import { sql } from 'kysely'
import { messageSettled } from '#contracts/platform/messaging/messages.events.ts'
import {
  CHANNELS,
  messageIssue,
  type Channel,
  type MessageAction,
} from '#contracts/platform/messaging/messages.states.ts'
import type { messages, messageSecrets } from '#contracts/platform/messaging/messages.ts'
import type { BulkResult, Lang } from '#contracts/kit/envelope.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { translate } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { cleanHtml, isHtml } from './mail-html.ts'
import { enqueue, sendLater } from './queue-message.ts'
import { receiverFor, requireJson } from './webhook.ts'
import { decryptText } from './message-encryption.ts'

interface Row {
  id: string
  state: string
  secret: boolean
  secretEnc: string | null
  expired: boolean
  version: number
  esType: string
  esReceiver: string
  esTitle: string | null
  esContent: string | null
  html: boolean
  remark: string | null
  lang: Lang
  about: string | null
}

async function lockMessage(tx: Tx, id: string): Promise<Row> {
  const found = await sql<Row>`select m.id, m.state, m.secret, m.secret_enc,
        coalesce(m.expires_at <= now(), false) as expired, m.version, m.es_type, m.es_receiver,
        m.es_title, m.es_content, m.html, m.remark, m.lang, m.about
    from sys_message as m
    where ${tx.rows('sysMessage').where('m')} and m.id = ${id} for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

function open(action: MessageAction, row: Row): void {
  const issue = messageIssue(action, row)
  if (issue) fail(issue, { label: row.esTitle ?? row.id })
  if (action === 'resend' && row.secret && (row.expired || row.secretEnc === null))
    fail('message.secretGone', { label: row.esTitle ?? row.id })
}

/** A message in a person's own words. */
export function writeMessage(
  ctx: Ctx,
  input: In<typeof messages.add>,
): Promise<Out<typeof messages.add>> {
  checkReceiver(input.esType, input.esReceiver)
  const channel = (Object.keys(CHANNELS) as Channel[]).find(
    (name) => CHANNELS[name] === input.esType,
  )!
  return inTx(ctx, async (tx) => ({
    id: await enqueue(tx, {
      channel,
      receiver: await receiverFor(tx, input.esType, input.esReceiver),
      shown: textIn(input),
      sealed: null,
      param: null,
      template: null,
      lang: tx.lang,
      expiresAt: null,
      remark: input.remark ?? null,
    }),
  }))
}

export function editMessage(
  ctx: Ctx,
  input: In<typeof messages.edit>,
): Promise<Out<typeof messages.edit>> {
  return inTx(ctx, async (tx) => {
    const before = await lockMessage(tx, input.id)
    if (before.version !== input.version) failConflict('row.stale')
    open('edit', before)
    checkReceiver(before.esType, input.esReceiver)
    const { title, content, html } = textIn({ ...input, esType: before.esType })
    await change(
      tx,
      'sysMessage',
      { id: input.id },
      {
        esReceiver: input.esReceiver,
        esTitle: title,
        esContent: content,
        html,
        remark: input.remark ?? null,
        state: 'waiting',
        esResult: null,
      },
      { unlogged: 'all' },
    )
    const seen = ({
      esReceiver,
      esTitle,
      esContent,
      remark,
    }: Pick<Row, 'esReceiver' | 'esTitle' | 'esContent' | 'remark'>) => ({
      esReceiver,
      esTitle,
      esContent,
      remark,
    })
    await tx.audit(
      'sys_message',
      input.id,
      'edit',
      { ...seen(before), state: before.state },
      {
        ...seen({
          esReceiver: input.esReceiver,
          esTitle: title,
          esContent: content,
          remark: input.remark ?? null,
        }),
        state: 'waiting',
        version: before.version + 1,
      },
    )
    await sendLater(tx, input.id, 1)
    return { id: input.id }
  })
}

export const resendMessages = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const row = await lockMessage(tx, id)
    open('resend', row)
    await setState(tx, row, 'waiting')
    await sendLater(tx, id, 1)
    return row.esTitle
  })

export const cancelMessages = (ctx: Ctx, ids: readonly string[]): Promise<BulkResult> =>
  eachRow(ctx, ids, async (tx, id) => {
    const row = await lockMessage(tx, id)
    open('cancel', row)
    await setState(tx, row, 'cancelled')
    if (row.about)
      await tx.emit(messageSettled, {
        messageId: id,
        about: row.about,
        outcome: 'cancelled',
        receiver: row.esReceiver,
        detail: translate(row.lang, 'messages', 'result.cancelled'),
        at: nowIso(),
      })
    return row.esTitle
  })

async function setState(tx: Tx, row: Row, state: 'waiting' | 'cancelled'): Promise<void> {
  await change(
    tx,
    'sysMessage',
    row,
    { state, nextTryAt: null, esResult: null },
    { unlogged: ['nextTryAt', 'esResult'] },
  )
}

export function deleteMessage(ctx: Ctx, id: string): Promise<string | null> {
  return inTx(ctx, async (tx) => {
    const row = await lockMessage(tx, id)
    open('delete', row)
    await sql`delete from sys_message as m
      where ${tx.rows('sysMessage').where('m')} and m.id = ${id}`.execute(tx.db)
    await tx.audit(
      'sys_message',
      id,
      'delete',
      { esType: row.esType, esReceiver: row.esReceiver, esTitle: row.esTitle, state: row.state },
      null,
    )
    return row.esTitle
  })
}

/**
 * The true words, while they are neither sent nor expired. `requireReach` refuses those whose
 * receiver is not the caller's to help.
 */
export function revealMessage(
  ctx: Ctx,
  id: string,
  requireReach: (tx: Tx, receiver: string) => Promise<void>,
): Promise<Out<typeof messageSecrets.reveal>> {
  return inTx(ctx, async (tx) => {
    const row = await lockMessage(tx, id)
    await requireReach(tx, row.esReceiver)
    if (!row.secret || row.secretEnc === null || row.expired || row.state === 'sent')
      fail('message.secretGone')
    const words = decryptText(tx, row.id, row.secretEnc)
    // Not a change, but who looked is to be found with what was changed.
    await tx.audit(
      'sys_message',
      id,
      'edit',
      { revealed: null },
      { revealed: tx.principal.username },
    )
    return { esTitle: words.title, esContent: words.content }
  })
}

function textIn({
  esType,
  esTitle,
  esContent,
}: {
  esType: string
  esTitle?: string | null | undefined
  esContent: string
}): { title: string; content: string; html: boolean } {
  if (esType === CHANNELS.webhook) requireJson('esContent', esContent)
  const html = esType === CHANNELS.email && isHtml(esContent)
  return {
    title: (esTitle ?? '').replace(/[\r\n]+/g, ' '),
    content: html ? cleanHtml(esContent) : esContent,
    html,
  }
}

/**
 * One address per message for mail, one number for SMS; people on the bell by their names, with
 * commas.
 */
export function checkReceiver(esType: string, receiver: string): void {
  const fits =
    esType === CHANNELS.email
      ? /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)+$/
      : esType === CHANNELS.sms
        ? /^\+?[0-9][0-9 -]{4,24}$/
        : /^[^\r\n\0]+$/
  if (!fits.test(receiver))
    failFields([
      {
        path: 'esReceiver',
        code:
          esType === CHANNELS.email
            ? 'message.address'
            : esType === CHANNELS.sms
              ? 'message.phone'
              : 'field.invalid',
      },
    ])
}
