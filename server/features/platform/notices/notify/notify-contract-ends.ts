import { sql } from 'kysely'
import type { contractEnds } from '#contracts/parties/suppliers.events.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { EventHandler } from '#server/kit/jobs/jobs.ts'
import { firstTime, notifyRecipients } from './notify-recipients.ts'
import { recipientsWho } from './recipients.ts'

/** A supplier's contract ends soon: staff who see suppliers learn of it, once for each end. */
export const notifyContractEnds: EventHandler<typeof contractEnds> = async (
  ctx,
  { id, code, name, contractNo, end, days },
) => {
  const subject = `supplier:${id}:${end}`
  await inTx(ctx, async (tx) => {
    if (!(await firstTime(tx, 'contractEnds', subject))) return
    const readers = await recipientsWho(
      tx,
      sql`u.customer_id is null and ${permissionHolders('dlv:supplier:list')}`,
    )
    await notifyRecipients(tx, {
      event: 'contractEnds',
      subject,
      readers,
      openPage: `/delivery/suppliers/${id}`,
      wording: (lang) => {
        const data = { code, name, no: contractNo ?? '–', end, days }
        return {
          title: translate(lang, 'notify', 'contract.ends', data),
          text: translate(lang, 'notify', 'contract.ends.text', data),
        }
      },
    })
  })
}
