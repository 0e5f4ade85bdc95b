import { accountLow } from '#contracts/money/accounts.events.ts'
import { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import { diskFull } from '#contracts/insight/monitoring.events.ts'
import { numbersLow } from '#contracts/commercial/numbers/numbers.events.ts'
import { tradeAsked } from '#contracts/money/trades.events.ts'
import { dunningProposed } from '#contracts/money/dunning/dunning.events.ts'
import {
  paymentAside,
  rechargeDecided,
  rechargeReported,
} from '#contracts/money/recharges.events.ts'
import { twoUsersAsked } from '#contracts/money/two-users.events.ts'
import { notifyTwoUsers } from './notify/notify-two-users.ts'
import { contractEnds } from '#contracts/parties/suppliers.events.ts'
import { parcelsLate, parcelsOnTime } from '#contracts/tracking/alerts.events.ts'
import { parcelTracked } from '#contracts/tracking/tracking.events.ts'
import { scheduledJobBroken } from '#contracts/platform/operations/scheduled-jobs.events.ts'
import { outboundReopened } from '#contracts/depot/outbound.events.ts'
import { predictedReminded } from '#contracts/depot/predicted.events.ts'
import { noticeReleased } from '#contracts/platform/messaging/notices.events.ts'
import { notifyRulesChanged } from '#contracts/platform/session/account.events.ts'
import { shipmentImportFinished } from '#contracts/orders/imports/shipment-imports.events.ts'
import { orderTaskFinished } from '#contracts/orders/order-tasks.events.ts'
import { sql } from 'kysely'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { noticeTexts } from './notice-texts.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { subscribe, type EventHandler } from '#server/kit/jobs/jobs.ts'
import { translate } from '#server/kit/http/texts.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { isPublished } from './publish.ts'
import { recipientsWho } from './notify/recipients.ts'
import { reschedule } from './notify/send-waiting.ts'
import { firstTime, notifyRecipients } from './notify/notify-recipients.ts'
import { forgetLate, noteLate } from './notify/note-late.ts'
import { notifyAccountLow } from './notify/notify-account-low.ts'
import { notifyDiskFull } from './notify/notify-disk-full.ts'
import { notifyNumbersLow } from './notify/notify-numbers-low.ts'
import { notifyDunning } from './notify/notify-dunning.ts'
import { notifyContractEnds } from './notify/notify-contract-ends.ts'
import { notifyPaymentAside } from './notify/notify-payment-aside.ts'
import { returnNoticed } from '#contracts/returns/returns.events.ts'
import { caseNoticed } from '#contracts/returns/cases/cases.events.ts'
import { notifyCases } from './notify/notify-cases.ts'
import { notifyReturns } from './notify/notify-returns.ts'
import { notifyPredicted } from './notify/notify-predicted.ts'
import { notifyCarrierStopped } from './notify/notify-carrier-stopped.ts'
import { notifyReopened } from './notify/notify-reopened.ts'
import { notifyTradeAsked } from './notify/notify-trade-asked.ts'
import { notifyRecharge, notifyReported } from './notify/notify-recharge.ts'
import { notifyTaskDone } from './notify/notify-task-done.ts'

/** What stops a parcel or turns it round; parcels kept back in a depot are stopped as well. */
const STOPPED: readonly number[] = [TRACK.EXCEPTION, TRACK.RETURNING, TRACK.DESTROYED]

/** Call once, at load: a job is defined for the process. */
export function registerEventHandlers(): void {
  subscribe(parcelTracked, 'notices.onParcelTracked', noteParcels)
  subscribe(parcelsLate, 'notices.onParcelsLate', noteLate)
  subscribe(parcelsOnTime, 'notices.onParcelsOnTime', forgetLate)
  subscribe(shipmentImportFinished, 'notices.onImportFinished', notifyImportDone)
  subscribe(orderTaskFinished, 'notices.onOrderTaskFinished', notifyTaskDone)
  subscribe(diskFull, 'notices.onDiskFull', notifyDiskFull)
  subscribe(numbersLow, 'notices.onNumbersLow', notifyNumbersLow)
  subscribe(accountLow, 'notices.onAccountLow', notifyAccountLow)
  subscribe(dunningProposed, 'notices.onDunningProposed', notifyDunning)
  subscribe(contractEnds, 'notices.onContractEnds', notifyContractEnds)
  subscribe(tradeAsked, 'notices.onTradeAsked', notifyTradeAsked)
  subscribe(paymentAside, 'notices.onPaymentAside', notifyPaymentAside)
  subscribe(twoUsersAsked, 'notices.onTwoUsersAsked', notifyTwoUsers)
  subscribe(predictedReminded, 'notices.onPredictedReminded', notifyPredicted)
  subscribe(caseNoticed, 'notices.onCaseNoticed', notifyCases)
  subscribe(returnNoticed, 'notices.onReturnNoticed', notifyReturns)
  subscribe(outboundReopened, 'notices.onOutboundReopened', notifyReopened)
  subscribe(carrierAccountStopped, 'notices.onCarrierStopped', notifyCarrierStopped)
  subscribe(rechargeDecided, 'notices.onRechargeDecided', notifyRecharge)
  subscribe(rechargeReported, 'notices.onRechargeReported', notifyReported)
  subscribe(scheduledJobBroken, 'notices.onJobFailed', notifyJobDone)
  subscribe(noticeReleased, 'notices.onReleased', notifyNoticePublished)
  subscribe(notifyRulesChanged, 'notices.onRulesChanged', (ctx, { userId }) =>
    inTx(ctx, (tx) => reschedule(tx, userId)),
  )
}

/**
 * Parcels as they are by now are noted and reported together, a few minutes later; what happened
 * days ago is no news.
 */
const noteParcels: EventHandler<typeof parcelTracked> = async (ctx, { parcelIds }) => {
  await sql`insert into notify_occasion (tenant_id, event, subject, parcel_id)
    select p.tenant_id, x.event, case when x.event = 'parcelDelivered' then p.id::text
      else concat_ws(':', p.id, p.tracking_status, p.tracking_sub, p.last_event_at) end, p.id
    from ${ctx.rows('parcel').as('p')},
      lateral (select case when p.tracking_status = ${TRACK.DELIVERED} then 'parcelDelivered'
      when p.tracking_status = any(${STOPPED}::int[])
      or p.tracking_sub = 'held_in_depot' then 'parcelException' end as event) x
    where p.id = any(${parcelIds}::bigint[]) and x.event is not null
      and coalesce(p.last_event_at, now()) > now() - interval '3 days'
    on conflict do nothing`.execute(ctx.db)
}

/**
 * An order file is through: its sender learns the outcome. A trial run is looked at where it
 * was asked for.
 */
const notifyImportDone: EventHandler<typeof shipmentImportFinished> = async (ctx, { importId }) => {
  const found = await sql<{
    fileName: string
    status: string
    accepted: number
    refused: number
    createBy: string | null
  }>`select i.file_name, i.status, i.accepted, i.refused, i.create_by
    from ${ctx.rows('shipmentImport').as('i')} where i.id = ${importId} and not i.dry_run
      and i.status in ('done', 'failed')`.execute(ctx.db)
  const done = found.rows[0]
  if (!done) return
  const outcome = done.status === 'failed' ? 'failed' : done.refused > 0 ? 'some' : 'done'
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'importFinished', `${importId}:${done.status}`))) return
    const readers = await recipientsWho(tx, sql`u.username = ${done.createBy}`)
    const data = { file: done.fileName, accepted: done.accepted, refused: done.refused }
    await notifyRecipients(tx, {
      event: 'importFinished',
      subject: importId,
      readers,
      openPage: '/shipment/import',
      wording: (lang) => ({
        title: translate(lang, 'notify', `import.${outcome}`, data),
        text: translate(lang, 'notify', `import.${outcome}.text`, data),
      }),
    })
  })
}

