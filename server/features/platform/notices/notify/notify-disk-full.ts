import { sql } from 'kysely'
import type { diskFull } from '#contracts/insight/monitoring.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A volume fills up: the platform's people learn of it, once per node and day. */
export const notifyDiskFull: EventHandler<typeof diskFull> = async (
  ctx,
  { node, percent, day },
) => {
  await inTx(ctx, async (tx) => {
    const subject = `${node.split(':', 1)[0]}:${day}`
    if (!(await firstTime(tx, 'diskFull', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders('mon:disk:view')}`,
    )
    await notifyRecipients(tx, {
      event: 'diskFull',
      subject,
      readers,
      openPage: '/monitor/disk',
      wording: (lang) => ({
        title: translate(lang, 'notify', 'disk', { node }),
        text: translate(lang, 'notify', 'disk.text', { percent }),
      }),
    })
  })
}
