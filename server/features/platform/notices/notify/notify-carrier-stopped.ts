import { sql } from 'kysely'
import type { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import { carrierPerm } from '#contracts/carriers/carrier-sets.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

const TEXTS = {
  auth: 'carrierStopped',
  down: 'carrierDown',
  file: 'carrierFile',
  noTaker: 'carrierNoTaker',
} as const

/** A carrier no longer lets an account in, or is down: who looks after it learns once, not per label. */
export const notifyCarrierStopped: EventHandler<typeof carrierAccountStopped> = async (
  ctx,
  { id, carrier, name, at, why },
) => {
  const text = TEXTS[why]
  const perm = carrier === null ? 'dlv:service:edit' : carrierPerm(carrier, 'account', 'edit')
  // What comes and goes, or concerns file after file, is one notice a day.
  const isDaily = why === 'down' || why === 'file'
  const subject = `carrierAccount:${id}:${isDaily ? `${why}:${at.slice(0, 10)}` : at}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'carrierStopped', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null
        and ${permissionHolders(perm)}`,
    )
    await notifyRecipients(tx, {
      event: 'carrierStopped',
      subject,
      readers,
      openPage:
        carrier === null
          ? '/delivery/services'
          : `/delivery/${carrier}/${why === 'file' ? 'batches' : 'accounts'}`,
      wording: (lang) => ({
        title: translate(lang, 'notify', text, { name }),
        text: translate(lang, 'notify', `${text}.text`, { name }),
      }),
    })
  })
}
