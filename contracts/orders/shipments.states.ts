/**
 * Parcel life (domain §3.2): codes, allowed moves, and which action is open in which state. Free of
 * zod: the screens grey buttons by it.
 */
export const PARCEL = {
  DRAFT: 0,
  PREDICTED: 10,
  CONFIRMED: 20,
  LABELLED: 30,
  RECEIVED: 40,
  HELD: 45,
  SORTED: 50,
  BAGGED: 60,
  OUTBOUND: 70,
  IN_TRANSIT: 80,
  EXCEPTION: 82,
  RETURNING: 85,
  RETURNED: 88,
  DELIVERED: 90,
  CANCELLED: -10,
  REVOKED: -20,
  DESTROYED: -30,
  LOST: -40,
} as const
export type ParcelState = (typeof PARCEL)[keyof typeof PARCEL]

/** Shipment status where all parcels ended, but not alike. */
export const CLOSED_MIXED = 99

const P = PARCEL
const moves: Readonly<Record<number, readonly ParcelState[]>> = {
  [P.DRAFT]: [P.PREDICTED, P.CONFIRMED, P.CANCELLED],
  [P.PREDICTED]: [P.CONFIRMED, P.RECEIVED, P.CANCELLED],
  [P.CONFIRMED]: [P.LABELLED, P.RECEIVED, P.PREDICTED, P.CANCELLED],
  [P.LABELLED]: [P.RECEIVED, P.OUTBOUND, P.REVOKED, P.IN_TRANSIT],
  [P.RECEIVED]: [P.SORTED, P.HELD, P.BAGGED, P.REVOKED, P.PREDICTED, P.CONFIRMED, P.LABELLED],
  [P.HELD]: [P.RECEIVED, P.REVOKED, P.DESTROYED],
  [P.SORTED]: [P.BAGGED, P.RECEIVED],
  [P.BAGGED]: [P.SORTED, P.RECEIVED, P.OUTBOUND],
  [P.OUTBOUND]: [P.IN_TRANSIT, P.DELIVERED, P.EXCEPTION, P.RETURNING, P.LOST, P.BAGGED],
  [P.IN_TRANSIT]: [P.EXCEPTION, P.DELIVERED, P.RETURNING, P.LOST, P.DESTROYED],
  [P.EXCEPTION]: [P.IN_TRANSIT, P.DELIVERED, P.RETURNING, P.LOST, P.DESTROYED],
  [P.RETURNING]: [P.RETURNED, P.LOST],
  [P.DELIVERED]: [P.RETURNING, P.EXCEPTION, P.IN_TRANSIT],
}

/**
 * True where a parcel may go from one state to the other. RECEIVED may step back only to undo a
 * scan; DELIVERED only by a return or a carrier's correction.
 */
export function mayMove(from: number, to: number): boolean {
  return moves[from]?.includes(to as ParcelState) ?? false
}

export const ENDED: readonly number[] = [
  P.DELIVERED,
  P.RETURNED,
  P.CANCELLED,
  P.REVOKED,
  P.DESTROYED,
  P.LOST,
]
const DEAD: readonly number[] = [P.CANCELLED, P.REVOKED]
/** Parcels that count: those that were cancelled or revoked are left out where there are others. */
export function withoutCancelled<R extends { parcelStatus: number }>(parcels: readonly R[]): R[] {
  const live = parcels.filter(({ parcelStatus }) => !DEAD.includes(parcelStatus))
  return live.length > 0 ? live : [...parcels]
}

export const FLAG = {
  partReceived: 1,
  partOutbound: 2,
  partDelivered: 4,
  hasException: 8,
  needConfirm: 16,
  /** Its label is being taken back: a revoke task is open. */
  revoking: 32,
} as const

/**
 * Along the way; exceptions and returns count as far as "under way" when the least is looked for.
 */
const rank = (state: number) =>
  state === P.EXCEPTION || state === P.RETURNING ? P.IN_TRANSIT : state

/**
 * A shipment's status from its parcels: the least advanced live parcel; all ended alike: that end;
 * ended differently: CLOSED_MIXED. Cancelled and revoked parcels do not hold the others back.
 */
