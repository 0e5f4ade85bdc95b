import { Button } from 'antd'
import { orderPerm, orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { ActionMenu, type GroupedAction } from '../../../../../kit/table/action-menu.tsx'
import { BulkBar, type Matching } from '../../../../../kit/table/bulk-bar.tsx'
import type { Column } from '../../../../../kit/table/data-table.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../../kit/session/permissions.tsx'
import { useKeys } from '../../../../../kit/platform/use-keys.ts'
import { usePhone } from '../../../../../kit/platform/use-timing.ts'
import type { List } from '../../../../../kit/list/list.ts'
import type { Selection } from '../../../../../kit/list/use-selection.ts'
import { isOpen, stateOf, type OrderRow } from '../order-state.ts'
import { AddEventsButton } from '../../../../tracking/tracking/index.ts'
import { useMergeOrders } from '../../regroup/merge-orders.tsx'
import { useStockActions } from './stock-actions.tsx'
import { PrintButton } from '../../print/print-button.tsx'
import { CHANGE_ACTIONS, MAIN, PRICE_ACTIONS, STATE_ACTIONS } from './action-groups.ts'
import { MatchingActions } from './matching-actions.tsx'
import {
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
  /** Hears which orders are done with. */
  onDone: (done: readonly string[]) => void
}

/** What can be done with the chosen orders: of one choice, or of all that match the filters. */
export default function BulkActions({ kind, ...given }: BulkActionsProps) {
  const { selection, list, matching, actions } = given
  if (!matching.chosen) return <ChosenActions {...given} />
  const leave = () => {
    matching.leave()
    selection.clear()
  }
  return (
    <BulkBar selection={selection} list={list} matching={matching}>
      <MatchingActions actions={actions} query={list.wire} kind={kind} onBegun={leave} />
    </BulkBar>
  )
}

/** Each action with the number of orders it will reach; p prints them. */
function ChosenActions({
  selection,
  list,
  columns,
  actions,
  printing,
  matching,
  onDone,
}: Omit<BulkActionsProps, 'kind'>) {
  const t = useT('shipments')
  const may = useRightsCheck()
  const phone = usePhone()
  const orders = selection.rows.map(stateOf)
  const mayPrint = may('ship:label:print')
  useKeys({ p: () => void printing.run(orders) }, { enabled: mayPrint && orders.length > 0 })
  const stock = useStockActions(selection, onDone)
  const merge = useMergeOrders(selection, onDone)

  const countOf = (action: BulkAction) =>
    orders.filter(
      (order) => isOpenFor(action, order) && may(orderPerm(order.kind, rightFor(action))),
    ).length
  const hint = (count: number) =>
    count === 0
      ? t('bulk.none')
      : count < orders.length
        ? t('bulk.some', { count: orders.length - count })
        : undefined
  /** A phone has no room for what cannot be done, nor a pointer to ask why. */
  const offered = (action: BulkAction, count: number) =>
    may(orderPerms(rightFor(action))) && (count > 0 || !(phone || RARE.includes(action)))
  const entries = (of: readonly BulkAction[]): GroupedAction[] =>
    of.flatMap((action) => {
      const count = countOf(action)
      if (!offered(action, count)) return []
      const label = t(`action.${action}`)
      return {
        key: action,
        label,
        count,
        danger: ENDING.includes(action),
        blocked: count === 0 ? t('bulk.none') : null,
        onClick: () => void actions.run(action, orders),
      }
    })
  const printable = orders.filter((order) => isOpen('print', order)).length
  const services = orders.filter(
    (order) => isOpen('changeService', order) && may(orderPerm(order.kind, 'edit')),
  ).length
  const ready = orders.filter((order) => isOpen('remark', order)).length
  const documents: GroupedAction[] = may('ship:document:print')
    ? [
        {
          key: 'documents',
          label: t('action.documents'),
          count: ready,
          blocked: ready === 0 ? t('blocked.changing') : null,
          onClick: () => actions.documents(orders),
        },
      ]
    : []
  const otherService: GroupedAction[] =
    services > 0
      ? [
          {
            key: 'changeService',
            label: t('action.changeService'),
            count: services,
            onClick: () => actions.otherService(orders),
          },
        ]
      : []
  const groups = [
    { key: 'state', label: t('bulk.group.state'), actions: entries(STATE_ACTIONS) },
    {
      key: 'price',
      label: t('bulk.group.price'),
      actions: [...entries(PRICE_ACTIONS), ...otherService],
    },
    {
      key: 'stock',
      label: t('bulk.group.stock'),
      actions: stock.actions.filter(({ blocked }) => !phone || !blocked),
    },
    {
      key: 'change',
      label: t('bulk.group.change'),
      actions: [...entries(CHANGE_ACTIONS), ...merge.actions],
    },
    { key: 'files', label: t('bulk.group.files'), actions: documents },
  ]
  return (
    <BulkBar selection={selection} list={list} columns={columns} matching={matching}>
      {MAIN.map((action) => {
        const count = countOf(action)
        return offered(action, count) ? (
          <Button
            key={action}
            {...(action === 'confirm' ? { type: 'primary' as const } : {})}
            disabled={count === 0}
            title={hint(count)}
            loading={actions.busy === action}
            onClick={() => void actions.run(action, orders)}
          >
            {t(`bulk.${phone ? 'short.' : ''}${action}`, { count })}
          </Button>
        ) : null
      })}
      {mayPrint && !(phone && printable === 0) && (
        <PrintButton
          orders={orders}
          printing={printing}
          blocked={printable === 0 ? t('bulk.none') : null}
        >
          {t(phone ? 'bulk.short.print' : 'bulk.print', { count: printable })}
        </PrintButton>
      )}
      <AddEventsButton target={{ kind: 'orders', ids: orders.map(({ id }) => id) }}>
        {t('bulk.event', { count: orders.length })}
      </AddEventsButton>
      <ActionMenu groups={groups}>{t(phone ? 'bulk.short.more' : 'bulk.more')}</ActionMenu>
      {stock.sheet}
      {merge.dialog}
    </BulkBar>
  )
}
