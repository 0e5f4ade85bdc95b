import type { eventTemplates } from '#contracts/tracking/event-templates.ts'
import { isTrackStatus, isTrackSub, TRACK } from '#contracts/tracking/tracking.states.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** Nothing known yet, and a silence: the program finds them, no user adds them. */
const BY_PROGRAM: readonly number[] = [TRACK.PENDING, TRACK.EXPIRED]

/** A template has a status of the table and a step of it. */
export const eventTemplateHooks: Hooks<typeof eventTemplates> = {
  beforeSave: async (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const status = Number(row.status)
    if (!isTrackStatus(status)) failFields([{ path: 'status', code: 'field.dict' }])
    if (BY_PROGRAM.includes(status))
      failFields([{ path: 'status', code: 'tracking.statusByProgram' }])
    if (row.sub && !isTrackSub(status, row.sub)) failFields([{ path: 'sub', code: 'tracking.sub' }])
  },
}
