import { sql } from 'kysely'
import type { returnNoticed } from '#contracts/returns/returns.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** What became of a return: its owner's users learn it, or those who look for owners. */
export const notifyReturns: EventHandler<typeof returnNoticed> = async (
  ctx,
  { what, subject: about, customerId, no, note },
) => {
  const subject = `return:${what}:${about}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'returnNews', subject))) return
    const readers = await recipientsWho(
      tx,
      customerId === null
        ? sql`u.customer_id is null and ${permissionHolders('ret:unconf:list')}`
        : sql`u.customer_id = ${customerId} and ${permissionHolders('ret:my:list')}`,
    )
    await notifyRecipients(tx, {
      event: 'returnNews',
      subject,
      readers,
      openPage: customerId === null ? '/returns/unconfirmed' : '/returns/mine',
      wording: (lang) => ({
        title: translate(lang, 'notify', `return.${what}`, { no }),
        text: translate(lang, 'notify', `return.${what}.text`, { no, note }),
      }),
    })
  })
}
