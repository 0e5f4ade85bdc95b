import {
  FBA_RULES,
  isOpen,
  type FbaAction,
  type FbaState,
} from '#contracts/orders/fba/fba.states.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import type { RowOf } from '#contracts/kit/entity.ts'

export type FbaRow = RowOf<typeof fbaOrderList>
export type DeliveryAction = Exclude<FbaAction, 'receivePod'> | 'editTransport' | 'uploadPod'

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
    podState: row.podState,
  }) as FbaState

/** Whether an action is open for a row; the server gives the reason. */
export function isOpenFor(action: DeliveryAction, row: FbaRow): boolean {
  if (action === 'editTransport') return true
  const rule = action === 'uploadPod' ? 'receivePod' : action
  return rule in FBA_RULES && isOpen(rule, stateOf(row))
}

export const permOf = (action: DeliveryAction) => fbaOrders[action].perm
