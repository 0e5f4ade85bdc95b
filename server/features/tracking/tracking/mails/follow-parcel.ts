import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { hasMailServer } from '#server/features/platform/messages/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { dailyLimit } from '../public/daily-limit.ts'
import { shownParcel } from '../public/shown-parcel.ts'
import { mailFollower, siteOf } from './follower-mail.ts'

/** As often a day an address may ask: each makes a mail to an address it names. */
const PER_DAY = 10
/** Mails a day to one address that has not confirmed, and for one parcel. */
const UNPROVEN = 5
const wishes = perApp(() => dailyLimit(PER_DAY))

interface Row {
  id: string
  confirmedAt: string | null
  endedAt: string | null
  version: number
}

/**
 * Sends the mail whose link begins the news. Whether an address has them already stays hidden: the
 * answer is the same.
 */
export async function followParcel(
  ctx: Ctx,
  { no, postcode, email, lang }: In<typeof parcelPages.follow>,
): Promise<Out<typeof parcelPages.follow>> {
  if (ctx.http && ctx.deps.env.rateLimits) wishes.of(ctx.deps).spend(ctx.http.ip)
  const parcel = (await shownParcel(ctx, no, postcode)) ?? fail('tracking.unknown')
  return inTx(asSystem(ctx, parcel.tenantId), async (tx) => {
    const site = (await hasMailServer(tx)) ? await siteOf(tx) : null
    if (!site) return fail('tracking.noSite')
    const address = email.toLowerCase()
    const row = await rowOf(tx, parcel.parcelId, address)
    if (row?.confirmedAt && !row.endedAt) return null
    await refuseMany(tx, parcel.parcelId, address)
    const id = row ? row.id : await insert(tx, parcel.parcelId, address, lang)
    if (row) await change(tx, 'trackFollow', row, { lang })
    await sql`insert into track_mail (tenant_id, follow_id, occasion)
      values (${tx.principal.tenantId}, ${id}, ${`confirm:${crypto.randomUUID()}`})`.execute(tx.db)
    await mailFollower(
      tx,
      site,
      { id, email: address, lang },
      { key: 'confirm', no: parcel.number },
    )
    return null
  })
}

async function rowOf(tx: Tx, parcelId: string, email: string): Promise<Row | undefined> {
  // One after the other for a parcel: many at once count one another.
  await tx.rows('parcel').select().select('id').where('id', '=', parcelId).forUpdate().execute()
  const { rows } = await sql<Row>`select f.id, f.confirmed_at, f.ended_at, f.version
    from ${tx.rows('trackFollow').as('f')}
    where f.parcel_id = ${parcelId} and f.email = ${email}`.execute(tx.db)
  return rows[0]
}

async function insert(tx: Tx, parcelId: string, email: string, lang: string): Promise<string> {
  const { tenantId, username } = tx.principal
  const { rows } = await sql<{ id: string }>`insert into track_follow (tenant_id, parcel_id, email,
      lang, source, create_by)
    values (${tenantId}, ${parcelId}, ${email}, ${lang}, 'visitor', ${username})
    returning id`.execute(tx.db)
  return rows[0]!.id
}

async function refuseMany(tx: Tx, parcelId: string, email: string): Promise<void> {
  const { rows } = await sql<{ most: number }>`select greatest(
      count(*) filter (where f.parcel_id = ${parcelId}), count(*) filter (where f.email = ${email})
    )::int as most
    from ${tx.rows('trackMail').as('m')}
      join ${tx.rows('trackFollow').as('f')} on f.id = m.follow_id
    where m.occasion like 'confirm:%'
      and m.sent_at > now() - interval '1 day'
      and (f.parcel_id = ${parcelId} or f.email = ${email})`.execute(tx.db)
  if (rows[0]!.most >= UNPROVEN) failTooMany('request.tooMany', 86_400)
}
