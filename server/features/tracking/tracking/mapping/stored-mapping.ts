import type { MappingRow } from '#contracts/tracking/tracking.events.ts'
import { isTrackStatus, isTrackSub, subsOf } from '#contracts/tracking/tracking.states.ts'

/** A row of status_map: empty texts mean "not looked at", `status` is a code of 3.1 or `note`. */
export interface StoredMapping {
  id: string
  courier: string
  rawCode: string
  rawReason: string | null
  pattern: string | null
  weight: number
  status: string
  sub: string | null
  cancels: boolean
}

/**
 * A stored row as the mapping reads it; null for one whose status or sub-status does not exist. A
 * row without a sub-status means the first of its status.
 */
export function storedMapping(row: StoredMapping): MappingRow | null {
  const to = targetOf(row)
  return (
    to && {
      id: row.id,
      courier: row.courier,
      rawCode: row.rawCode || null,
      reasonCode: row.rawReason || null,
      textPattern: row.pattern || null,
      weight: row.weight,
      to,
    }
  )
}

function targetOf({ status, sub, cancels }: StoredMapping): MappingRow['to'] | null {
  if (cancels) return { effect: 'cancel', status: null, sub: null }
  if (status === 'note') return { effect: 'note', status: null, sub: null }
  const code = Number(status)
  if (status === '' || !isTrackStatus(code)) return null
  const requested = sub || subsOf(code)[0]
  return requested !== undefined && isTrackSub(code, requested)
    ? { effect: 'move', status: code, sub: requested }
    : null
}
