import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { publicCases } from '#contracts/returns/cases/write-to-us.ts'
import { dailyLimit } from '#server/features/tracking/tracking/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { noticeStaff } from './case-row.ts'
import { insertCase } from './insert-case.ts'
import { mailReceived } from './mail/mail-out.ts'
import { putComment } from './thread/put-comment.ts'

/** As often a day an address may write: each message makes a mail to an address it names. */
const PER_DAY = 10
const letters = perApp(() => dailyLimit(PER_DAY))

interface Shown {
  tenantId: string
  parcelId: string
  customerId: string
  depotId: string | null
  number: string
}

/** A parcel the public page shows; any other number is unknown here as it is there. */
async function shownParcel(ctx: Ctx, no: string): Promise<Shown> {
  const { rows } = await sql<Shown>`select t.tenant_id, t.parcel_id, p.customer_id, p.depot_id,
      t.number
    from tracking_number t join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
    where t.number = any(${spellingsOf(no)}::text[]) and t.state = 1 and t.visible
    limit 1`.execute(ctx.db)
  return rows[0] ?? failFields([{ path: 'no', code: 'field.ref' }])
}

export async function openPublicCase(
  ctx: Ctx,
  { no, type, email, text, lang }: In<typeof publicCases.open>,
): Promise<Out<typeof publicCases.open>> {
  if (ctx.http && ctx.deps.env.rateLimits) letters.of(ctx.deps).spend(ctx.http.ip)
  const parcel = await shownParcel(ctx, no)
  return inTx(asSystem(ctx, parcel.tenantId), async (tx) => {
    const made = await insertCase(tx, {
      type,
      subject: parcel.number,
      source: 'public',
      sourceId: parcel.parcelId,
      sourceNo: parcel.number,
      customerId: parcel.customerId,
      depotId: parcel.depotId,
      contact: email,
    })
    const row = await change(tx, 'serviceCase', made, { contactLang: lang })
    await putComment(tx, row, { ofStaff: false, byName: email, text })
    await noticeStaff(tx, row, 'opened', `case:${row.id}`)
    await mailReceived(tx, row)
    return { no: row.no }
  })
}
