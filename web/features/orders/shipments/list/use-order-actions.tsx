import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import { orderChanges } from '#contracts/orders/order-changes.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { UNDO_MS, useDelayedKeys } from '../../../../kit/platform/undo/undo.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useNotify } from '../../../../kit/http/notify.tsx'
import type { BulkOutcome } from '../../../../kit/list/result-sheet.tsx'
import { useAction, type Outcome } from '../../../../kit/http/use-action.ts'
import { doubtsInWords } from '../doubts.tsx'
import { doneInWords, type OrdersDone } from '../done-in-words.ts'
import { blockedBy, CHANGING, isOpen, type OrderState } from './order-state.ts'
import { heldParcels } from './held-parcels.tsx'
import { ResultSheet, useServiceChange } from './use-service-change.tsx'
import { useMoneyBack, type Sending } from './use-money-back.ts'
import { useOrderTasks } from './matching/use-order-tasks.ts'

const DocumentDialog = lazy(() => import('../print/document-dialog.tsx'))
const CorrectOrder = lazy(() => import('../correct/correct-order.tsx'))

/** So many orders are confirmed without a question. */
const ASK_ABOVE = 50
/** More are worked off in the background. */
const AT_ONCE = 100
export type BulkAction =
  | 'confirm'
  | 'withdraw'
  | 'cancel'
  | 'hold'
  | 'release'
  | 'lost'
  | 'revoke'
  | 'destroy'
  | 'returned'
  | 'remark'
  | 'quote'
/** The permission an action asks for with orders of a kind. */
export const rightFor = (action: BulkAction) =>
  action === 'remark' || action === 'quote' ? 'edit' : action
/** A price follows while the service may be changed. */
export const isOpenFor = (action: BulkAction, order: OrderState): boolean =>
  isOpen(action === 'quote' ? 'requote' : action, order)
/** Why an action is grey, in words; null where it is open. */
export const blockedFor = (action: BulkAction, order: OrderState, t: T): string | null =>
  blockedBy(action === 'quote' ? 'requote' : action, order, t)
export const BULK_ACTIONS: readonly BulkAction[] = [
  'confirm',
  'withdraw',
  'hold',
  'release',
  'lost',
  'returned',
  'revoke',
  'destroy',
  'quote',
  'remark',
  'cancel',
]
/** Offered where an order is open for it: most orders are in no depot. */
export const RARE: readonly BulkAction[] = [
  'hold',
  'release',
  'lost',
  'revoke',
  'destroy',
  'returned',
]
/** Actions that end orders. */
export const ENDING: readonly BulkAction[] = ['cancel', 'lost', 'revoke', 'destroy']
/** Actions that ask why, with the usual answers. */
const REASONS = {
  cancel: ['wish', 'twice', 'address', 'stock'],
  hold: ['debt', 'address', 'prohibited', 'wish'],
  lost: ['search', 'carrier'],
  revoke: ['wish', 'prohibited'],
  destroy: ['prohibited', 'wish'],
} as const
const withReason = (action: TaskAction): action is keyof typeof REASONS => action in REASONS
const doneOf = ({ rows }: BulkResult) => rows.filter(({ ok }) => ok).map(({ id }) => id)
export interface OrderActions {
  /**
   * Acts on all orders that match a list's query, in the background; `input`: with the action.
   * Answers whether it began.
   */
  runAll(
    action: TaskAction,
    query: Record<string, string | number>,
    input?: Record<string, unknown>,
  ): Promise<boolean>
  /** Acts on those of the orders that are open for it; asks first where it cannot be taken back. */
  run(action: BulkAction, orders: readonly OrderState[]): Promise<void>
  /** Asks for another service, and shows what it costs first. */
  otherService(orders: readonly OrderState[]): void
  /** Asks for the right address, with `goods` for the contents, and shows what that changes. */
  correct(order: OrderState, how?: { goods: boolean }): void
  /** Asks which documents and labels of the orders, and in which file. */
  documents(orders: readonly OrderState[]): void
  busy: TaskAction | null
  sheet: ReactNode
}

/**
 * What is done with orders, one order or many; failures come as a sheet with retry.
 * `onDone` hears when something changed, and which orders are done with.
 */
