/**
 * States of a parcel under way (domain 3.1). Data only and free of zod: the server folds
 * by it, the screens colour by it, and the public page carries it to the consignee's phone.
 */
export const TRACK = {
  PENDING: 5,
  INFO_RECEIVED: 10,
  RECEIVED: 20,
  OUTBOUND: 25,
  ACCEPTED: 30,
  IN_TRANSIT: 40,
  CUSTOMS: 45,
  OUT_FOR_DELIVERY: 50,
  READY_FOR_PICKUP: 55,
  ATTEMPT_FAILED: 60,
  DELIVERED: 70,
  EXCEPTION: 80,
  RETURNING: 85,
  RETURNED: 90,
  DESTROYED: 92,
  CANCELLED: 95,
  EXPIRED: 99,
} as const

export type TrackStatusName = keyof typeof TRACK
export type TrackStatus = (typeof TRACK)[TrackStatusName]

/** Grey, blue, cyan, orange, green, red, dark grey: the kit of each side picks the shade. */
export type TrackTone = 'idle' | 'moving' | 'near' | 'warn' | 'good' | 'bad' | 'ended'

interface TrackStatusRow {
  tone: TrackTone
  /** Nothing more is expected; what may still follow stands in AFTER_FINAL. */
  terminal: boolean
  /** Hours until the carrier is asked again (rule 5); null = not asked. */
  pollHours: 1 | 4 | 6 | 12 | null
}

/** Rule 5 names the hours of five statuses; the others are set by how soon news is expected. */
export const TRACK_STATUSES = {
  [TRACK.PENDING]: {
    tone: 'idle',
    terminal: false,
    pollHours: 12,
  },
  [TRACK.EXPIRED]: {
    tone: 'ended',
    terminal: true,
    pollHours: null,
  },
  [TRACK.INFO_RECEIVED]: {
    tone: 'idle',
    terminal: false,
    pollHours: 12,
  },
  [TRACK.RECEIVED]: {
    tone: 'moving',
    terminal: false,
    pollHours: 12,
  },
  [TRACK.OUTBOUND]: {
    tone: 'moving',
    terminal: false,
    pollHours: 6,
  },
  [TRACK.ACCEPTED]: {
    tone: 'moving',
    terminal: false,
    pollHours: 4,
  },
  [TRACK.IN_TRANSIT]: {
    tone: 'moving',
    terminal: false,
    pollHours: 4,
  },
  [TRACK.CUSTOMS]: {
    tone: 'moving',
    terminal: false,
    pollHours: 6,
  },
  [TRACK.OUT_FOR_DELIVERY]: {
    tone: 'near',
    terminal: false,
    pollHours: 1,
  },
  [TRACK.ATTEMPT_FAILED]: {
    tone: 'warn',
    terminal: false,
    pollHours: 4,
  },
  [TRACK.READY_FOR_PICKUP]: {
    tone: 'near',
    terminal: false,
    pollHours: 6,
  },
  [TRACK.DELIVERED]: {
    tone: 'good',
    terminal: true,
    pollHours: null,
  },
  [TRACK.EXCEPTION]: {
    tone: 'bad',
    terminal: false,
    pollHours: 6,
  },
  [TRACK.RETURNING]: {
    tone: 'warn',
    terminal: false,
    pollHours: 12,
  },
  [TRACK.RETURNED]: {
    tone: 'ended',
    terminal: true,
    pollHours: null,
  },
  [TRACK.DESTROYED]: {
    tone: 'ended',
    terminal: true,
    pollHours: null,
  },
  [TRACK.CANCELLED]: {
    tone: 'ended',
    terminal: true,
    pollHours: null,
  },
} as const satisfies Record<TrackStatus, TrackStatusRow>

