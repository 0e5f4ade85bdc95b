import { Button } from 'antd'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { orderChanges, SERVICE_BEFORE } from '#contracts/orders/order-changes.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import type { BulkOutcome } from '../../../../kit/list/result-sheet.tsx'
import { UNDO_MS } from '../../../../kit/platform/undo/undo.ts'
import { useUndoable } from '../../../../kit/platform/undo/use-undoable.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { CHANGING, isOpen, type OrderState } from './order-state.ts'

const OtherService = lazy(() => import('./price-comparison.tsx'))
export const ResultSheet = lazy(async () => ({
  default: (await import('../../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

/**
 * Another service for orders: asked for with what it costs, taken back for ten seconds; and after
 * that back to the service before, with what that costs.
 */
export function useServiceChange(onDone: (done: readonly string[]) => void): {
  ask(orders: readonly OrderState[]): void
  sheet: ReactNode
} {
  const t = useT('shipments')
  const may = useRightsCheck()
  const notify = useNotify()
  const [asked, setAsked] = useState<{ orders: readonly OrderState[]; back: boolean } | null>(null)
  const [failed, setFailed] = useState<BulkOutcome | null>(null)
  /** By id: other orders may be changed within the ten seconds of the first. */
  const changed = useRef(new Map<string, OrderState>())
  const ask = (orders: readonly OrderState[], back = false) => {
    const open = orders.filter(
      (order) => isOpen('changeService', order) && may(orderPerm(order.kind, 'edit')),
    )
    if (open.length > 0) setAsked({ orders: open, back })
  }
  const changing = useUndoable(orderChanges.changeService, {
    onDone: (result) => {
      const { done, failed: left, rows } = result
      const ids = rows.filter(({ ok }) => ok).map(({ id }) => id)
      const orders = ids.flatMap((id) => changed.current.get(id) ?? [])
      const withBack = (text: string) => (
        <>
          {text}{' '}
          <Button type="link" size="small" onClick={() => ask(orders, true)}>
            {t('service.back')}
          </Button>
        </>
      )
      if (left === 0)
        notify.success(withBack(t('done.changeService', { count: done })), UNDO_MS / 1000)
      else {
        // The sheet is not seen where another screen was opened meanwhile.
        const text = t('result.summary', { done, failed: left })
        if (done > 0) notify.warning(withBack(text), UNDO_MS / 1000)
        else notify.warning(text)
        setFailed({ title: t('action.changeService'), result })
      }
      onDone(ids)
    },
  })
  return {
    ask,
    sheet: (
      <Suspense>
        {asked && (
          <OtherService
            {...asked}
            onClose={() => setAsked(null)}
            onChosen={(change, service) => {
              for (const order of asked.orders) changed.current.set(order.id, order)
              setAsked(null)
              const count = change.ids.length
              const text =
                change.serviceId === SERVICE_BEFORE
                  ? t('service.undoableBack', { count })
                  : t('service.undoable', { count, service })
              changing.run(change, { text, keys: change.ids.map((id) => `${CHANGING}:${id}`) })
            }}
          />
        )}
        {failed && <ResultSheet outcome={failed} onClose={() => setFailed(null)} />}
      </Suspense>
    ),
  }
}
