import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { withFeedback } from '../../../../kit/platform/feedback.ts'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useNotify } from '../../../../kit/platform/notify.tsx'
import type { BulkOutcome } from '../../../../kit/list/result-sheet.tsx'
import { useAction, type Outcome } from '../../../../kit/http/use-action.ts'
import { isOpen, type OrderState } from './order-state.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

/** So many orders are confirmed without a question. */
const ASK_ABOVE = 50
/** Orders of one call: few enough that the progress moves. */
const AT_ONCE = 100
const PROGRESS = 'order-progress'

/** One call after the other, with the progress on the screen; null where none came through. */
async function inParts(
  ids: readonly string[],
  call: (some: string[]) => Promise<Outcome<BulkResult>>,
  t: T,
): Promise<BulkResult | null> {
  const all: BulkResult = { done: 0, failed: 0, rows: [] }
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (ids.length > AT_ONCE)
      withFeedback(
        ({ message }) =>
          void message.loading({
            key: PROGRESS,
            duration: 0,
            content: t('bulk.progress', { done: at, count: ids.length }),
          }),
      )
    const answer = await call(ids.slice(at, at + AT_ONCE))
    if (!answer.ok) break
    all.done += answer.result.done
    all.failed += answer.result.failed
    all.rows.push(...answer.result.rows)
  }
  withFeedback(({ message }) => message.destroy(PROGRESS))
  return all.rows.length > 0 ? all : null
}

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
const REASONS: Readonly<Partial<Record<BulkAction, readonly string[]>>> = {
  cancel: ['wish', 'twice', 'address', 'stock'],
  hold: ['debt', 'address', 'prohibited', 'wish'],
  lost: ['search', 'carrier'],
  revoke: ['wish', 'prohibited'],
  destroy: ['prohibited', 'wish'],
}
export interface OrderActions {
  /** Acts on those of the orders that are open for it; asks first where it cannot be taken back. */
  run(action: BulkAction, orders: readonly OrderState[]): Promise<void>
  busy: BulkAction | null
  sheet: ReactNode
}

/**
 * What is done with orders, one order or many; failures come as a sheet with retry.
 * `onDone` hears when something changed.
 */
export function useOrderActions(onDone: () => void = () => undefined): OrderActions {
  const t = useT('shipments')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<
    (BulkOutcome & { action: BulkAction; reason: string }) | null
  >(null)
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
  const all = { confirm, withdraw, cancel, hold, release, lost, revoke, destroy, returned }
  const busy = (Object.keys(all) as BulkAction[]).find((action) => all[action].busy) ?? null

  const send = async (action: BulkAction, ids: string[], reason: string) => {
    const call = (some: string[]): Promise<Outcome<BulkResult>> =>
      action === 'confirm' || action === 'withdraw' || action === 'release' || action === 'returned'
        ? all[action].run({ ids: some })
        : all[action].run({ ids: some, reason })
    const result = await inParts(ids, call, t)
    if (!result) return
    if (result.done > 0) notify.success(t(`done.${action}`, { count: result.done }))
    if (result.failed > 0) setOutcome({ title: t(`action.${action}`), result, action, reason })
    onDone()
  }
  const run = async (action: BulkAction, orders: readonly OrderState[]) => {
    const open = orders.filter(
      (order) => isOpen(action, order) && may(orderPerm(order.kind, action)),
    )
    if (open.length === 0 || busy) return
    const reasons = REASONS[action]
    const reason =
      (action === 'confirm' || action === 'release') && open.length <= ASK_ABOVE
        ? ''
        : await ask({
            title: t(`ask.${action}`, { count: open.length }),
            content: t(`ask.${action}.text`),
            ok: t(action === 'cancel' ? 'ask.cancel.ok' : `bulk.${action}`, { count: open.length }),
            names: open.map((order) => order.serialNumber),
            ...(reasons
              ? {
                  danger: action !== 'hold',
                  reason: true,
                  reasons: reasons.map((reason) => t(`ask.${action}.${reason}`)),
                }
              : {}),
          })
    if (reason !== null)
      await send(
        action,
        open.map((order) => order.id),
        reason,
      )
  }
  const retry = (ids: string[]) => {
    if (!outcome) return
    setOutcome(null)
    void send(outcome.action, ids, outcome.reason)
  }
  return {
    run,
    busy,
    sheet: outcome && (
      <Suspense>
        <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} onRetry={retry} />
      </Suspense>
    ),
  }
}
