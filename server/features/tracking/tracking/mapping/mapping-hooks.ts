import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { sql } from 'kysely'
import type { statusMaps } from '#contracts/tracking/status-maps.ts'
import { isTrackStatus, isTrackSub } from '#contracts/tracking/tracking.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { patternIssue } from './text-pattern.ts'

/**
 * What the kit cannot know of a mapping row, and what follows from saving one: stored events are
 * read again.
 */
export const mappingHooks: Hooks<typeof statusMaps> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    checkMeaning(row.status ?? '', row.sub ?? '', row.cancels === true)
    if (!row.rawCode && !row.rawReason && !row.pattern)
      failFields([{ path: 'rawCode', code: 'map.noCondition' }])
    const issue = row.pattern ? patternIssue(row.pattern) : null
    if (issue) failFields([{ path: 'pattern', code: `map.pattern.${issue}` }])
    if (draft.courier) await checkCourier(tx, draft.courier)
  },
  afterSave: async (tx, row, before) => {
    const saved = before ? [row, before] : [row]
    const codes = saved.map(({ rawCode }) => rawCode ?? '')
    const couriers = new Set(saved.map(({ courier }) => courier ?? ''))
    for (const courier of couriers)
      await replayLater(tx, courier, codes.includes('') ? null : [...new Set(codes)])
  },
}

/** `codes` left out: all of the courier's. */
export const replayEvents = job(
  'tracking.replay',
  z.object({ courier: z.string(), codes: z.array(z.string()).readonly().optional() }),
)

/**
 * Queues the reading of a courier's events again; `codes` null: all of them. Saved in a row, equal
 * wishes are one.
 */
export async function replayLater(
  tx: Tx,
  courier: string,
  codes: readonly string[] | null,
): Promise<void> {
  const codesKey = codes === null ? '*' : codes.toSorted().join('|')
  await tx.job(
    replayEvents,
    { courier, ...(codes === null ? {} : { codes }) },
    { key: `${replayEvents.name}/${tx.principal.tenantId}/${courier}/${codesKey}` },
  )
}

/**
 * A row that cancels or only notes has no status of its own; any other has one, and a step of it.
 */
function checkMeaning(status: string, sub: string, cancels: boolean): void {
  if (cancels || status === 'note') return
  const code = Number(status)
  if (status === '' || !isTrackStatus(code)) failFields([{ path: 'status', code: 'field.dict' }])
  if (sub !== '' && !isTrackSub(code, sub)) failFields([{ path: 'sub', code: 'tracking.sub' }])
}

async function checkCourier(tx: Tx, courier: string): Promise<void> {
  const found =
    await sql`select 1 from ${tx.rows('courier').as('c')} where c.code = ${courier}`.execute(tx.db)
  if (found.rows.length === 0) failFields([{ path: 'courier', code: 'field.ref' }])
}
