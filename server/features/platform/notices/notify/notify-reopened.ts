import { sql } from 'kysely'
import type { outboundReopened } from '#contracts/depot/outbound.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** Charges of a batch that was opened again were given back: those who look after charging learn. */
export const notifyReopened: EventHandler<typeof outboundReopened> = async (
  ctx,
  { batchId, no, at, by, reason, charges, sums },
) => {
  const subject = `outBatch:${batchId}:${at}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'batchReopened', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders('acc:charging:edit')}`,
    )
    await notifyRecipients(tx, {
      event: 'batchReopened',
      subject,
      readers,
      openPage: '/accounting/trades',
      wording: (lang) => {
        const sum = sums.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') || '0'
        const data = { no, by, reason, charges, sum }
        return {
          title: translate(lang, 'notify', 'reopened', data),
          text: translate(lang, 'notify', 'reopened.text', data),
        }
      },
    })
  })
}
