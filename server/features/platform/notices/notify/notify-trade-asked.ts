import { sql } from 'kysely'
import type { tradeAsked } from '#contracts/money/trades.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/**
 * A text about a trade detail: staff who answer learn of a customer's, users of the customer who
 * see the line of one by staff; a sub-account where the line is its own.
 */
export const notifyTradeAsked: EventHandler<typeof tradeAsked> = async (
  ctx,
  { id, customerId, userId, ofStaff, label, text },
) => {
  const event = ofStaff ? 'tradeAnswered' : 'tradeAsked'
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, event, `tradeText:${id}`))) return
    const readers = await recipientsWho(
      tx,
      ofStaff
        ? sql`u.customer_id = ${customerId} and ${permissionHolders('pay:trade:list')}
          and (u.parent_user_id is null or u.id = ${userId}::bigint)`
        : sql`u.customer_id is null and ${permissionHolders('acc:trade:answer')}`,
    )
    await notifyRecipients(tx, {
      event,
      subject: `tradeText:${id}`,
      readers,
      openPage: ofStaff ? '/shipment/trades?asked=true' : '/accounting/trades?asked=true',
      wording: (lang) => ({
        title: translate(lang, 'notify', `trade.${label ? 'ofOrder' : 'ofNone'}`, { label }),
        text,
      }),
    })
  })
}
