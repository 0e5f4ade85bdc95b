/**
 * A returned parcel's states, and which action leads from which to which. Free of zod: screens grey
 * buttons by it.
 */
export const RETURN = {
  ANNOUNCED: 0,
  IN_TRANSIT: 10,
  UNCONFIRMED: 20,
  COMMON: 25,
  CLAIMED: 28,
  RECEIVED: 30,
  INSPECTED: 40,
  AWAIT: 50,
  PROCESSING: 60,
  STORED: 70,
  RELABELLED: 75,
  FORWARDED: 80,
  DESTROYED: 85,
  HANDED_BACK: 88,
  CLOSED: 90,
  REJECTED: -10,
  LOST: -20,
} as const
export type ReturnState = (typeof RETURN)[keyof typeof RETURN]
export const RETURN_STATES: readonly number[] = Object.values(RETURN)

/** What can be done with a return; `ask` leaves it waiting for its owner. */
export const RETURN_ACTIONS = [
  'restock',
  'relabel',
  'forward',
  'destroy',
  'handBack',
  'ask',
] as const
export type ReturnAction = (typeof RETURN_ACTIONS)[number]
export const GRADES = ['A', 'B', 'C', 'D', 'E'] as const
export type Grade = (typeof GRADES)[number]

const { UNCONFIRMED, COMMON, CLAIMED, RECEIVED, INSPECTED, AWAIT, PROCESSING } = RETURN
/** Without an owner, in a depot. */
export const POOLED: readonly number[] = [UNCONFIRMED, COMMON, CLAIMED]
/** With an owner, in a depot, nothing done with it. */
export const UNDECIDED: readonly number[] = [RECEIVED, INSPECTED, AWAIT]
export const IN_DEPOT: readonly number[] = [...POOLED, ...UNDECIDED, PROCESSING]
export const COMING: readonly number[] = [RETURN.ANNOUNCED, RETURN.IN_TRANSIT]
export const OPEN: readonly number[] = [...COMING, ...IN_DEPOT]
/** What became of it, before all of it is closed. */
export const DONE: readonly number[] = [70, 75, 80, 85, 88]

/** The state an instruction ends in. */
export const DONE_BY: Readonly<Record<Exclude<ReturnAction, 'ask'>, ReturnState>> = {
  restock: RETURN.STORED,
  relabel: RETURN.RELABELLED,
  forward: RETURN.FORWARDED,
  destroy: RETURN.DESTROYED,
  handBack: RETURN.HANDED_BACK,
}

/** Every step: from which states, to which. A step that is not here is refused. */
export const TRANSITIONS = {
  receive: { from: COMING, to: [UNCONFIRMED, RECEIVED] },
  undoReceive: { from: [RECEIVED, AWAIT, PROCESSING], to: COMING },
  distribute: { from: POOLED, to: [RECEIVED] },
  undoDistribute: { from: UNDECIDED, to: [UNCONFIRMED, COMMON] },
  release: { from: [UNCONFIRMED], to: [COMMON] },
  withdraw: { from: [COMMON], to: [UNCONFIRMED] },
  claim: { from: [COMMON, CLAIMED], to: [CLAIMED] },
  unclaim: { from: [CLAIMED], to: [COMMON] },
  refuse: { from: [UNCONFIRMED], to: [RETURN.REJECTED] },
  grade: { from: [...UNDECIDED, UNCONFIRMED, COMMON], to: [INSPECTED, UNCONFIRMED, COMMON] },
  ask: { from: [RECEIVED, INSPECTED], to: [AWAIT] },
  instruct: { from: [...UNDECIDED, PROCESSING], to: [PROCESSING, AWAIT] },
  finish: { from: [PROCESSING], to: DONE },
  lose: { from: IN_DEPOT, to: [RETURN.LOST] },
  destroyUnowned: { from: [UNCONFIRMED, COMMON], to: [RETURN.DESTROYED] },
  close: { from: DONE, to: [RETURN.CLOSED] },
  cancel: { from: COMING, to: [RETURN.CLOSED] },
} as const satisfies Record<string, { from: readonly number[]; to: readonly number[] }>
export type ReturnStep = keyof typeof TRANSITIONS

export const mayStep = (step: ReturnStep, state: number): boolean =>
  (TRANSITIONS[step].from as readonly number[]).includes(state)
export const leadsTo = (step: ReturnStep, from: number, to: number): boolean =>
  mayStep(step, from) && (TRANSITIONS[step].to as readonly number[]).includes(to)

/** Hours in which a distribution can be taken back. */
export const UNDO_HOURS = 24

/** Days a track stays without an owner before all customers see it; before it is named again. */
export const AGEING = { toCommon: 7, remind: 30, storage: 60, destroy: 90 } as const

/** Unconfirmed tracks by days since they came. */
export const AGE_BANDS = ['0-2', '3-7', '8-30', '30+'] as const
export const bandOf = (days: number): (typeof AGE_BANDS)[number] =>
  days <= 2 ? '0-2' : days <= 7 ? '3-7' : days <= 30 ? '8-30' : '30+'

export const CLAIM = { open: '1', approved: '2', rejected: '3', withdrawn: '4' } as const
/** Days staff have to decide a claim. */
export const CLAIM_DAYS = 5

/** From this score a match decides by itself; from the second it is offered. */
export const SCORE = { auto: 90, suggest: 60 } as const

/** What the order of a forwarded return has where the box was not measured and its goods have no price. */
export const FORWARD_USUAL = { grams: 1000, sideMm: 100, unitPrice: '1' } as const
