import { sql } from 'kysely'
import { caseNoticed } from '#contracts/returns/cases/cases.events.ts'
import { messageSettled } from '#contracts/platform/messaging/messages.events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule, subscribe } from '#server/kit/jobs/jobs.ts'
import { translate } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { lockCase, noticeStaff } from '../case-row.ts'
import { addNote } from '../thread/notes.ts'
import { pollMailbox } from './poll.ts'

schedule('cases.poll', '*/2 * * * *', (ctx) =>
  inEachTenant(ctx, 'mailbox of cases not read', async (tenant) => {
    try {
      await pollMailbox(tenant)
    } finally {
      await noticeSilence(tenant)
    }
  }),
)

/** A mailbox that gives no answer for longer than some polls take is announced once. */
export async function noticeSilence(ctx: Ctx): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { rows } = await sql<{ id: string; error: string | null }>`select p.id,
        p.last_error as error
      from ${tx.rows('caseMailPoll').as('p')}
        join ${tx.rows('caseMailbox').as('b')} on b.id = p.mailbox_id and b.enabled
      where coalesce(p.last_ok_at, p.create_time) < now() - interval '10 minutes'
        and p.silent_noticed_at is null and p.last_error is not null`.execute(tx.db)
    for (const { id, error } of rows) {
      await change(tx, 'caseMailPoll', id, { silentNoticedAt: nowIso() }, { unlogged: 'all' })
      await tx.emit(caseNoticed, {
        what: 'mailSilent',
        subject: `silent:${id}:${nowIso()}`,
        userIds: [],
        customerId: null,
        caseId: null,
        no: '',
        note: error ?? '',
      })
    }
  })
}

// A mail of a case that could not be sent is noted in the case, for staff.
subscribe(messageSettled, 'cases.onMessageSettled', async (ctx, settled) => {
  const caseId = /^case:(\d{1,19})$/.exec(settled.about)?.[1]
  if (caseId === undefined || settled.outcome !== 'failed') return
  await inTx(ctx, async (tx) => {
    const row = await lockCase(tx, caseId)
    const id = await addNote(tx, {
      caseId,
      kind: 'note',
      ofStaff: true,
      byName: 'system',
      text: translate(ctx.lang, 'cases', 'mail.notSent', {
        to: settled.receiver,
        detail: settled.detail,
      }),
    })
    await change(tx, 'serviceCase', row, { flagged: true })
    await noticeStaff(tx, row, 'answered', `note:${id}`)
  })
})