/**
 * A scheduled job failed: those who look after jobs hear of it, once an hour however often it does.
 */
const notifyJobDone: EventHandler<typeof scheduledJobBroken> = async (
  ctx,
  { jobClassName, runId, hour },
) => {
  const tenants = await sql<{
    id: string
  }>`select t.id from tenant t where t.status = 1 order by t.id`.execute(ctx.db)
  const subject = `${jobClassName}:${hour}`
  for (const { id } of tenants.rows) {
    const inside = asSystem(ctx, id)
    const readers = await recipientsWho(
      inside,
      sql`u.customer_id is null and ${permissionHolders('sys:job:list')}`,
    )
    if (readers.length === 0) continue
    await inTx(inside, async (tx) => {
      if (!(await firstTime(tx, 'jobFailed', subject))) return
      await notifyRecipients(tx, {
        event: 'jobFailed',
        subject,
        readers,
        openPage: '/isystem/QuartzJobList',
        wording: (lang) => {
          const data = {
            job: translate(lang, 'scheduled-jobs', `type.${jobClassName}`),
            run: runId,
          }
          return {
            title: translate(lang, 'notify', 'broken', data),
            text: translate(lang, 'notify', 'broken.text', data),
          }
        },
      })
    })
  }
}

/**
 * An announcement is out: it stands under every bell by itself, and goes by mail or text message to
 * the users who want that.
 */
const notifyNoticePublished: EventHandler<typeof noticeReleased> = async (ctx, { id, version }) => {
  const found = await sql<{
    id: string
    titile: string
    msgType: string
    msgAbstract: string | null
    msgContent: string | null
  }>`select a.id, a.titile, a.msg_type, a.msg_abstract, a.msg_content
    from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${id} and a.version = ${version}
    and ${isPublished} and (a.end_time is null
      or a.end_time > now())`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return
  const text = noticeTexts(row)
  await inTx(ctx, async (tx) => {
    const subject = `${row.id}:${version}`
    if (!(await firstTime(tx, 'announcement', subject))) return
    const wants = sql`exists (select 1 from user_setting s
        where s.user_id = u.id and s.key = 'notify.rules'
          and (s.value #>> '{rules,announcement,email}' = 'true'
            or s.value #>> '{rules,announcement,sms}' = 'true'))`
    const given =
      row.msgType === 'ALL'
        ? sql`true`
        : sql`exists (select 1
            from ${tx.rows('sysAnnouncementSend').as('r')} where r.annt_id = ${row.id} and r.user_id = u.id
              and r.for_user_ids is null)`
    await notifyRecipients(tx, {
      event: 'announcement',
      subject,
      bell: false,
      readers: await recipientsWho(tx, sql`${wants} and ${given}`),
      wording: () => ({ title: row.titile, text }),
    })
  })
}
