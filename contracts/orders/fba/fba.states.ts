/** States of an order on its way into a warehouse, and which action leads where. */
export const APPOINTMENT = ['NONE', 'REQUESTED', 'CONFIRMED'] as const
export const DELIVERY = ['PENDING', 'DELIVERED', 'REFUSED'] as const
/** As its proof of delivery is; the proofs themselves are billing's. */
export const POD = ['EXPECTED', 'REQUESTED', 'RECEIVED', 'VERIFIED', 'REJECTED', 'MISSING'] as const
export type AppointmentState = (typeof APPOINTMENT)[number]
export type DeliveryState = (typeof DELIVERY)[number]
export type PodState = (typeof POD)[number]

export interface FbaState {
  appointmentState: AppointmentState
  deliveryState: DeliveryState
}
export const FBA_ACTIONS = ['requestAppointment', 'enterAppointment', 'refuse', 'deliver'] as const
export type FbaAction = (typeof FBA_ACTIONS)[number]

interface Rule {
  /** The states from which it is open; all of a kind where it is not named. */
  from: {
    appointmentState?: readonly AppointmentState[]
    deliveryState?: readonly DeliveryState[]
  }
  to: Partial<FbaState>
}

/** What each action needs and does. A refused delivery starts again with an appointment. */
export const FBA_RULES: Readonly<Record<FbaAction, Rule>> = {
  requestAppointment: {
    from: { deliveryState: ['PENDING', 'REFUSED'] },
    to: { appointmentState: 'REQUESTED' },
  },
  enterAppointment: {
    from: { deliveryState: ['PENDING', 'REFUSED'] },
    to: { appointmentState: 'CONFIRMED', deliveryState: 'PENDING' },
  },
  refuse: {
    from: { deliveryState: ['PENDING'] },
    to: { deliveryState: 'REFUSED', appointmentState: 'NONE' },
  },
  deliver: { from: { deliveryState: ['PENDING'] }, to: { deliveryState: 'DELIVERED' } },
}

export function isOpen(action: FbaAction, state: FbaState): boolean {
  const { from } = FBA_RULES[action]
  return (Object.keys(from) as (keyof FbaState)[]).every((kind) =>
    (from[kind] as readonly string[]).includes(state[kind]),
  )
}
