import {
  inBothLanguages,
  noticeWanted,
  type NoticeRequest,
} from '#contracts/platform/messaging/notices.events.ts'
import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { NotifyEvent } from '#contracts/platform/messaging/notify-rules.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { isPosted, postEvent } from '#server/features/platform/messages/index.ts'
import { dueAt } from './due-times.ts'
import type { Recipient } from './recipients.ts'

const PRESSING: readonly NotifyEvent[] = ['parcelException', 'jobFailed']

export interface Notification {
  event: NotifyEvent
  /** Names the occasion: what has the same one is sent once. */
  subject: string
  /** `content`: the whole of it as markup, where the text of a mail or message is not all. */
  wording(lang: Lang): { title: string; text: string; content?: string }
  openPage?: string
  /** Whether the tenant's own system was posted it already. */
  posted?: true
  /** False where it stands under the bell already, as announcements do. */
  bell?: boolean
  readers: readonly Recipient[]
}

/**
 * Notifies users on the ways each has chosen: the bell now, mails and text messages when they are
 * due. The delegate sees it on the bell.
 */
export async function notifyRecipients(tx: Tx, notification: Notification): Promise<void> {
  const { event, subject, wording } = notification
  if (!notification.posted) await postOccasion(tx, event, subject, wording)
  for (const [lang, recipients] of Map.groupBy(notification.readers, (reader) => reader.lang)) {
    const { title, text } = notification.wording(lang)
    const channelsOf = (reader: Recipient) => reader.rules.rules[notification.event]
    const notice: Omit<NoticeRequest, 'userIds'> = {
      ...inBothLanguages(lang, (one) => {
        const words = notification.wording(one)
        const msgContent = words.content
        return {
          titile: words.title,
          msgAbstract: words.text,
          ...(msgContent === undefined ? {} : { msgContent }),
        }
      }),
      priority: PRESSING.includes(notification.event) ? 'M' : 'L',
      busType: notification.event,
      ...(notification.openPage ? { openType: 'url', openPage: notification.openPage } : {}),
    }
    const notified = recipients.filter((reader) => channelsOf(reader).system)
    const onlyWritten = recipients.filter(
      (reader) =>
        !channelsOf(reader).system && (channelsOf(reader).email || channelsOf(reader).sms),
    )
    if (notification.bell !== false && notified.length > 0)
      await tx.emit(noticeWanted, {
        ...notice,
        userIds: notified.map(({ id }) => id),
        key: `${notification.event}:${notification.subject}:${lang}`,
      })
    if (notification.bell !== false && onlyWritten.length > 0)
      await tx.emit(noticeWanted, {
        ...notice,
        userIds: onlyWritten.map(({ id }) => id),
        onlyStandIns: true,
        key: `${notification.event}:${notification.subject}:${lang}:for`,
      })
    await putBy(tx, notification, recipients, { title, text, lang })
  }
}

/**
 * Posts an occasion to the tenant's own system where it asked for such: once, also where several groups of people
 * are notified of it.
 */
export async function postOccasion(
  tx: Tx,
  event: NotifyEvent,
  subject: string,
  wording: Notification['wording'],
): Promise<void> {
  if ((await isPosted(tx, event)) && (await firstTime(tx, event, `webhook:${subject}`)))
    await postEvent(tx, event, subject, wording)
}

async function putBy(
  tx: Tx,
  notification: Notification,
  recipients: readonly Recipient[],
  { title, text, lang }: { title: string; text: string; lang: Lang },
): Promise<void> {
  const at = now()
  const deliveries = recipients.flatMap((reader) =>
    (['email', 'sms'] as const)
      .filter(
        (channel) =>
          reader.rules.rules[notification.event][channel] &&
          (channel === 'email' ? reader.email : reader.phone),
      )
      .map((channel) => ({
        userId: reader.id,
        channel,
        due: new Date(dueAt(channel, notification.event, reader, at)).toISOString(),
      })),
  )
  if (deliveries.length === 0) return
  await sql`insert into notify_waiting (tenant_id, user_id, channel, event, subject, title, body,
      lang, happened_at, due_at)
    select ${tx.principal.tenantId}, x.user_id, x.channel, ${notification.event},
      ${notification.subject}, ${title}, ${text}, ${lang}, ${new Date(at).toISOString()}, x.due_at
    from unnest(${deliveries.map(({ userId }) => userId)}::bigint[],
      ${deliveries.map(({ channel }) => channel)}::text[],
      ${deliveries.map(({ due }) => due)}::timestamptz[]) as x(user_id, channel, due_at)
    on conflict do nothing`.execute(tx.db)
}

/** Notes an occasion; false where it was sent before. */
export async function firstTime(tx: Tx, event: NotifyEvent, subject: string): Promise<boolean> {
  const made = await sql`insert into notify_occasion (tenant_id, event, subject, sent_at)
      values (${tx.principal.tenantId}, ${event}, ${subject}, now()) on conflict do nothing
      returning id`.execute(tx.db)
  return made.rows.length > 0
}
