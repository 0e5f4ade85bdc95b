import { Button } from 'antd'
import { orderPerm, orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { BulkBar, type Matching } from '../../../../../kit/table/bulk-bar.tsx'
import type { Column } from '../../../../../kit/table/data-table.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import { useKeys } from '../../../../../kit/platform/use-keys.ts'
import { usePhone } from '../../../../../kit/platform/use-timing.ts'
import type { List } from '../../../../../kit/list/list.ts'
import type { Selection } from '../../../../../kit/table/use-selection.ts'
import { isOpen, stateOf, type OrderRow } from '../order-state.ts'
import { AddEventsButton } from '../../../../tracking/tracking/index.ts'
import { MergeOrders } from '../../regroup/merge-orders.tsx'
import { StockActions } from '../stock-actions.tsx'
import { PrintButton } from '../../print/print-button.tsx'
import { MatchingActions } from './matching-actions.tsx'
import {
  BULK_ACTIONS,
  ENDING,
  isOpenFor,
  RARE,
  rightFor,
  type BulkAction,
  type OrderActions,
} from '../use-order-actions.tsx'
import type { LabelPrinting } from '../../print/use-print-labels.tsx'

interface BulkActionsProps {
  selection: Selection<OrderRow>
  list: List<OrderRow>
  columns: readonly Column<OrderRow>[]
  actions: OrderActions
  printing: LabelPrinting
  matching: Matching
  /** Null where kinds are mixed. */
  kind: OrderKind | null
}

/**
 * What can be done with the chosen orders, each button with the number it will reach; p prints
 * them.
 */
export default function BulkActions({
  selection,
  list,
  columns,
  actions,
  printing,
  matching,
  kind,
}: BulkActionsProps) {
  const t = useT('shipments')
  const may = useRightsCheck()
  const phone = usePhone()
  const orders = selection.rows.map(stateOf)
  const mayPrint = may('ship:label:print')
  useKeys(
    { p: () => void printing.run(orders) },
    {
      enabled: mayPrint && orders.length > 0 && !matching.chosen,
    },
  )

  const countOf = (action: BulkAction | 'print') =>
    orders.filter((order) =>
      action === 'print'
        ? isOpen(action, order)
        : isOpenFor(action, order) && may(orderPerm(order.kind, rightFor(action))),
    ).length
  const hint = (count: number) =>
    count === 0
      ? t('bulk.none')
      : count < orders.length
        ? t('bulk.some', { count: orders.length - count })
        : undefined
  const printable = countOf('print')
  const services = orders.filter(
    (order) => isOpen('changeService', order) && may(orderPerm(order.kind, 'edit')),
  ).length

  if (matching.chosen) {
    return (
      <BulkBar selection={selection} list={list} matching={matching}>
        <MatchingActions actions={actions} query={list.wire} kind={kind} />
      </BulkBar>
    )
  }
  return (
    <BulkBar selection={selection} list={list} columns={columns} matching={matching}>
      {BULK_ACTIONS.filter((action) => may(orderPerms(rightFor(action)))).map((action) => {
        const count = countOf(action)
        // A phone has no room for what cannot be done, nor a pointer to ask why.
        if ((phone || RARE.includes(action)) && count === 0) return null
        return (
          <Button
            key={action}
            danger={ENDING.includes(action)}
            {...(action === 'confirm' ? { type: 'primary' as const } : {})}
            disabled={count === 0}
            title={hint(count)}
            loading={actions.busy === action}
            onClick={() => void actions.run(action, orders)}
          >
            {t(`bulk.${action}`, { count })}
          </Button>
        )
      })}
      {services > 0 && (
        <Button onClick={() => actions.otherService(orders)}>
          {t('bulk.changeService', { count: services })}
        </Button>
      )}
      {may('ship:document:print') && (
        <Button onClick={() => actions.documents(orders)}>
          {t('bulk.documents', { count: orders.length })}
        </Button>
      )}
      <AddEventsButton target={{ kind: 'orders', ids: orders.map(({ id }) => id) }}>
        {t('bulk.event', { count: orders.length })}
      </AddEventsButton>
      <StockActions selection={selection} />
      <MergeOrders selection={selection} />
      {mayPrint && !(phone && printable === 0) && (
        <PrintButton
          orders={orders}
          printing={printing}
          blocked={printable === 0 ? t('bulk.none') : null}
        >
          {t('bulk.print', { count: printable })}
        </PrintButton>
      )}
    </BulkBar>
  )
}
