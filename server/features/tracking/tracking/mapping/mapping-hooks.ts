import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { sql } from 'kysely'
import { isTrackStatus, isTrackSub } from '#contracts/tracking/tracking.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/resource.ts'
import type { Draft } from '#server/kit/resource/resource-write.ts'
import { patternIssue } from './text-pattern.ts'

/** What the kit cannot know of a mapping row, and what follows from saving one: stored events are read anew. */
export const mappingHooks: Hooks = {
  beforeSave: async (tx, draft, before) => {
    const value = (name: string) => (draft[name] === undefined ? before?.[name] : draft[name]) ?? ''
    checkMeaning(
      String(value('status')),
      String(value('sub')),
      value('cancels') === true || value('cancels') === 'true',
    )
    if (value('rawCode') === '' && value('pattern') === '')
      failFields([{ path: 'rawCode', code: 'map.noCondition' }])
    const issue = value('pattern') === '' ? null : patternIssue(String(value('pattern')))
    if (issue) failFields([{ path: 'pattern', code: `map.pattern.${issue}` }])
    await checkCourier(tx, draft)
  },
  afterSave: async (tx, row, before) => {
    const codes = [row.rawCode, ...(before ? [before.rawCode] : [])].map((code) =>
      String(code ?? ''),
    )
    const couriers = new Set([row.courier, ...(before ? [before.courier] : [])].map(String))
    for (const courier of couriers)
      await replayLater(tx, courier, codes.includes('') ? null : [...new Set(codes)])
  },
}

/** `codes` left out: all of the courier's. */
export const replayEvents = job(
  'tracking.replay',
  z.object({ courier: z.string(), codes: z.array(z.string()).readonly().optional() }),
)

/** Queues the reading of a courier's events anew; `codes` null: all of them. Saved in a row, equal wishes are one. */
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

/** A row that cancels or only notes has no status of its own; any other has one, and a step of it. */
function checkMeaning(status: string, sub: string, cancels: boolean): void {
  if (cancels || status === 'note') return
  const code = Number(status)
  if (status === '' || !isTrackStatus(code)) failFields([{ path: 'status', code: 'field.dict' }])
  if (sub !== '' && !isTrackSub(code, sub)) failFields([{ path: 'sub', code: 'tracking.sub' }])
}

async function checkCourier(tx: Tx, draft: Draft): Promise<void> {
  if (typeof draft.courier !== 'string') return
  const found =
    await sql`select 1 from ${tx.rows('courier').as('c')} where c.code = ${draft.courier}`.execute(
      tx.db,
    )
  if (found.rows.length === 0) failFields([{ path: 'courier', code: 'field.ref' }])
}