/** Apart from the statuses: the public page draws by those alone. */
export const TRACK_SUBS = {
  [TRACK.PENDING]: ['registered', 'not_found', 'invalid_number'],
  [TRACK.EXPIRED]: ['no_update_30d', 'never_found_15d'],
  [TRACK.INFO_RECEIVED]: [
    'order_created',
    'label_created',
    'data_sent_to_carrier',
    'data_rejected',
  ],
  [TRACK.RECEIVED]: [
    'depot_received',
    'weighed',
    'photo_taken',
    'sorted',
    'bagged',
    'held_in_depot',
  ],
  [TRACK.OUTBOUND]: ['batch_closed', 'handed_to_linehaul', 'departed_airport', 'arrived_airport'],
  [TRACK.ACCEPTED]: ['picked_up', 'dropped_off', 'accepted_no_data'],
  [TRACK.IN_TRANSIT]: [
    'in_transit',
    'departed',
    'arrived',
    'arrived_country',
    'at_delivery_depot',
    'forwarded',
    'rerouted',
    'handed_to_partner',
    'resolved',
  ],
  [TRACK.CUSTOMS]: ['processing', 'released', 'held', 'docs_required', 'duty_due', 'inspection'],
  [TRACK.OUT_FOR_DELIVERY]: ['on_vehicle', 'appointment_set', 'recipient_contacted'],
  [TRACK.ATTEMPT_FAILED]: [
    'not_home',
    'business_closed',
    'address_problem',
    'refused',
    'no_access',
    'rescheduled',
    'carded',
    'pickup_failed',
    'check_failed',
  ],
  [TRACK.READY_FOR_PICKUP]: ['parcel_shop', 'locker', 'post_office', 'reminder'],
  [TRACK.DELIVERED]: [
    'to_recipient',
    'neighbour',
    'safe_place',
    'shop_collected',
    'mailbox',
    'signed',
    'cod_paid',
    'partial',
    'damaged',
    'fba_checked_in',
  ],
  [TRACK.EXCEPTION]: [
    'delayed_carrier',
    'delayed_weather',
    'delayed_other',
    'missorted',
    'damaged',
    'lost',
    'held_payment',
    'held_security',
    'no_data',
    'data_no_piece',
    'address_correction',
    'unclaimed',
    'prohibited',
  ],
  [TRACK.RETURNING]: ['refused', 'undeliverable', 'unclaimed', 'recalled'],
  [TRACK.RETURNED]: ['to_sender', 'to_depot'],
  [TRACK.DESTROYED]: ['by_request', 'by_customs', 'by_carrier'],
  [TRACK.CANCELLED]: ['by_customer', 'by_staff', 'by_carrier'],
} as const satisfies Record<TrackStatus, readonly string[]>

export type TrackSub = (typeof TRACK_SUBS)[TrackStatus][number]

/**
 * Weakest first: of two events at the same instant the one whose status stands later is the present
 * one. Code order, but for two: EXPIRED is a silence that any news beats, and a parcel laid in a
 * shop after a failed attempt at the same minute is waiting in the shop.
 */
export const TRACK_PRECEDENCE: readonly TrackStatus[] = [
  5, 99, 10, 20, 25, 30, 40, 45, 50, 60, 55, 70, 80, 85, 90, 92, 95,
]

/**
 * Rule 3: what may still move a final status. EXPIRED is missing on purpose: we only stopped
 * asking, so any news ends it. A carrier's correction needs no row: it takes the event itself away.
 */
export const AFTER_FINAL: Partial<
  Record<TrackStatus, readonly { status: TrackStatus; sub?: TrackSub }[]>
> = {
  [TRACK.DELIVERED]: [
    { status: TRACK.RETURNING },
    { status: TRACK.RETURNED },
    { status: TRACK.EXCEPTION, sub: 'damaged' },
  ],
  [TRACK.RETURNED]: [],
  [TRACK.DESTROYED]: [],
  [TRACK.CANCELLED]: [],
}

/** Rule 5, in hours and days. */
export const POLL = {
  afterDeliveryHours: 24,
  backOffMaxHours: 24,
  noUpdateDays: 30,
  neverFoundDays: 15,
} as const

export const isTrackStatus = (code: number): code is TrackStatus =>
  Object.hasOwn(TRACK_STATUSES, code)

export const subsOf = (status: TrackStatus): readonly TrackSub[] => TRACK_SUBS[status]

export const isTrackSub = (status: TrackStatus, sub: string): sub is TrackSub =>
  subsOf(status).some((known) => known === sub)

/** Keys into locales/<lang>/tracking.json: `status.05`, `sub.on_vehicle`. */
export const statusKey = (status: number): string => `status.${String(status).padStart(2, '0')}`
export const subKey = (sub: string): string => `sub.${sub}`
