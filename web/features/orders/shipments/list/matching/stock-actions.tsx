import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import type { BulkOutcome } from '../../../../../kit/list/result-sheet.tsx'
import { useAction } from '../../../../../kit/http/use-action.ts'
import { useNotify } from '../../../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import type { GroupedAction } from '../../../../../kit/table/action-menu.tsx'
import type { Selection } from '../../../../../kit/list/use-selection.ts'
import { useT } from '../../../../../kit/text/i18n.ts'
import type { OrderRow } from '../order-state.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const ACTIONS = ['allocate', 'release', 'backOrder'] as const
type StockAction = (typeof ACTIONS)[number]

const doneOf = ({ rows }: BulkResult) => rows.filter(({ ok }) => ok).map(({ id }) => id)

/** In which stock states an action has something to do. */
const OPEN: Record<StockAction, readonly string[]> = {
  allocate: ['none', 'short', 'backOrder'],
  release: ['short', 'backOrder', 'reserved'],
  backOrder: ['none', 'short', 'reserved'],
}

/** Stock of the chosen orders, of kinds that use it. */
export function useStockActions(
  selection: Selection<OrderRow>,
  onDone: (done: readonly string[]) => void,
): { actions: GroupedAction[]; sheet: ReactNode } {
  const t = useT('shipments')
  const may = useRightsCheck()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const calls = {
    allocate: useAction(stockWaves.allocate, { success: false }),
    release: useAction(stockWaves.release, { success: false }),
    backOrder: useAction(stockWaves.backOrder, { success: false }),
  }
  const orders = selection.rows.filter(
    (row) => row.confirmTime && kindOf(row.shipmentResource ?? '').can.usesStock,
  )
  const run = async (action: StockAction, ids: string[]) => {
    const answer = await calls[action].run({ ids })
    if (!answer.ok) return
    const { result } = answer
    if (result.rows.some((row) => !row.ok || row.message || row.warnings))
      setOutcome({ title: t(`stock.${action}`), result })
    else {
      notify.success(t('stock.done', { action: t(`stock.${action}`), count: result.done }))
      onDone(doneOf(result))
    }
  }
  // With the last chosen order the bar goes, and its sheet would go with it.
  const close = ({ result }: BulkOutcome) => {
    setOutcome(null)
    onDone(doneOf(result))
  }
  // Of mixed kinds only what can be done; among orders from stock, why something cannot.
  const mixed = orders.length < selection.rows.length
  const actions = orders.length === 0 ? [] : ACTIONS.filter((action) => may(stockWaves[action]))
  const entry = (action: StockAction): GroupedAction => {
    const ids = orders
      .filter((row) => OPEN[action].includes(row.stockState ?? ''))
      .map((row) => row.id)
    return {
      key: `stock-${action}`,
      label: t(`stock.${action}`),
      count: ids.length,
      blocked: ids.length === 0 ? t('bulk.none') : null,
      onClick: () => void run(action, ids),
    }
  }
  return {
    actions: actions.map(entry).filter(({ blocked }) => !(mixed && blocked)),
    sheet: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => close(outcome)} />}
      </Suspense>
    ),
  }
}
