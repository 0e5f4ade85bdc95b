import { z } from 'zod'
import { charging } from './charging.ts'
import { documents } from './documents.ts'
import { orderPerms } from './kinds/kind-perms.ts'
import { labels } from './labels.ts'
import { orderChanges, priceSum } from './order-changes.ts'
import { shipments } from './shipments.ts'
import { stockWaves } from './stock/stock-waves.ts'
import { endpoints, type Endpoint } from '../kit/endpoint.ts'
import { idList, idText, oneOf } from '../kit/envelope.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import type { OrderAction } from './shipments.states.ts'

/** Most orders one bulk task takes. */
export const TASK_MAX = 50_000

/** What can be done with many orders in the background: the bulk call that does it. */
export const TASK_ACTIONS = {
  confirm: shipments.confirm,
  withdraw: shipments.withdraw,
  cancel: shipments.cancel,
  hold: shipments.hold,
  release: shipments.release,
  lost: shipments.lost,
  revoke: shipments.revoke,
  destroy: shipments.destroy,
  returned: shipments.returned,
  remark: orderChanges.remark,
  quote: orderChanges.requote,
  /** Compares prices; what it found is taken over by `changeService`. */
  previewService: orderChanges.previewService,
  changeService: orderChanges.changeService,
  print: labels.print,
  documents: documents.bundle,
  allocate: stockWaves.allocate,
  releaseStock: stockWaves.release,
  backOrder: stockWaves.backOrder,
} as const satisfies Record<string, Endpoint>
export type TaskAction = keyof typeof TASK_ACTIONS
export const TASK_NAMES = Object.keys(TASK_ACTIONS) as TaskAction[]
/** Those that leave files. */
export const PRINT_ACTIONS: readonly TaskAction[] = ['print', 'documents']
/** Files of a task are kept for so many days. */
export const TASK_FILE_DAYS = 7
const SAME_STATES = {
  quote: 'requote',
  previewService: 'changeService',
  documents: null,
  remark: null,
  allocate: null,
  releaseStock: null,
  backOrder: null,
} as const
/** The action whose open states in the states table hold; null where every state is open. */
export const stateActionOf = (action: TaskAction): OrderAction | null =>
  action in SAME_STATES
    ? SAME_STATES[action as keyof typeof SAME_STATES]
    : (action as Exclude<TaskAction, keyof typeof SAME_STATES>)

const TASK_STATES = ['prepared', 'queued', 'running', 'done', 'failed', 'stopped'] as const

export const orderTask = z.object({
  id: z.string(),
  action: z.enum(TASK_NAMES),
  /** `prepared`: counted, not begun. */
  status: z.enum(TASK_STATES),
  /** Orders it was asked for; `done` of them are through, well or not. */
  total: z.number(),
  done: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** Of those accepted: with something that may still be asked about. */
  warned: z.number(),
  /** Why it ended before all orders were through. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Of a task that ended early: the orders not done can be done now. */
  resumable: z.boolean(),
  reason: z.string().nullable(),
  createTime: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type OrderTask = z.infer<typeof orderTask>

/** With what it left: files until they expire, prices compared. */
export const orderTaskDetail = orderTask.extend({
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      size: z.number(),
      /** A path under the API, valid for an hour or two. */
      url: z.string(),
      expiresAt: z.string().nullable(),
    }),
  ),
  /**
   * Of compared prices, and of confirmed orders their price as `after`, by currency; none for those
   * who see no prices.
   */
  sums: z.array(
    z.object({
      currency: z.string(),
      before: priceSum,
      after: priceSum,
      difference: priceSum,
    }),
  ),
  /** What ending the orders gave back so far, by currency; none for those who see no prices. */
  back: charging.ending.out,
})
export type OrderTaskDetail = z.infer<typeof orderTaskDetail>

/** `ok` null: not done. */
export const orderTaskRow = z.object({
  id: z.string(),
  label: z.string(),
  ok: z.boolean().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})

