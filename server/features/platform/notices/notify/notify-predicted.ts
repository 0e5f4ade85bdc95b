import { sql } from 'kysely'
import type { predictedReminded } from '#contracts/depot/predicted.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A depot asks where an announced order is: the customer's users who look after orders learn. */
export const notifyPredicted: EventHandler<typeof predictedReminded> = async (
  ctx,
  { customerId, shipmentId, serialNumber, outstanding, days, at },
) => {
  const subject = `predicted:${shipmentId}:${at}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'predictedOverdue', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id = ${customerId} and ${permissionHolders('wh:pred:list')}`,
    )
    await notifyRecipients(tx, {
      event: 'predictedOverdue',
      subject,
      readers,
      openPage: '/warehouse/predicted-shipments',
      wording: (lang) => {
        const data = { no: serialNumber, count: outstanding, days }
        return {
          title: translate(lang, 'notify', 'predicted', data),
          text: translate(lang, 'notify', 'predicted.text', data),
        }
      },
    })
  })
}
