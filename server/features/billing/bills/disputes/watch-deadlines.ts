import { sql } from 'kysely'
import { dayAfter } from '#contracts/kit/measure.ts'
import { DEADLINE_DAYS } from '#contracts/billing/bills.states.ts'
import { inBothLanguages, noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { holdersOf } from '#server/features/platform/identity/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'

schedule('bills.deadlines', '20 5 * * *', (ctx) =>
  inEachTenant(ctx, 'deadlines of disputes not announced', noticeDeadlines),
)

interface Ending {
  id: string
  invoiceNo: string
  deadline: string
  open: number
  drafts: number
}

/**
 * Bills whose carrier soon takes no dispute, with lines no user has decided on or a dispute that was
 * not sent: announced once when the last week begins, and once on the last day.
 */
export async function noticeDeadlines(ctx: Ctx): Promise<void> {
  const today = await businessDay(ctx)
  const { rows } = await sql<Ending>`select r.id, r.invoice_no, r.deadline::text as deadline,
      r.open, count(d.id)::int as drafts
    from ${ctx.rows('billRun').as('r')}
      left join ${ctx.rows('dispute').as('d')} on d.run_id = r.id and d.state = 'draft'
    where r.state = 'matched'
      and r.deadline between ${today} and ${dayAfter(today, DEADLINE_DAYS)}
    group by r.id, r.invoice_no, r.deadline, r.open
    having r.open > 0 or count(d.id) > 0
    order by r.deadline, r.id limit 500`.execute(ctx.db)
  if (rows.length === 0) return
  await inTx(ctx, async (tx) => {
    const readers = [...(await holdersOf(tx, 'bill:match:accept'))]
    const notices = rows.flatMap((row) => readers.map((one) => [row, ...one] as const))
    for (const [{ id, invoiceNo, deadline, open, drafts }, lang, userIds] of notices) {
      const last = deadline === today
      const words = { no: invoiceNo, deadline, open, drafts }
      await tx.emit(noticeWanted, {
        userIds,
        ...inBothLanguages(lang, (one) => ({
          titile: translate(one, 'bills', 'deadline.notice', words),
          msgAbstract: translate(one, 'bills', 'deadline.notice.text', words),
        })),
        priority: last ? 'H' : 'M',
        openType: 'url',
        openPage: `/bill/matching?invoiceNo=${encodeURIComponent(invoiceNo)}`,
        busId: id,
        busType: 'billDeadline',
        key: `bill-deadline:${id}:${deadline}:${last ? 'last' : 'soon'}:${lang}`,
      })
    }
  })
}
