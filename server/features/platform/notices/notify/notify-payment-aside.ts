import { sql } from 'kysely'
import type { paymentAside } from '#contracts/money/recharges.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A payment that could not be credited by itself: those who confirm recharges decide. */
export const notifyPaymentAside: EventHandler<typeof paymentAside> = async (
  ctx,
  { id, why, outTradeNo, amount },
) => {
  const subject = `paymentEvent:${id}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'paymentAside', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders('acc:recharge:confirm')}`,
    )
    await notifyRecipients(tx, {
      event: 'paymentAside',
      subject,
      readers,
      openPage: '/accounting/online-payments',
      wording: (lang) => ({
        title: translate(lang, 'notify', 'payment.aside', { no: outTradeNo }),
        text: translate(lang, 'notify', `payment.aside.${why}`, { no: outTradeNo, amount }),
      }),
    })
  })
}
