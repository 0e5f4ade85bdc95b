import { sql } from 'kysely'
import type { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import { carrierPerm } from '#contracts/carriers/carrier-sets.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { permissionHolders, recipientsWho } from './recipients.ts'

const TEXTS = { auth: 'carrierStopped', down: 'carrierDown', file: 'carrierFile' } as const

/** A carrier no longer lets an account in, or is down: who looks after it learns once, not per label. */
export const notifyCarrierStopped: EventHandler<typeof carrierAccountStopped> = async (
  ctx,
  { id, carrier, name, at, why },
) => {
  const text = TEXTS[why]
  // One that comes and goes is one notice a day.
  const subject = `carrierAccount:${id}:${why === 'down' ? at.slice(0, 10) : at}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'carrierStopped', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null
        and ${permissionHolders(carrierPerm(carrier, 'account', 'edit'))}`,
    )
    await notifyRecipients(tx, {
      event: 'carrierStopped',
      subject,
      readers,
      openPage: `/delivery/${carrier}/${why === 'file' ? 'batches' : 'accounts'}`,
      wording: (lang) => ({
        title: translate(lang, 'notify', text, { name }),
        text: translate(lang, 'notify', `${text}.text`, { name }),
      }),
    })
  })
}
