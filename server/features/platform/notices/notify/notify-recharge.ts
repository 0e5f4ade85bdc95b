import { sql } from 'kysely'
import type { rechargeDecided } from '#contracts/money/recharges.events.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { permissionHolders, recipientsWho } from './recipients.ts'

/** Users of the customer who see its recharges learn what became of one. */
export const notifyRecharge: EventHandler<typeof rechargeDecided> = async (
  ctx,
  { id, customerId, reference, outcome, amount, currency, occasion },
) => {
  const subject = `recharge:${id}:${occasion}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'rechargeDecided', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id = ${customerId} and ${permissionHolders('pay:recharge:list')}`,
    )
    const data = { reference, amount, currency }
    await notifyRecipients(tx, {
      event: 'rechargeDecided',
      subject,
      readers,
      openPage: '/shipment/recharges',
      wording: (lang) => ({
        title: translate(lang, 'notify', `recharge.${outcome}`, data),
        text: translate(lang, 'notify', `recharge.${outcome}.text`, data),
      }),
    })
  })
}
