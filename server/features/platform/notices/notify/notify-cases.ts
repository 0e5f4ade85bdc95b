import { sql } from 'kysely'
import type { caseNoticed } from '#contracts/returns/cases/cases.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/**
 * What happened in a case: the users named learn it, else those of the customer (of a sub-account's
 * case that one), else staff who handles cases.
 */
export const notifyCases: EventHandler<typeof caseNoticed> = async (
  ctx,
  { what, subject: about, userIds, customerId, username, caseId, no, note },
) => {
  const subject = `case:${what}:${about}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'caseNews', subject))) return
    const readers = await recipientsWho(
      tx,
      userIds.length > 0
        ? sql`u.id = any(${userIds}::bigint[])`
        : customerId === null
          ? sql`u.customer_id is null and ${permissionHolders('ret:case:handle')}`
          : sql`u.customer_id = ${customerId} and ${permissionHolders('ret:case:list')}
            and (u.parent_user_id is null or u.username = ${username})`,
    )
    await notifyRecipients(tx, {
      event: 'caseNews',
      subject,
      readers,
      openPage: caseId === null ? '/returns/cases' : `/returns/cases?_row=${caseId}`,
      wording: (lang) => ({
        title: translate(lang, 'notify', `case.${what}`, { no }),
        text: translate(lang, 'notify', `case.${what}.text`, { no, note }),
      }),
    })
  })
}
