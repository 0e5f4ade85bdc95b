import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import type { BulkOutcome } from '../../../../kit/list/result-sheet.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import type { Selection } from '../../../../kit/table/use-selection.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { OrderRow } from './order-state.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const ACTIONS = ['allocate', 'release', 'backOrder'] as const
type StockAction = (typeof ACTIONS)[number]

/** In which stock states an action has something to do. */
const OPEN: Record<StockAction, readonly string[]> = {
  allocate: ['none', 'short', 'backOrder'],
  release: ['short', 'backOrder', 'reserved'],
  backOrder: ['none', 'short', 'reserved'],
}

/** Stock of the chosen orders, of kinds that use it. */
export function StockActions({ selection }: { selection: Selection<OrderRow> }) {
  const t = useT('shipments')
  const may = useRightsCheck()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const calls = {
    allocate: useAction(stockWaves.allocate, { success: false }),
    release: useAction(stockWaves.release, { success: false }),
    backOrder: useAction(stockWaves.backOrder, { success: false }),
  }
  const orders = selection.rows.filter(
    (row) => row.confirmTime && kindOf(row.shipmentResource ?? '').can.usesStock,
  )
  if (orders.length === 0) return null
  const run = async (action: StockAction, ids: string[]) => {
    const answer = await calls[action].run({ ids })
    if (!answer.ok) return
    setOutcome({ title: t(`stock.${action}`), result: answer.result })
  }
  return (
    <>
      {ACTIONS.filter((action) => may(stockWaves[action])).map((action) => {
        const ids = orders
          .filter((row) => OPEN[action].includes(row.stockState ?? ''))
          .map((row) => row.id)
        return (
          <Button
            key={action}
            disabled={ids.length === 0}
            loading={calls[action].busy}
            onClick={() => void run(action, ids)}
          >
            {t(`stock.${action}`)} {ids.length}
          </Button>
        )
      })}
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
