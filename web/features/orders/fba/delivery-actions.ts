import {
  FBA_RULES,
  isOpen,
  type FbaAction,
  type FbaState,
} from '#contracts/orders/fba/fba.states.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import { orderPods } from '#contracts/billing/order-pods.ts'
import { isPodOpen, type PodAction, type PodState } from '#contracts/billing/pods.states.ts'
import type { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import type { RowOf } from '#contracts/kit/entity.ts'

export type FbaRow = RowOf<typeof fbaOrderList>

/** What is done to the proof of an order, by its own verb. */
const PROOFS = {
  requestPod: 'request',
  uploadPod: 'upload',
  verifyPod: 'verify',
  rejectPod: 'reject',
  missPod: 'miss',
} as const
type ProofAction = keyof typeof PROOFS
export type DeliveryAction = FbaAction | 'editTransport' | ProofAction
const isProof = (action: DeliveryAction): action is ProofAction => action in PROOFS

export type FieldKind = 'moment' | 'text' | 'number' | 'file'
export interface ActionField {
  name: string
  kind: FieldKind
  required?: boolean
  max?: number
}
const field = (
  name: string,
  kind: FieldKind,
  more: Omit<ActionField, 'name' | 'kind'> = {},
): ActionField => ({ name, kind, ...more })

/** What each action asks for. Moments are the warehouse's. */
export const ACTION_FIELDS: Readonly<Record<DeliveryAction, readonly ActionField[]>> = {
  requestAppointment: [field('requestedTime', 'moment')],
  enterAppointment: [
    field('appointmentNo', 'text', { required: true, max: 30 }),
    field('slotFrom', 'moment', { required: true }),
    field('slotTo', 'moment', { required: true }),
    field('bolNo', 'text', { max: 40 }),
    field('proNos', 'text', { max: 500 }),
  ],
  editTransport: [
    field('bolNo', 'text', { max: 40 }),
    field('proNos', 'text', { max: 500 }),
    field('batchNo', 'text', { max: 40 }),
    field('expectedTime', 'moment'),
  ],
  refuse: [field('reason', 'text', { required: true, max: 200 }), field('refusedTime', 'moment')],
  deliver: [
    field('realTime', 'moment', { required: true }),
    field('receivedBy', 'text', { max: 100 }),
    field('detentionMinutes', 'number'),
  ],
  requestPod: [],
  uploadPod: [field('file', 'file', { required: true })],
  verifyPod: [],
  rejectPod: [field('reason', 'text', { required: true, max: 200 })],
  missPod: [field('reason', 'text', { max: 200 })],
}
export const DELIVERY_ACTIONS = Object.keys(ACTION_FIELDS) as DeliveryAction[]

export const stateOf = (row: FbaRow): FbaState =>
  ({
    appointmentState: row.appointmentState,
    deliveryState: row.deliveryState,
  }) as FbaState

/** Whether an action is open for a row; the server gives the reason. */
export function isOpenFor(action: DeliveryAction, row: FbaRow): boolean {
  if (action === 'editTransport') return true
  if (!isProof(action)) return action in FBA_RULES && isOpen(action, stateOf(row))
  const rule: PodAction = PROOFS[action] === 'upload' ? 'receive' : PROOFS[action]
  return row.deliveryState === 'DELIVERED' && isPodOpen(rule, row.podState as PodState)
}

/** The call behind an action. */
export const callOf = (action: DeliveryAction) =>
  isProof(action) ? orderPods[PROOFS[action]] : fbaOrders[action]
export const permOf = (action: DeliveryAction) => callOf(action).perm