export function useOrderActions(
  onDone: (done: readonly string[]) => void = () => undefined,
): OrderActions {
  const t = useT('shipments')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<
    (BulkOutcome & { action: BulkAction; reason: string }) | null
  >(null)
  const [documentsOf, setDocumentsOf] = useState<readonly OrderState[] | null>(null)
  const [correcting, setCorrecting] = useState<{ id: string; goods: boolean } | null>(null)
  const options = { success: false } as const
  const confirm = useAction(shipments.confirm, options)
  const withdraw = useAction(shipments.withdraw, options)
  const cancel = useAction(shipments.cancel, options)
  const hold = useAction(shipments.hold, options)
  const release = useAction(shipments.release, options)
  const lost = useAction(shipments.lost, options)
  const revoke = useAction(shipments.revoke, options)
  const destroy = useAction(shipments.destroy, options)
  const returned = useAction(shipments.returned, options)
  const remark = useAction(orderChanges.remark, options)
  const quote = useAction(orderChanges.requote, options)
  const other = useServiceChange(onDone)
  const isChanging = useDelayedKeys(CHANGING).size > 0
  const tasks = useOrderTasks()
  const all = {
    quote,
    remark,
    confirm,
    withdraw,
    cancel,
    hold,
    release,
    lost,
    revoke,
    destroy,
    returned,
  }
  const busy =
    tasks.busy ?? (Object.keys(all) as BulkAction[]).find((action) => all[action].busy) ?? null

  /** Doubts about what was done are a message; those of several orders are listed where asked for. */
  const warnOf = ({ rows }: OrdersDone, list: () => void) => {
    const [one, ...more] = rows.filter(({ warnings }) => warnings)
    if (!one) return
    if (more.length === 0)
      return notify.warning(
        doubtsInWords(t, 'done.doubts', one.label ?? one.id, one.warnings ?? []),
      )
    notify.warning(
      <>
        {t('done.doubtful', { count: more.length + 1 })}{' '}
        <Button type="link" size="small" onClick={list}>
          {t('done.doubtful.show')}
        </Button>
      </>,
      UNDO_MS / 1000,
    )
  }
  const backOf = useMoneyBack()
  const send = async (action: BulkAction, ids: string[], { reason, back, parcelIds }: Sending) => {
    const answer: Outcome<OrdersDone> =
      action === 'remark'
        ? await remark.run({ ids, remark: reason, replace: false })
        : action === 'hold'
          ? await hold.run({ ids, reason, ...(parcelIds ? { parcelIds } : {}) })
          : withReason(action)
            ? await all[action].run({ ids, reason })
            : await all[action].run({ ids })
    if (!answer.ok) return
    const { result } = answer
    if (result.done > 0) notify.success(await back.after(doneInWords(t, action, result)))
    const sheet = () => setOutcome({ title: t(`action.${action}`), result, action, reason })
    if (result.rows.some((one) => !one.ok || one.message)) sheet()
    else warnOf(result, sheet)
    // What was confirmed without a refusal is printed next.
    onDone(action === 'confirm' && result.failed === 0 ? [] : doneOf(result))
  }
  const printed = (action: TaskAction) => action === 'print' || action === 'documents'
  /** What else the question asks, and what its answer becomes. */
  const askFor = (action: TaskAction, given: Record<string, unknown> = {}) => ({
    more:
      action === 'remark'
        ? { reason: true, reasonLabel: t('ask.remark.label') }
        : withReason(action)
          ? {
              danger: action !== 'hold',
              reason: true,
              reasons: REASONS[action].map((reason) => t(`ask.${action}.${reason}`)),
            }
          : {},
    input: (reason: string): Record<string, unknown> => ({
      ...given,
      ...(action === 'remark'
        ? { remark: reason }
        : withReason(action) || (printed(action) && reason !== '')
          ? { reason }
          : {}),
    }),
  })
  const run = async (action: BulkAction, orders: readonly OrderState[]) => {
    const open = orders.filter(
      (order) => isOpenFor(action, order) && may(orderPerm(order.kind, rightFor(action))),
    )
    if (open.length === 0 || busy) return
    const ids = open.map(({ id }) => id)
    if (open.length > AT_ONCE) {
      // The task has them now, and lists those it refused; chosen again they would be done twice.
      if (await tasks.begin(action, { ids }, askFor(action))) onDone(ids)
      return
    }
    const parcels = action === 'hold' && ids.length === 1 ? await heldParcels(ids[0]!) : null
    const back = await backOf(action, ids)
    const text = [t(`ask.${action}.text`), ...back.question].join(' ')
    const reason =
      (action === 'confirm' || action === 'release' || action === 'quote') &&
      open.length <= ASK_ABOVE
        ? ''
        : await ask({
            title: t(`ask.${action}`, { count: open.length }),
            content: (
              <>
                <p>{text}</p>
                {parcels?.question}
              </>
            ),
            ok: t(action === 'cancel' ? 'ask.cancel.ok' : `bulk.${action}`, { count: open.length }),
            names: open.map((order) => order.serialNumber),
            ...askFor(action).more,
          })
    if (reason !== null) await send(action, ids, { reason, back, parcelIds: parcels?.chosen() })
  }
  const retry = async (ids: string[]) => {
    if (!outcome) return
    setOutcome(null)
    const back = await backOf(outcome.action, ids)
    await send(outcome.action, ids, { reason: outcome.reason, back })
  }
  return {
    run,
    otherService: other.ask,
    correct: ({ id }, how) => setCorrecting({ id, goods: how?.goods ?? false }),
    documents: (orders) => {
      const open = orders.filter((order) => isOpen('remark', order))
      if (open.length > 0) setDocumentsOf(open)
    },
    runAll: async (action, query, input) => {
      if (!isChanging) return tasks.begin(action, { query }, askFor(action, input))
      notify.info(t('blocked.changing'))
      return false
    },
    busy,
    sheet: (
      <Suspense>
        {correcting && <CorrectOrder {...correcting} onClose={() => setCorrecting(null)} />}
        {other.sheet}
        {documentsOf && (
          <DocumentDialog
            orders={documentsOf}
            onClose={() => setDocumentsOf(null)}
            onDone={() => {
              setDocumentsOf(null)
              onDone([])
            }}
          />
        )}
        {outcome && (
          <ResultSheet
            outcome={outcome}
            onClose={() => setOutcome(null)}
            onRetry={(ids) => void retry(ids)}
          />
        )}
      </Suspense>
    ),
  }
}
