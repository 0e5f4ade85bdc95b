import { sql } from 'kysely'
import type { dunningProposed } from '#contracts/money/dunning/dunning.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** Invoices are due for a reminder: those who dun decide, once a day. */
export const notifyDunning: EventHandler<typeof dunningProposed> = async (
  ctx,
  { day, customers, invoices },
) => {
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'dunningProposed', day))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders('acc:invoice:dun')}`,
    )
    await notifyRecipients(tx, {
      event: 'dunningProposed',
      subject: day,
      readers,
      openPage: '/accounting/dunning',
      wording: (lang) => ({
        title: translate(lang, 'notify', 'dunning', { customers }),
        text: translate(lang, 'notify', 'dunning.text', { customers, invoices }),
      }),
    })
  })
}
