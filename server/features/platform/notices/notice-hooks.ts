import { sql, type RawBuilder } from 'kysely'
import { NOTIFY_EVENTS } from '#contracts/platform/messaging/notify-rules.ts'
import { PAGE_LINK } from '#contracts/platform/messaging/notices.content.ts'
import {
  CHOSEN_MAX,
  SCREEN_KEY,
  USER_IDS,
  type noticeList,
} from '#contracts/platform/messaging/notices.ts'
import type { DraftOf } from '#contracts/kit/entity.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { cleanContent } from './clean-content.ts'

/** Kinds of news the product itself raises, by `bus_type`. */
export const NOTIFIED_FIELDS: readonly string[] = NOTIFY_EVENTS.map(({ event }) => event)

/**
 * Whether a row is an announcement a user wrote, and not archived. What the product sends to users
 * of their own (a new key, a sign-in) is for them alone: those who write announcements neither see
 * nor change it.
 */
export const isWritten = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(alias)}.del_flag = 0 and ${sql.ref(alias)}.origin is null
    and (${sql.ref(alias)}.bus_type is null
      or ${sql.ref(alias)}.bus_type <> all(${NOTIFIED_FIELDS}::text[])))`

/**
 * What an announcement needs beyond its fields: clean markup, people who exist, a link that leads
 * somewhere; and only an unpublished one changes.
 */
export const noticeHooks: Hooks<typeof noticeList> = {
  listQuery: () => [isWritten('t')],
  beforeSave: async (tx, draft, before) => {
    if (before && !(await isWrittenNotice(tx, String(before.id)))) failMissing()
    if (draft.msgContent) draft.msgContent = (await cleanContent(draft.msgContent)) || null
    if (draft.openPage !== undefined && draft.openType === undefined)
      draft.openType = openTypeOf(draft.openPage)
    const after = rowAfter(draft, before)
    const issues = [
      ...checkLink(after),
      ...checkSpan(after),
      ...(await checkAudience(tx, draft, after)),
    ]
    if (issues.length > 0) failFields(issues)
  },
}

export async function isWrittenNotice(ctx: Ctx, id: string): Promise<boolean> {
  const found = await sql`select 1
      from ${ctx.rows('sysAnnouncement').as('a')} where a.id = ${id} and ${isWritten('a')}`.execute(
    ctx.db,
  )
  return found.rows.length > 0
}

type Draft = DraftOf<typeof noticeList>

const openTypeOf = (page: string | null): 'url' | 'component' | null =>
  !page ? null : SCREEN_KEY.test(page) ? 'component' : 'url'

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

/**
 * Chosen people are people of this tenant; their ids are stored as the family writes them, `3,7,`.
 */
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
  }>`select u.id
    from ${tx.rows('sysUser').as('u')} where u.id = any(${ids}::bigint[])
      and u.del_flag = 0`.execute(tx.db)
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
