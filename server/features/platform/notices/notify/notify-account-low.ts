import { sql } from 'kysely'
import type { accountLow } from '#contracts/money/accounts.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** An account reached its alarm level: users of the customer who may see it learn of it. */
export const notifyAccountLow: EventHandler<typeof accountLow> = async (
  ctx,
  { accountId, customerId, currency, available, level, crossing },
) => {
  const subject = `${accountId}:${crossing}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'accountLow', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id = ${customerId} and ${permissionHolders('pay:account:list')}`,
    )
    await notifyRecipients(tx, {
      event: 'accountLow',
      subject,
      readers,
      openPage: '/shipment/payment-accounts',
      wording: (lang) => {
        const data = { currency, available, level }
        return {
          title: translate(lang, 'notify', 'account.low', data),
          text: translate(lang, 'notify', 'account.low.text', data),
        }
      },
    })
  })
}
