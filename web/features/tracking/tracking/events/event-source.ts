import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { StaffEvent } from '../results/correct-dialog.tsx'

/** Where an event comes from, in the words of a clerk: an order and its label are seen by no scanner. */
export const sourceOf = ({ source, status }: Pick<StaffEvent, 'source' | 'status'>): string =>
  source === 'scan' && status === TRACK.INFO_RECEIVED ? 'system' : source
