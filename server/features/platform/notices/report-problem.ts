import { sql } from 'kysely'
import sanitizeHtml from 'sanitize-html'
import {
  REPORTS_AN_HOUR,
  type problemReports,
} from '#contracts/platform/messaging/problem-reports.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { permissionHolders } from '#server/features/platform/session/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { failTooMany } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { firstTime, notifyRecipients } from './notify/notify-recipients.ts'
import { recipientsWho } from './notify/recipients.ts'

const HOUR_S = 3_600

/** A notice to the tenant's staff who read the logs, with where to look. */
export async function reportProblem(
  ctx: Ctx,
  { requestId, path, text }: In<typeof problemReports.report>,
): Promise<null> {
  const { userId, username, realname } = ctx.principal
  await inTx(ctx, async (tx) => {
    const subject = await nextOf(tx, userId)
    const readers = await recipientsWho(
      acrossTenantTx(tx),
      sql`u.customer_id is null and ${permissionHolders('sys:log:list')}`,
    )
    await notifyRecipients(tx, {
      event: 'problemReported',
      subject,
      readers,
      openPage: requestId ? `/isystem/log?requestId=${requestId}` : '/isystem/log',
      wording: (lang) => {
        const data = {
          user: realname || username,
          username,
          path,
          requestId: requestId ?? '–',
          text,
        }
        const where = translate(lang, 'notify', 'problem.where', data)
        return {
          title: translate(lang, 'notify', 'problem', data),
          text: translate(lang, 'notify', 'problem.text', data),
          content: [text, where].map((line) => `<p>${asText(line)}</p>`).join(''),
        }
      },
    })
  })
  return null
}

/** One of a person's few places of this hour, however many are sent at once. */
async function nextOf(tx: Tx, userId: string): Promise<string> {
  const seconds = Math.floor(now() / 1_000)
  const hour = Math.floor(seconds / HOUR_S)
  for (let n = 1; n <= REPORTS_AN_HOUR; n++) {
    const subject = `${userId}:${hour}:${n}`
    if (await firstTime(tx, 'problemReported', subject)) return subject
  }
  return failTooMany('problem.tooMany', (hour + 1) * HOUR_S - seconds)
}

/** Words of a stranger: no markup of theirs, no link. */
const asText = (words: string) =>
  sanitizeHtml(words, { allowedTags: [], disallowedTagsMode: 'escape' })
