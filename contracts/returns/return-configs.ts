import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { bool, dict, int, money, ref, text, textarea, weight } from '../kit/field.ts'

const fee = () => money({ currencyFrom: 'currency', sign: 'nonNegative', initial: '0', width: 110 })

/** Terms of returns: a customer's at a depot, a customer's everywhere, everyone's. */
export const returnConfigList = crud(
  entity({
    name: 'return-configs',
    table: 'return_config',
    scope: 'owner',
    unowned: true,
    label: 'addressCode',
    fields: {
      customerId: ref('customers', { perm: 'base:customer:list', filter: 'in', width: 160 }),
      depotId: ref('depots', { filter: 'in', width: 120 }),
      addressCode: text({ max: 20, typed: true, unique: true, filter: 'prefix', width: 120 }),
      photoMin: int({ required: true, initial: 1, min: 0, max: 20, width: 90 }),
      notify: bool({ initial: true, width: 90 }),
      feesFrom: dict('return_fees_from', { required: true, initial: 'distribute', width: 120 }),
      instructDays: int({ required: true, initial: 14, min: 1, max: 365, width: 110 }),
      freeDays: int({ required: true, initial: 60, min: 0, max: 365, width: 110 }),
      currency: dict('currency', { required: true, initial: 'EUR', width: 90 }),
      feeReceive: fee(),
      feeRestock: fee(),
      feeRelabel: fee(),
      feeForward: fee(),
      feeDestroy: fee(),
      feeHandBack: fee(),
      feeStorage: fee(),
      destroyLimit: fee(),
      pageOpen: bool({ initial: false, filter: 'eq', width: 110 }),
      pageKey: text({ readOnly: true, width: 160 }),
      remark: textarea({ max: 500 }),
    },
  }),
  { path: '/rwms/returnConfig', perm: 'ret:config' },
)

/** Standing instructions of a customer: the first that fits, by priority. */
export const returnRules = crud(
  entity({
    name: 'return-rules',
    table: 'return_rule',
    scope: 'owner',
    creator: true,
    label: 'action',
    fields: {
      customerId: ref('customers', {
        required: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      priority: int({ required: true, unique: true, min: 1, max: 999, sort: true, width: 100 }),
      sku: text({ max: 64, typed: true, filter: 'prefix', width: 150 }),
      grades: text({ max: 9, filter: 'prefix', width: 110 }),
      currency: dict('currency', { required: true, initial: 'EUR', width: 90 }),
      maxValue: money({ currencyFrom: 'currency', sign: 'nonNegative', width: 120 }),
      maxWeight: weight({ min: 0.001, width: 110 }),
      action: dict('return_action', { required: true, filter: 'in', width: 120 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 300 }),
    },
  }),
  { path: '/rwms/returnRule', perm: 'ret:rule', sort: { column: 'priority', order: 'asc' } },
)

const dryRow = z.object({
  id: z.string(),
  no: z.string(),
  trackNo: z.string().nullable(),
  goods: z.string().nullable(),
  grade: z.string().nullable(),
  /** What was done, and what the rules would decide with why. */
  was: z.string(),
  would: z.string(),
  reason: z.string(),
  differs: z.boolean(),
})
export type DryRunRow = z.infer<typeof dryRow>

export const returnConfigs = endpoints({
  /** What the standing instructions would have decided in the last days; nothing is changed. */
  dryRun: {
    method: 'GET',
    path: '/rwms/returnRule/dryRun',
    perm: 'ret:rule:list',
    in: z.object({
      customerId: z.preprocess((value) => (value === '' ? undefined : value), idText.optional()),
    }),
    out: z.object({ days: z.number(), rows: z.array(dryRow) }),
  },
  /** Terms and standing instructions of another customer, in place of what there is. */
  copy: {
    method: 'POST',
    path: '/rwms/returnConfig/copy',
    perm: 'ret:config:edit',
    idempotency: 'accepted',
    in: z.object({ fromId: idText, toId: idText }),
    out: z.object({ configs: z.number(), rules: z.number() }),
    touches: ['/rwms/returnConfig', '/rwms/returnRule'],
    message: 'ok.edited',
  },
})
