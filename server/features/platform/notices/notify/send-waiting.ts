import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { NotifyEvent } from '#contracts/platform/messaging/notify-rules.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dueAt, quietEnd } from './due-times.ts'
import { recipientsWho, type Recipient } from './recipients.ts'

type Channel = 'email' | 'sms'
interface Piece {
  id: string
  channel: Channel
  event: NotifyEvent
  title: string
  body: string
  lang: Lang
  happenedAt: string
}
type Timed = Pick<Piece, 'id' | 'channel' | 'event' | 'happenedAt'>

/** Pieces one message holds word for word; of what is more only the number is given. */
const SHOWN: Record<Channel, number> = { email: 50, sms: 3 }

/**
 * Puts what is due into the outbox, one message per person and channel however many pieces it has.
 * Nothing goes out twice: piece and message change places in one transaction.
 */
export async function sendWaiting(ctx: Ctx): Promise<number> {
  const due = await sql<{
    userId: string
  }>`select distinct w.user_id
    from ${ctx.rows('notifyWaiting').as('w')} where w.due_at <= ${nowIso()} order by 1`.execute(
    ctx.db,
  )
  let sent = 0
  for (const { userId } of due.rows) {
    try {
      sent += await inTx(ctx, (tx) => sendTo(tx, userId))
    } catch (error) {
      // One person's message that cannot be written does not keep those of others.
      ctx.log.error({ err: error, userId }, 'news not put into the outbox')
    }
  }
  return sent
}

async function sendTo(tx: Tx, userId: string): Promise<number> {
  await reschedule(tx, userId)
  const obsolete = await sql<Piece>`delete from notify_waiting as w
      where ${tx.rows('notifyWaiting').where('w')} and w.user_id = ${userId} and w.due_at <= ${nowIso()}
    returning w.id, w.channel, w.event, w.title, w.body, w.lang, w.happened_at`.execute(tx.db)
  if (obsolete.rows.length === 0) return 0
  const [reader] = await recipientsWho(tx, sql`u.id = ${userId}`)
  if (!reader) return 0
  let sent = 0
  for (const channel of ['email', 'sms'] as const) {
    const to = channel === 'email' ? reader.email : reader.phone
    const pieces = obsolete.rows
      .filter((piece) => piece.channel === channel)
      .toSorted(
        (a, b) =>
          Date.parse(a.happenedAt) - Date.parse(b.happenedAt) ||
          Number(BigInt(a.id) - BigInt(b.id)),
      )
    if (!to || pieces.length === 0) continue
    await queueMessage(tx, { channel, to, lang: reader.lang, ...contentOf(pieces, channel) })
    sent++
  }
  return sent
}

function contentOf(
  pieces: readonly Piece[],
  channel: Channel,
): { template: string; data: Record<string, unknown> } {
  const [only] = pieces
  if (only && pieces.length === 1)
    return { template: 'notify.one', data: { title: only.title, text: only.body } }
  const shown = pieces.slice(0, SHOWN[channel])
  const list = shown
    .map(({ title, body }) =>
      channel === 'sms'
        ? title
        : body === ''
          ? `- ${title}`
          : `- ${title}\n  ${body.replaceAll('\n', '\n  ')}`,
    )
    .join(channel === 'sms' ? '; ' : '\n')
  return {
    template: 'notify.several',
    data: {
      number: pieces.length,
      list: shown.length < pieces.length ? `${list}${channel === 'sms' ? ' …' : '\n…'}` : list,
    },
  }
}

/**
 * The pieces for a user, by their rules as they are now: another time, or none where the way was
 * switched off.
 */
export async function reschedule(tx: Tx, userId: string): Promise<void> {
  const waiting = await sql<Timed>`select w.id, w.channel, w.event, w.happened_at
      from ${tx.rows('notifyWaiting').as('w')} where w.user_id = ${userId}`.execute(tx.db)
  if (waiting.rows.length === 0) return
  const [reader] = await recipientsWho(tx, sql`u.id = ${userId}`)
  const selected = waiting.rows.filter(
    ({ event, channel }) => reader?.rules.rules[event]?.[channel],
  )
  const contents = selected.map((piece) => ({
    id: piece.id,
    due: new Date(dueOf(reader!, piece)).toISOString(),
  }))
  await sql`delete from notify_waiting as w
    where ${tx.rows('notifyWaiting').where('w')} and w.user_id = ${userId}
    and w.id = any(${waiting.rows.map(({ id }) => id)}::bigint[])
      and w.id <> all(${contents.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await sql`update notify_waiting as w set due_at = x.due_at
    from unnest(${contents.map(({ id }) => id)}::bigint[],
      ${contents.map(({ due }) => due)}::timestamptz[]) as x(id, due_at)
    where ${tx.rows('notifyWaiting').where('w')} and w.id = x.id`.execute(tx.db)
}

/**
 * After its time has come and gone, as when nothing ran for a while, the quiet hours hold all the
 * same.
 */
function dueOf(reader: Recipient, { channel, event, happenedAt }: Timed): number {
  const due = dueAt(channel, event, reader, Date.parse(happenedAt))
  return due > now() ? due : quietEnd(reader.rules.quiet, reader.zone, now())
}
