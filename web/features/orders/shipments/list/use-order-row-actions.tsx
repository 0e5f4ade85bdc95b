import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { useCallback, type ReactNode } from 'react'
import type { useOpen } from '../../../../kit/list/use-open.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { RowActions, type RowAction } from '../../../../kit/table/row-actions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { blockedBy, stateOf, type OrderRow } from './order-state.ts'
import type { OrderActions } from './use-order-actions.tsx'
import type { LabelPrinting } from '../print/use-print-labels.tsx'

/** What can be done with one order of the list; its functions stay the same from turn to turn. */
export function useOrderRowActions({
  run,
  print,
  lead,
}: {
  run: OrderActions['run']
  print: LabelPrinting['run']
  lead: ReturnType<typeof useOpen>['show']
}): (row: OrderRow) => ReactNode {
  const t = useT('shipments')
  const may = useRightsCheck()
  const [canAdd, canEdit, canPrint] = [
    may('ship:b2c:add'),
    may('ship:b2c:edit'),
    may('ship:label:print'),
  ]
  return useCallback(
    (row: OrderRow) => {
      const order = stateOf(row)
      const act = (action: 'confirm' | 'withdraw' | 'cancel'): RowAction[] =>
        may(`ship:b2c:${action}`)
          ? [
              {
                key: action,
                label: t(`action.${action}`),
                danger: action === 'cancel',
                blocked: blockedBy(action, order, t),
                onClick: () => void run(action, [order]),
              },
            ]
          : []
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
        ...(canEdit
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
        ...(canAdd
          ? [
              {
                key: 'copy',
                label: t('action.copyOrder'),
                onClick: () => lead({ kind: 'new', id: row.id }),
              },
            ]
          : []),
        ...act('cancel'),
      ]
      return <RowActions actions={all} />
    },
    [t, may, canAdd, canEdit, canPrint, run, print, lead],
  )
}
