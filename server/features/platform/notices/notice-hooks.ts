import { sql } from 'kysely'
import { NOTIFY_EVENTS } from '#contracts/platform/notify-rules.ts'
import { PAGE_LINK } from '#contracts/platform/notices.content.ts'
import { CHOSEN_MAX, SCREEN_KEY, USER_IDS, type noticeList } from '#contracts/platform/notices.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { cleanContent } from './clean-content.ts'

/** Kinds of news the house itself raises, by `bus_type`. */
export const NOTIFIED_FIELDS: readonly string[] = NOTIFY_EVENTS.map(({ event }) => event)

/** What an announcement needs beyond its fields: clean markup, people who exist, a link that leads somewhere; and only an unpublished one changes. */
export const noticeHooks: Hooks<typeof noticeList> = {
  // What the house tells people of their own is no announcement of anybody's, and there is much of it.
  listQuery: () => [
    sql`t.del_flag = 0`,
    sql`(t.bus_type is null or t.bus_type <> all(${NOTIFIED_FIELDS}::text[]))`,
  ],
  beforeSave: async (tx, draft, before) => {
    if (before?.delFlag === '1') failMissing()
    if (draft.msgContent) draft.msgContent = (await cleanContent(draft.msgContent)) || null
    const after = rowAfter(draft, before)
    const issues = [
      ...checkLink(after),
      ...checkSpan(after),
      ...(await checkAudience(tx, draft, after)),
    ]
    if (issues.length > 0) failFields(issues)
  },
}

type Draft = DraftOf<typeof noticeList>

function checkLink({ openType, openPage }: Draft): RawIssue[] {
  if (!openType) return []
  if (!openPage) return [{ path: 'openPage', code: 'field.required' }]
  return (openType === 'url' ? PAGE_LINK : SCREEN_KEY).test(openPage)
    ? []
    : [{ path: 'openPage', code: openType === 'url' ? 'notice.link' : 'notice.screen' }]
}

function checkSpan({ startTime, endTime }: Draft): RawIssue[] {
  if (!startTime || !endTime) return []
  return Date.parse(endTime) > Date.parse(startTime)
    ? []
    : [{ path: 'endTime', code: 'notice.span' }]
}

/** Chosen people are people of this tenant; their ids are stored as the family writes them, `3,7,`. */
async function checkAudience(tx: Tx, draft: Draft, after: Draft): Promise<RawIssue[]> {
  if ((after.msgType ?? 'ALL') === 'ALL') {
    draft.userIds = null
    return []
  }
  const text = (after.userIds ?? '').trim()
  if (text === '' || text === ',') return [{ path: 'userIds', code: 'field.required' }]
  if (!USER_IDS.test(text)) return [{ path: 'userIds', code: 'field.ref' }]
  const ids = idsOf(text)
  if (ids.length > CHOSEN_MAX)
    return [{ path: 'userIds', code: 'field.tooMany', data: { max: CHOSEN_MAX } }]
  const found = await sql<{
    id: string
  }>`select u.id from ${tx.rows('sysUser').as('u')} where u.id = any(${ids}::bigint[]) and u.del_flag = 0`.execute(
    tx.db,
  )
  if (found.rows.length !== ids.length) return [{ path: 'userIds', code: 'field.ref' }]
  draft.userIds = `${ids.join(',')},`
  return []
}

/** The ids of `3,7,`, each once. */
export function idsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .filter(Boolean)
        .map((id) => BigInt(id).toString()),
    ),
  ]
}