const taskId = z.object({ id: idText })
const touches = ['/erp/orderTask'] as const
const whole = z.preprocess((value) => value ?? '1', z.coerce.number().int().min(1).max(1_000_000))
const size = z.preprocess((value) => value ?? '20', z.coerce.number().int().min(1).max(200))
const outcome = z.enum(['done', 'warned', 'refused', 'open']).optional()

/** A user's own bulk tasks: no other user sees, starts or stops them. */
export const orderTasks = endpoints({
  /**
   * Fixes the orders an action is about to be done with: those of `ids`, or all that match the
   * list's own `query`, or those of another task (`from`): that it found a price for, or whose
   * service it changed, to be compared with the one before. Answers how
   * many they are and how many of them the action is open for; one that is not started within an
   * hour is dropped.
   */
  prepare: {
    method: 'POST',
    path: '/erp/orderTask/prepare',
    perm: orderPerms('list'),
    in: oneOf(
      z.object({
        action: z.enum(TASK_NAMES, { error: 'field.invalid' }),
        ids: idList.optional(),
        query: z.record(z.string().max(80), z.union([z.string(), z.number()])).optional(),
        from: idText.optional(),
      }),
      ['ids', 'query', 'from'],
      { missing: 'orderTask.oneSet', several: 'orderTask.oneSet' },
    ).refine(
      ({ action, from }) =>
        action === 'previewService' || (action === 'changeService') === (from !== undefined),
      { error: 'orderTask.comparedFirst', path: ['from'] },
    ),
    out: z.object({
      id: z.string(),
      total: z.number(),
      /** In a state, of a kind the caller may do it with. */
      open: z.number(),
      /** The others, by the state they are in. */
      closed: z.array(z.object({ status: z.number(), text: z.string(), count: z.number() })),
      /** Whose labels were printed before: without a reason they are refused. Null but for prints. */
      printed: z.number().nullable(),
      /** What comes back with the orders it is open for, by currency; none for those who see no prices. */
      back: charging.ending.out,
    }),
  },
  /** Begins a prepared task. `input`: what the action's own call takes in addition to `ids`. */
  start: {
    method: 'POST',
    path: '/erp/orderTask/start',
    perm: orderPerms('list'),
    in: taskId.extend({ input: z.record(z.string().max(40), z.unknown()).default({}) }),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    message: 'ok.orderTaskStarted',
    touches,
  },
  /** Ends a task after the orders being done; those done stay done. A prepared one is dropped. */
  stop: {
    method: 'PUT',
    path: '/erp/orderTask/stop',
    perm: orderPerms('list'),
    in: taskId,
    out: z.null(),
    touches,
  },
  /** Goes on with the orders a stopped or failed task has not done. */
  resume: {
    method: 'PUT',
    path: '/erp/orderTask/resume',
    perm: orderPerms('list'),
    in: taskId,
    out: z.null(),
    touches,
  },
  queryById: {
    method: 'GET',
    path: '/erp/orderTask/queryById',
    perm: orderPerms('list'),
    in: taskId,
    out: orderTaskDetail,
  },
  list: {
    method: 'GET',
    path: '/erp/orderTask/list',
    perm: orderPerms('list'),
    in: pageQuery({ pageNo: whole, pageSize: size }),
    out: pageOf(orderTask),
  },
  /** The orders of a task with what became of each. */
  rows: {
    method: 'GET',
    path: '/erp/orderTask/rows',
    perm: orderPerms('list'),
    in: pageQuery({ ...taskId.shape, pageNo: whole, pageSize: size, outcome }),
    out: pageOf(orderTaskRow),
  },
  /** All files of a task as one. */
  bundleFiles: {
    method: 'GET',
    path: '/erp/orderTask/files',
    perm: orderPerms('list'),
    reply: 'file',
    in: taskId,
    out: z.null(),
  },
  exportRows: {
    method: 'GET',
    path: '/erp/orderTask/exportXls',
    perm: orderPerms('list'),
    reply: 'file',
    in: taskId.extend({ outcome, exportFormat: z.enum(['xlsx', 'csv']).default('xlsx') }),
    out: z.null(),
  },
})
