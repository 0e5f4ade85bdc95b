/**
 * What became of a line of a carrier's bill. M: as expected; D: differs; N0: the number was damaged by a
 * spreadsheet and is never matched.
 */
export const BILL_CODES = [
  'M0',
  'M1',
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D8',
  'D9',
  'D10',
  'D11',
  'N0',
] as const
export type BillCode = (typeof BILL_CODES)[number]
export const fits = (code: BillCode): boolean => code === 'M0' || code === 'M1'

export const BILL_LINE_STATES = [
  'new',
  'open',
  'fits',
  'accepted',
  'disputed',
  'rebilled',
  'writtenOff',
  'credited',
] as const
export type BillLineState = (typeof BILL_LINE_STATES)[number]
/** Decided: a line in one of these is posted with its run. */
export const POSTABLE = ['fits', 'accepted', 'rebilled', 'writtenOff', 'credited'] as const
/** Lines a new comparison may judge again: no user has decided on them. */
export const UNDECIDED = ['new', 'open', 'fits'] as const

export const BILL_RUN_STATES = [
  'draft',
  'reading',
  'matching',
  'comparing',
  'matched',
  'posting',
  'failed',
] as const
export type BillRunState = (typeof BILL_RUN_STATES)[number]
/** The background task is at it. */
export const isBusy = (state: string): boolean =>
  state === 'reading' || state === 'matching' || state === 'comparing' || state === 'posting'

export const DISPUTE_STATES = [
  'draft',
  'sent',
  'answered',
  'settled',
  'rejected',
  'withdrawn',
] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
export const isOpenDispute = (state: string): boolean =>
  state === 'draft' || state === 'sent' || state === 'answered'

/** Days before the end of the time for disputes from which a bill is pressing. */
export const DEADLINE_DAYS = 7
