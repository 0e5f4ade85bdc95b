import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { useCallback, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { FLAG } from '#contracts/orders/shipments.states.ts'
import type { useOpen } from '../../../../kit/list/use-open.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { RowActions, type RowAction } from '../../../../kit/table/row-actions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { blockedBy, isOpen, stateOf, type OrderRow } from './order-state.ts'
import {
  blockedFor,
  ENDING,
  isOpenFor,
  RARE,
  rightFor,
  type BulkAction,
  type OrderActions,
} from './use-order-actions.tsx'
import type { LabelPrinting } from '../print/use-print-labels.tsx'

/** What can be done with one order of the list; its functions stay the same from turn to turn. */
export function useOrderRowActions({
  run,
  service,
  correct,
  print,
  lead,
  convert,
  documents,
}: {
  run: OrderActions['run']
  service: OrderActions['otherService']
  correct: OrderActions['correct']
  print: LabelPrinting['run']
  lead: ReturnType<typeof useOpen>['show']
  convert: (id: string) => void
  documents: OrderActions['documents']
}): (row: OrderRow) => ReactNode {
  const t = useT('shipments')
  const may = useRightsCheck()
  const navigate = useNavigate()
  const canRevoke = may(revokeTaskList.endpoints.list)
  const canPrint = may('ship:label:print')
  const canDocument = may('ship:document:print')
  return useCallback(
    (row: OrderRow) => {
      const order = stateOf(row)
      const mayDo = (action: 'add' | 'edit' | BulkAction) =>
        may(
          orderPerm(order.kind, action === 'add' || action === 'edit' ? action : rightFor(action)),
        )
      const act = (action: BulkAction): RowAction[] =>
        mayDo(action) && (!RARE.includes(action) || isOpenFor(action, order))
          ? [
              {
                key: action,
                label: t(`action.${action}`),
                danger: ENDING.includes(action),
                blocked: blockedFor(action, order, t),
                onClick: () => void run(action, [order]),
              },
            ]
          : []
      const revoking: RowAction | null =
        (order.flags & FLAG.revoking) !== 0 && canRevoke
          ? {
              key: 'revoking',
              label: t('revoking.task'),
              onClick: () =>
                void navigate(`/shipment/revoke-tasks?serialNumber=${order.serialNumber}`),
            }
          : null
      const all: RowAction[] = [
        ...(canPrint
          ? [
              {
                key: 'print',
                label: t('action.print'),
                icon: <PrinterOutlined />,
                blocked: blockedBy('print', order, t),
                onClick: () => void print([order]),
              },
            ]
          : []),
        ...(mayDo('edit')
          ? [
              {
                key: 'edit',
                label: t('action.edit'),
                icon: <EditOutlined />,
                blocked: blockedBy('edit', order, t),
                onClick: () => lead({ kind: 'edit', id: row.id }),
              },
            ]
          : []),
        ...act('confirm'),
        ...act('withdraw'),
        ...(canDocument
          ? [
              {
                key: 'documents',
                label: t('action.documents'),
                blocked: blockedBy('remark', order, t),
                onClick: () => documents([order]),
              },
            ]
          : []),
        ...(mayDo('add')
          ? [
              {
                key: 'copy',
                label: t('action.copyOrder'),
                onClick: () => lead({ kind: 'new', id: row.id }),
              },
            ]
          : []),
        ...(mayDo('edit')
          ? [
              {
                key: 'changeService',
                label: t('action.changeService'),
                blocked: blockedBy('changeService', order, t),
                onClick: () => service([order]),
              },
            ]
          : []),
        ...(mayDo('edit') && isOpen('correct', order)
          ? [
              {
                key: 'correct',
                label: t('action.correct'),
                onClick: () => correct(order),
              },
            ]
          : []),
        ...(order.kind.can.converts && mayDo('edit')
          ? [
              {
                key: 'convert',
                label: t('action.convert'),
                blocked: blockedBy('edit', order, t),
                onClick: () => convert(row.id),
              },
            ]
          : []),
        ...act('quote'),
        ...act('hold'),
        ...act('release'),
        ...act('lost'),
        ...act('returned'),
        ...act('revoke'),
        ...act('destroy'),
        ...act('remark'),
        ...(revoking ? [revoking] : act('cancel')),
      ]
      return <RowActions actions={all} />
    },
    [
      t,
      may,
      navigate,
      canRevoke,
      canPrint,
      canDocument,
      run,
      service,
      correct,
      print,
      lead,
      convert,
      documents,
    ],
  )
}
