import { sql } from 'kysely'
import type { numbersLow } from '#contracts/commercial/numbers/numbers.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A segment or pool runs low: staff who may see it learn of it, once each time it falls. */
export const notifyNumbersLow: EventHandler<typeof numbersLow> = async (
  ctx,
  { source, id, code, service, level, free, daysLeft, crossing },
) => {
  const perm = source === 'pool' ? 'dlv:number:list' : 'dlv:segment:list'
  const subject = `${source}:${id}:${level}:${crossing}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'numbersLow', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders(perm)}`,
    )
    await notifyRecipients(tx, {
      event: 'numbersLow',
      subject,
      readers,
      openPage: source === 'pool' ? '/delivery/numbers' : '/delivery/number-segments',
      wording: (lang) => {
        const data = { code, service, free, days: daysLeft ?? 0 }
        const text = level === 'low' && daysLeft === null ? 'noDays' : 'text'
        return {
          title: translate(lang, 'notify', `numbers.${level}`, data),
          text: translate(lang, 'notify', `numbers.${level}.${text}`, data),
        }
      },
    })
  })
}
