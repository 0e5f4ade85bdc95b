/** What a case is about, and who has to act. The figures of both are dictionaries. */
export const CASE_TYPES = [
  'delay',
  'missing',
  'damage',
  'wrongParcel',
  'claim',
  'address',
  'refund',
  'question',
] as const
export type CaseType = (typeof CASE_TYPES)[number]

export const CASE_STATUS = [
  'open',
  'waitingCustomer',
  'waitingCarrier',
  'resolved',
  'closed',
] as const
export type CaseStatus = (typeof CASE_STATUS)[number]

/** Staff answered and the customer has to. */
export const WAITS_FOR_CUSTOMER = 'waitingCustomer' satisfies CaseStatus

/** Where a status may lead. */
export const CASE_MOVES: Readonly<Record<CaseStatus, readonly CaseStatus[]>> = {
  open: ['waitingCustomer', 'waitingCarrier', 'resolved', 'closed'],
  waitingCustomer: ['open', 'waitingCarrier', 'resolved', 'closed'],
  waitingCarrier: ['open', 'waitingCustomer', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: ['open'],
}

/** In these the time to answer runs. */
export const RUNNING: readonly CaseStatus[] = ['open', 'waitingCarrier']
/** Not done with. */
export const UNDONE: readonly CaseStatus[] = ['open', 'waitingCustomer', 'waitingCarrier']

/** Records a case is opened from, and the ways one comes in without. */
export const CASE_SOURCES = [
  'shipment',
  'parcel',
  'returnTrack',
  'trade',
  'number',
  'public',
  'mail',
  'none',
] as const
export type CaseSource = (typeof CASE_SOURCES)[number]

/** Days after its end in which an answer opens a case again; later it makes a new one. */
export const REOPEN_DAYS = 30
/** A case is opened again by mail so often an hour at most: answering machines end here. */
export const REOPENINGS_AN_HOUR = 3
/** Working hours to the answer where no term names others. */
export const ANSWER_HOURS = 8
/** Whom an answer is for: the account's users, and the person at the mail address. */
export const READERS = ['customer', 'contact'] as const
export type Reader = (typeof READERS)[number]
/** Messages of the tracking page a day: about one parcel, and from one mail address. */
export const PUBLIC_PER_DAY = 3
export const COMMENT_FILES = 10
export const COMMENT_MAX = 10_000
