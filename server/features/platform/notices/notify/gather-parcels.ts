import { sql } from 'kysely'
import type { Lang } from '#contracts/kit/envelope.ts'
import { NOTIFY_EVENTS, type NotifyEvent } from '#contracts/platform/messaging/notify-rules.ts'
import type { Alert } from '#contracts/tracking/alerts.ts'
import { principalOfUser } from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { rowsSeenBy } from '#server/kit/access/rows-seen-by.ts'
import { translate } from '#server/kit/http/texts.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { recipientsWho, type Recipient } from './recipients.ts'
import { notifyRecipients, postOccasion } from './notify-recipients.ts'

const BATCH = 20_000
/** Numbers that are named to people; the others are counted. */
const NAMED = 10
/** Parcels of one post to the tenant's own system; it is posted every number. */
const POSTED = 100
/** Each with the right its reader needs to look at the parcels it names. */
const EVENTS = NOTIFY_EVENTS.filter(({ event }) =>
  (['parcelException', 'parcelDelivered', 'parcelLate'] as NotifyEvent[]).includes(event),
).map(({ event, perm }) => ({ event, perm: String(perm) }))
interface ParcelNotice {
  id: string
  event: NotifyEvent
  /** Of late ones: each cause has a message of its own. */
  cause: Alert | null
  parcelId: string
  no: string
  customerId: string
}
interface Group {
  event: NotifyEvent
  cause: Alert | null
  notices: ParcelNotice[]
  readers: Recipient[]
}

/**
 * What was noted of parcels since the last time, sent in one message per person and event: whose
 * parcels they are, and staff who asked for it. Users hear of what they could see themselves,
 * no parcel more.
 */
export function gatherParcels(ctx: Ctx): Promise<number> {
  return inTx(ctx, async (tx) => {
    const found = await sql<ParcelNotice>`select n.id, n.event, n.parcel_id,
          case when n.event = 'parcelLate' then split_part(n.subject, ':', 1) end as cause,
          coalesce(p.track_no, p.serial_number) as no, p.customer_id
      from notify_occasion n
      join ${tx.rows('parcel').as('p')} on p.tenant_id = n.tenant_id and p.id = n.parcel_id
      where ${tx.rows('notifyOccasion').where('n')} and n.sent_at is null order by n.id
      limit ${BATCH} for update of n`.execute(tx.db)
    if (found.rows.length === 0) return 0
    await postAll(tx, found.rows)
    await notifyAll(tx, found.rows)
    await sql`update notify_occasion as n set sent_at = now()
      where ${tx.rows('notifyOccasion').where('n')} and n.id = any(${found.rows.map(({ id }) => id)}::bigint[])`.execute(
      tx.db,
    )
    return found.rows.length
  })
}

const keyOf = ({ event, cause }: Pick<ParcelNotice, 'event' | 'cause'>): string =>
  cause ? `${event}.${cause}` : event

/** The tenant's own system is posted each occasion once, also where no user reads of it. */
async function postAll(tx: Tx, notices: readonly ParcelNotice[]): Promise<void> {
  for (const [key, some] of Map.groupBy(notices, keyOf))
    for (let at = 0; at < some.length; at += POSTED) {
      const part = some.slice(at, at + POSTED)
      await postOccasion(tx, part[0]!.event, part.at(-1)!.id, (lang) =>
        textsOf(lang, key, part, POSTED),
      )
    }
}

async function notifyAll(tx: Tx, notices: readonly ParcelNotice[]): Promise<void> {
  const owners = [...new Set(notices.map(({ customerId }) => customerId))]
  const parcelIds = [...new Set(notices.map(({ parcelId }) => parcelId))]
  const groups = new Map<string, Group>()
  for (const reader of await recipientsWho(
    tx,
    sql`(u.customer_id is null or u.customer_id = any(${owners}::bigint[]))`,
  )) {
    const events = EVENTS.filter(({ event }) =>
      Object.values(reader.rules.rules[event]).includes(true),
    )
    const principal = events.length > 0 ? await asReader(tx, reader.id) : null
    const read = events.filter(({ perm }) => principal?.perms.has(perm))
    if (!principal || read.length === 0) continue
    const seen = new Set(
      (
        await sql<{
          id: string
        }>`select p.id
          from ${rowsSeenBy(tx, principal, 'parcel').as('p')} where p.id = any(${parcelIds}::bigint[])`.execute(
          tx.db,
        )
      ).rows.map(({ id }) => id),
    )
    const own = notices.filter(
      (one) => seen.has(one.parcelId) && read.some(({ event }) => event === one.event),
    )
    for (const some of Map.groupBy(own, keyOf).values()) {
      const { event, cause } = some[0]!
      // People of one account see the same: they get one message.
      const key = some.map(({ id }) => id).join()
      const group = groups.get(key) ?? { event, cause, notices: some, readers: [] }
      group.readers.push(reader)
      groups.set(key, group)
    }
  }
  let turn = 0
  for (const { event, cause, notices: own, readers } of groups.values()) {
    await notifyRecipients(tx, {
      event,
      subject: `${own.at(-1)!.id}:${++turn}`,
      readers,
      posted: true,
      openPage: cause ? `/tracking/numbers?alert=${cause}` : searchOf(own),
      wording: (lang) => textsOf(lang, keyOf({ event, cause }), own),
    })
  }
}

const searchOf = (notices: readonly ParcelNotice[]): string =>
  `/tracking/search?nos=${notices
    .slice(0, NAMED)
    .map(({ no }) => encodeURIComponent(no))
    .join(',')}`

/** As the server sees the person now; null for a user who may not sign in. */
async function asReader(tx: Tx, userId: string): Promise<Principal | null> {
  try {
    return await principalOfUser(tx, userId)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function textsOf(
  lang: Lang,
  key: string,
  notices: readonly ParcelNotice[],
  max = NAMED,
): { title: string; text: string } {
  const numbers = [...new Set(notices.map(({ no }) => no))]
  const named = numbers.slice(0, max).join(translate(lang, 'notify', 'list.join'))
  return {
    title:
      numbers.length === 1
        ? translate(lang, 'notify', `${key}.single`, { no: named })
        : translate(lang, 'notify', `${key}.several`, { number: numbers.length }),
    text:
      numbers.length > max
        ? translate(lang, 'notify', 'list.more', { list: named, more: numbers.length - max })
        : named,
  }
}
