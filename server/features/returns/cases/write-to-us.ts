import { sql } from 'kysely'
import { PUBLIC_PER_DAY } from '#contracts/returns/cases/cases.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { publicCases } from '#contracts/returns/cases/write-to-us.ts'
import { hasMailServer } from '#server/features/platform/messages/index.ts'
import { dailyLimit, shownParcel } from '#server/features/tracking/tracking/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failTooMany } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { noticeStaff } from './case-row.ts'
import { insertCase } from './insert-case.ts'
import { mailReceived } from './mail/mail-out.ts'
import { putComment } from './thread/put-comment.ts'

/** As often a day an address may write: each message makes a mail to an address it names. */
const PER_DAY = 10
const letters = perApp(() => dailyLimit(PER_DAY))

/** Each message makes a mail to an address a stranger names: so many a day and no more. */
async function refuseMany(tx: Tx, parcelId: string, email: string): Promise<void> {
  // One after the other for a parcel: many at once count one another.
  await tx.rows('parcel').select().select('id').where('id', '=', parcelId).forUpdate().execute()
  const { rows } = await sql<{ most: number }>`select greatest(
      count(*) filter (where c.source_id = ${parcelId}), count(*) filter (where c.contact = ${email})
    )::int as most
    from ${tx.rows('serviceCase').as('c')}
    where c.source = 'public' and c.create_time > now() - interval '1 day'
      and (c.source_id = ${parcelId} or c.contact = ${email})`.execute(tx.db)
  if (rows[0]!.most >= PUBLIC_PER_DAY) failTooMany('request.tooMany', 86_400)
}

export async function openPublicCase(
  ctx: Ctx,
  { no, postcode, type, email, text, lang }: In<typeof publicCases.open>,
): Promise<Out<typeof publicCases.open>> {
  if (ctx.http && ctx.deps.env.rateLimits) letters.of(ctx.deps).spend(ctx.http.ip)
  const parcel = (await shownParcel(ctx, no, postcode)) ?? fail('tracking.unknown')
  return inTx(asSystem(ctx, parcel.tenantId), async (tx) => {
    await refuseMany(tx, parcel.parcelId, email.toLowerCase())
    const made = await insertCase(tx, {
      type,
      subject: parcel.number,
      source: 'public',
      sourceId: parcel.parcelId,
      sourceNo: parcel.number,
      customerId: parcel.customerId,
      depotId: parcel.depotId,
      contact: email.toLowerCase(),
    })
    const row = await change(tx, 'serviceCase', made, { contactLang: lang })
    await putComment(tx, row, {
      ofStaff: false,
      readers: ['customer', 'contact'],
      byName: email,
      text,
      unproven: true,
    })
    await noticeStaff(tx, row, 'opened', `case:${row.id}`)
    await mailReceived(tx, row)
    return { no: row.no, mail: await hasMailServer(tx) }
  })
}
