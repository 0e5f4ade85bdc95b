import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import {
  defineTemplate,
  offerAttachment,
  queueMessage,
} from '#server/features/platform/messages/index.ts'
import { reports } from '#contracts/insight/reports.ts'
import { nextRuns } from '#server/features/platform/scheduled-jobs/index.ts'
import { principalOfUser } from '#server/features/platform/session/index.ts'
import { executorOf, makeCtx, type Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { noteFile } from '#server/kit/http/op-log/note-file.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { receiversOf } from './designer.ts'
import { reportSheet } from './report-rows.ts'

const TEMPLATE = 'reports.sheet'
const SHEET = 'report-sheet'
const DUE_MAX = 50

defineTemplate({
  code: TEMPLATE,
  space: 'online-reports',
  channels: ['email'],
  sample: { name: 'Late parcels', at: '2026-03-01 08:00', timeZone: 'Europe/Berlin' },
})

/** The file is made when the mail goes out, with the rights its user, or the key it was set up with, has at that moment. */
offerAttachment(SHEET, async (ctx, id) => {
  const { rows } = await sql<Maker & { receivers: string | null }>`select r.run_as, r.run_key,
      r.receivers
    from ${ctx.rows('onlineReport').as('r')} where r.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const maker = await asMaker(ctx, row)
  const { name, columns, rows: cells, fields } = await reportSheet(maker, { cgRpConfigId: id })
  const file = sheetReply(name, { columns, rows: cells }, 'xlsx', { ctx: maker, fields })
  const bytes = Buffer.isBuffer(file.content) ? file.content : await buffer(file.content)
  // Like one that is downloaded; under whose rights it was made.
  await noteFile(maker, reports.exportXls, file, { report: name, receivers: row.receivers })
  return { name: `${name}.xlsx`, type: file.type, bytes }
})

/** Who set a schedule up, and by which key. */
interface Maker {
  runAs: string | null
  runKey: string | null
}
async function asMaker(ctx: Ctx, { runAs, runKey }: Maker): Promise<Ctx> {
  const principal = runAs === null ? null : await principalOfUser(ctx, runAs, runKey)
  if (!principal) fail('report.noUser')
  return makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    log: ctx.log,
    deps: ctx.deps,
    http: null,
    executor: executorOf(ctx),
    principal,
  })
}

schedule('reports.mail', '* * * * *', (ctx) =>
  inEachTenant(ctx, 'reports could not be queued for mailing', queueDueReports),
)

/** Queues the mails of the reports that are due; each moves on to its next time with it. */
export async function queueDueReports(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select r.id from ${ctx.rows('onlineReport').as('r')}
    where r.next_run_at <= ${nowIso()} order by r.next_run_at limit ${DUE_MAX}`.execute(ctx.db)
  for (const { id } of rows)
    await inTx(ctx, async (tx) => {
      let due = false
      const report = await change(tx, 'onlineReport', id, (row) => {
        due = row.nextRunAt !== null && Date.parse(row.nextRunAt) <= now()
        return due && row.cron !== null
          ? {
              nextRunAt: nextRuns(row.cron, row.timeZone, now(), 1)[0] ?? null,
              lastRunAt: nowIso(),
            }
          : {}
      })
      if (!due) return
      const at = new Intl.DateTimeFormat('sv-SE', {
        timeZone: report.timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(now())
      for (const to of receiversOf(report.receivers))
        await queueMessage(tx, {
          channel: 'email',
          to,
          template: TEMPLATE,
          lang: tx.lang,
          data: { name: report.name, at, timeZone: report.timeZone },
          attachments: [{ maker: SHEET, ref: id, name: `${report.name}.xlsx` }],
        })
    })
}