export function deriveShipment(states: readonly number[]): { status: number; flags: number } {
  const counted = states.filter((state) => !DEAD.includes(state))
  const live = counted.filter((state) => !ENDED.includes(state))
  const some = (test: (state: number) => boolean) => counted.some(test) && !counted.every(test)
  const flags =
    (some((state) => state >= P.RECEIVED) ? FLAG.partReceived : 0) |
    (some((state) => state >= P.OUTBOUND) ? FLAG.partOutbound : 0) |
    (some((state) => state === P.DELIVERED) ? FLAG.partDelivered : 0) |
    (counted.some((state) => state === P.EXCEPTION || state === P.LOST) ? FLAG.hasException : 0)
  if (live.length > 0)
    return {
      status: live.reduce((least, state) => (rank(state) < rank(least) ? state : least)),
      flags,
    }
  const ends = new Set(counted.length > 0 ? counted : states)
  return { status: ends.size === 1 ? [...ends][0]! : CLOSED_MIXED, flags }
}

const locations: Readonly<Record<number, number>> = {
  [P.RECEIVED]: 2,
  [P.HELD]: 2,
  [P.SORTED]: 2,
  [P.BAGGED]: 3,
  [P.OUTBOUND]: 4,
  [P.IN_TRANSIT]: 6,
  [P.EXCEPTION]: 6,
  [P.RETURNING]: 6,
  [P.DELIVERED]: 7,
  [P.RETURNED]: 8,
  [P.DESTROYED]: 9,
  [P.LOST]: 9,
}
/** locationStatus that goes with a state (domain §3.2). */
export function locationOf(state: number): number {
  return locations[state] ?? 0
}

/** Actions on an order, and the states in which they are open. */
export const ORDER_ACTIONS = {
  edit: [P.DRAFT, P.PREDICTED],
  confirm: [P.DRAFT, P.PREDICTED],
  withdraw: [P.CONFIRMED],
  /** Address and customs data of what has, or may have, a label and is still here or on its way here. */
  correct: [P.CONFIRMED, P.LABELLED, P.RECEIVED, P.HELD],
  changeService: [P.DRAFT, P.PREDICTED, P.CONFIRMED],
  requote: [P.DRAFT, P.PREDICTED, P.CONFIRMED],
  cancel: [P.DRAFT, P.PREDICTED, P.CONFIRMED, P.LABELLED],
  hold: [P.RECEIVED],
  release: [P.HELD],
  lost: [P.OUTBOUND, P.IN_TRANSIT, P.EXCEPTION, P.RETURNING],
  revoke: [P.RECEIVED, P.HELD],
  destroy: [P.HELD],
  returned: [P.RETURNING],
  // Before a label: numbers go with their parcels.
  split: [P.DRAFT, P.PREDICTED, P.CONFIRMED],
  merge: [P.DRAFT, P.PREDICTED, P.CONFIRMED],
  print: [P.CONFIRMED, P.LABELLED, P.RECEIVED, P.HELD, P.SORTED, P.BAGGED],
} as const satisfies Record<string, readonly ParcelState[]>
/** Actions on those parcels of an order that are open for them; the others stay as they are. */
export const ON_PARCELS: readonly string[] = [
  'hold',
  'release',
  'lost',
  'revoke',
  'destroy',
  'returned',
  'print',
]
export type OrderAction = keyof typeof ORDER_ACTIONS
/** Those that give money back where some is reserved or was charged. */
export const GIVES_BACK: ReadonlySet<string> = new Set<OrderAction>(['cancel', 'withdraw'])
const EDITS = ['changeService', 'requote', 'correct'] as const
type Edits = (typeof EDITS)[number]
/** What the permission of an action is called: `ship:<kind>:<right>`. */
export const rightOf = <A extends OrderAction>(action: A): Exclude<A, Edits> | 'edit' =>
  (EDITS as readonly string[]).includes(action) ? 'edit' : (action as Exclude<A, Edits>)

/**
 * Where a parcel may lie that came in before its order was confirmed: it is confirmed where it
 * lies.
 */
const CAME_EARLY: readonly number[] = [P.RECEIVED, P.HELD, P.SORTED]

/** What does not go together with taking the label back. */
const NOT_WHILE_REVOKING: readonly OrderAction[] = ['cancel', 'revoke', 'print', 'correct']
export const isRevoking = (action: OrderAction, flags: number): boolean =>
  (flags & FLAG.revoking) !== 0 && NOT_WHILE_REVOKING.includes(action)

/**
 * Null where the action is open, otherwise the catalogue code with the reason. `flags` are the
 * order's.
 */
export function whyNot(
  action: OrderAction,
  state: number,
  flags = 0,
): `shipment.not.${OrderAction}` | null {
  if (isRevoking(action, flags)) return `shipment.not.${action}`
  if (action === 'confirm' && (flags & FLAG.needConfirm) !== 0 && CAME_EARLY.includes(state))
    return null
  return (ORDER_ACTIONS[action] as readonly number[]).includes(state)
    ? null
    : `shipment.not.${action}`
}
