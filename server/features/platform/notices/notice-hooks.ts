import { sql } from 'kysely'
import { NOTIFY_EVENTS } from '#contracts/platform/notify-rules.ts'
import { PAGE_LINK } from '#contracts/platform/notices.content.ts'
import { CHOSEN_MAX, SCREEN_KEY, USER_IDS } from '#contracts/platform/notices.ts'
import { whyNotNotice } from '#contracts/platform/notices.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/resource.ts'
import type { Draft } from '#server/kit/resource/resource-write.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'
import { cleanContent } from './clean-content.ts'

/** Kinds of news the house itself raises, by `bus_type`. */
export const NOTIFIED_FIELDS: readonly string[] = NOTIFY_EVENTS.map(({ event }) => event)

/** What an announcement needs beyond its fields: clean markup, people who exist, a link that leads somewhere; and only an unpublished one changes. */
export const noticeHooks: Hooks = {
  // What the house tells people of their own is no announcement of anybody's, and there is much of it.
  listQuery: () => [
    sql`t.del_flag = 0`,
    sql`(t.bus_type is null or t.bus_type <> all(${NOTIFIED_FIELDS}::text[]))`,
  ],
  beforeSave: async (tx, draft, before) => {
    if (before) checkState(before)
    if (typeof draft.msgContent === 'string')
      draft.msgContent = (await cleanContent(draft.msgContent)) || null
    const issues = [
      ...checkLink(draft, before),
      ...checkSpan(draft, before),
      ...(await checkAudience(tx, draft, before)),
    ]
    if (issues.length > 0) failFields(issues)
  },
}

function checkState(before: WireRow): void {
  if (before.delFlag === '1') failMissing()
  const closed = whyNotNotice('edit', String(before.sendStatus))
  if (closed) fail(closed, { label: before.titile })
}

/** A field as it will be: what was sent, else what is there. */
const after = (draft: Draft, before: WireRow | null, field: string): unknown =>
  draft[field] === undefined ? (before?.[field] ?? null) : draft[field]

function checkLink(draft: Draft, before: WireRow | null): RawIssue[] {
  const [type, page] = [after(draft, before, 'openType'), after(draft, before, 'openPage')]
  if (type === null) return []
  if (page === null || page === '') return [{ path: 'openPage', code: 'field.required' }]
  return (type === 'url' ? PAGE_LINK : SCREEN_KEY).test(String(page))
    ? []
    : [{ path: 'openPage', code: type === 'url' ? 'notice.link' : 'notice.screen' }]
}

function checkSpan(draft: Draft, before: WireRow | null): RawIssue[] {
  const [start, end] = [after(draft, before, 'startTime'), after(draft, before, 'endTime')]
  if (start === null || end === null) return []
  return Date.parse(String(end)) > Date.parse(String(start))
    ? []
    : [{ path: 'endTime', code: 'notice.span' }]
}

/** Chosen people are people of this tenant; their ids are stored as the family writes them, `3,7,`. */
async function checkAudience(tx: Tx, draft: Draft, before: WireRow | null): Promise<RawIssue[]> {
  if ((after(draft, before, 'msgType') ?? 'ALL') === 'ALL') {
    draft.userIds = null
    return []
  }
  const text = String(after(draft, before, 'userIds') ?? '').trim()
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
