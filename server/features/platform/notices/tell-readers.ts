import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { NotifyEvent } from '#contracts/platform/notify-rules.ts'
import { now } from '#server/kit/runtime/clock.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { dueAt } from './due-times.ts'
import type { Reader } from './people.ts'

const PRESSING: readonly NotifyEvent[] = ['parcelException', 'jobFailed']

export interface Told {
  event: NotifyEvent
  /** Names the occasion: what has the same one is told once. */
  subject: string
  wording(lang: Lang): { title: string; text: string }
  openPage?: string
  /** False where it stands under the bell already, as announcements do. */
  bell?: boolean
  readers: readonly Reader[]
}

/** Tells people on the ways each has chosen: the bell now, mails and text messages when they are due. Whoever stands in hears of it on the bell. */
export async function tellReaders(tx: Tx, told: Told): Promise<void> {
  for (const [lang, readers] of Map.groupBy(told.readers, (reader) => reader.lang)) {
    const { title, text } = told.wording(lang)
    const ways = (reader: Reader) => reader.rules.rules[told.event]
    const notice = {
      titile: title,
      msgAbstract: text,
      priority: PRESSING.includes(told.event) ? 'M' : 'L',
      busType: told.event,
      ...(told.openPage ? { openType: 'url', openPage: told.openPage } : {}),
    }
    const rung = readers.filter((reader) => ways(reader).system)
    const onlyWritten = readers.filter(
      (reader) => !ways(reader).system && (ways(reader).email || ways(reader).sms),
    )
    if (told.bell !== false && rung.length > 0)
      await tx.emit('notice.wanted', {
        ...notice,
        userIds: rung.map(({ id }) => id),
        key: `${told.event}:${told.subject}:${lang}`,
      })
    if (told.bell !== false && onlyWritten.length > 0)
      await tx.emit('notice.wanted', {
        ...notice,
        userIds: onlyWritten.map(({ id }) => id),
        onlyStandIns: true,
        key: `${told.event}:${told.subject}:${lang}:for`,
      })
    await putBy(tx, told, readers, { title, text, lang })
  }
}

async function putBy(
  tx: Tx,
  told: Told,
  readers: readonly Reader[],
  { title, text, lang }: { title: string; text: string; lang: Lang },
): Promise<void> {
  const at = now()
  const wanted = readers.flatMap((reader) =>
    (['email', 'sms'] as const)
      .filter(
        (channel) =>
          reader.rules.rules[told.event][channel] &&
          (channel === 'email' ? reader.email : reader.phone),
      )
      .map((channel) => ({
        userId: reader.id,
        channel,
        due: new Date(dueAt(channel, told.event, reader, at)).toISOString(),
      })),
  )
  if (wanted.length === 0) return
  await sql`insert into notify_waiting (tenant_id, user_id, channel, event, subject, title, words, lang, happened_at, due_at)
    select ${tx.who.tenantId}, x.user_id, x.channel, ${told.event}, ${told.subject}, ${title}, ${text}, ${lang}, ${new Date(at).toISOString()}, x.due_at
    from unnest(${wanted.map(({ userId }) => userId)}::bigint[], ${wanted.map(({ channel }) => channel)}::text[], ${wanted.map(({ due }) => due)}::timestamptz[]) as x(user_id, channel, due_at)
    on conflict do nothing`.execute(tx.db)
}

/** Notes an occasion; false where it was told before. */
export async function firstTime(tx: Tx, event: NotifyEvent, subject: string): Promise<boolean> {
  const made =
    await sql`insert into notify_news (tenant_id, event, subject, told_at) values (${tx.who.tenantId}, ${event}, ${subject}, now()) on conflict do nothing returning id`.execute(
      tx.db,
    )
  return made.rows.length > 0
}
