import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, decimal, dict, int, length, ref, text, textarea, weight } from '../kit/field.ts'

/** What is sold: a channel with its prices, its label and the way its money is taken. */
export const deliveryServices = crud(
  entity({
    name: 'delivery-services',
    table: 'delivery_service',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      channelId: ref('channels', { required: true, filter: 'in', width: 160 }),
      feeId: ref('fees', { filter: 'in', width: 160 }),
      labelTemplateId: ref('label-templates', { filter: 'in', show: ['form', 'detail'] }),
      tradeType: dict('trade_type', { required: true, initial: '1', filter: 'in', width: 120 }),
      transType: dict('trans_type', { required: true, initial: '1', filter: 'in', width: 130 }),
      pushMethod: dict('push_method', { required: true, initial: '0', filter: 'in', width: 140 }),
      labelType: dict('label_type', { required: true, initial: '1', filter: 'in', width: 140 }),
      deductMethod: dict('deduct_method', {
        required: true,
        initial: '4',
        filter: 'in',
        width: 140,
      }),
      /** Whether its numbers come from segments, from pools, or from both. */
      numberSource: dict('number_source', {
        required: true,
        initial: '1',
        filter: 'in',
        show: ['form', 'detail'],
      }),
      izSubsist: bool({ initial: false, filter: 'eq', width: 100 }),
      /** Its orders cost what they weigh at inbound, also where they were held or charged before. */
      izReRate: bool({ initial: true, filter: 'eq', width: 100 }),
      izSingle: bool({ initial: true, filter: 'eq', show: ['form', 'detail'] }),
      izMult: bool({ initial: true, filter: 'eq', show: ['form', 'detail'] }),
      maxPieces: int({ min: 1, max: 9999, show: ['form', 'detail'] }),
      /** Value-added services it can do, their codes by commas; empty: all of them. */
      valueAdded: text({ max: 400, show: ['form', 'detail'] }),
      /** Currencies it collects cash on delivery in, each with the most (`cod-limits.ts`). */
      codLimits: text({ max: 400, show: ['form', 'detail'] }),
      thWeightRatio: int({ min: 0, max: 100_000, initial: 0, sort: true, width: 110 }),
      weightStep: weight({ min: 0.001, max: 100, initial: '0.001', width: 120 }),
      rounding: dict('rounding', { required: true, initial: 'each', show: ['form', 'detail'] }),
      wholeCm: bool({ initial: true, show: ['form', 'detail'] }),
      volumeWhen: dict('volume_when', { initial: 'ALWAYS', show: ['form', 'detail'] }),
      volumeSide: length({ min: 1, max: 1_000, show: ['form', 'detail'] }),
      volumeRatio: decimal({ min: 1, max: 100, scale: 2, show: ['form', 'detail'] }),
      bubblePercent: int({ min: 0, max: 100, initial: 100, show: ['form', 'detail'] }),
      transitMin: int({ min: 0, max: 365, show: ['form', 'detail'] }),
      transitMax: int({ min: 0, max: 365, show: ['form', 'detail'] }),
      /** Only for the customers it is assigned to (services.ts, `openTo`). */
      restricted: bool({ readOnly: true, filter: 'eq', width: 100 }),
      /** Its orders are invoiced once their proof of delivery is verified. */
      podRequired: bool({ initial: false, filter: 'eq', show: ['form', 'detail'] }),
      izEnable: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/deliveryService',
    perm: 'dlv:service',
    pick: 'login',
  },
)
