import { sql } from 'kysely'
import type { twoUsersAsked } from '#contracts/money/two-users.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** What may be changed by whom, and where it is decided. */
const OF = {
  limits: { perm: 'acc:recharge:confirm', page: '/accounting/recharges' },
  paymentAccount: { perm: 'acc:payacct:edit', page: '/accounting/payment-accounts' },
} as const

/** A setting of money waits for a second user: those who may decide are notified. */
export const notifyTwoUsers: EventHandler<typeof twoUsersAsked> = async (
  ctx,
  { id, kind, label },
) => {
  const subject = `twoUsers:${id}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'twoUsersAsked', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders(OF[kind].perm)}`,
    )
    await notifyRecipients(tx, {
      event: 'twoUsersAsked',
      subject,
      readers,
      openPage: OF[kind].page,
      wording: (lang) => ({
        title: translate(lang, 'notify', `twoUsers.${kind}`, { label }),
        text: translate(lang, 'notify', 'twoUsers.text'),
      }),
    })
  })
}
