import { labelRequestList, labelRequests } from '#contracts/orders/label-requests.ts'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderLink } from './order-link.tsx'
import { REQUEST_ACTIONS, useRequestActions, type RequestRow } from './use-request-actions.tsx'

const COLUMNS = [
  'serialNumber',
  'state',
  'reason',
  'createTime',
  'asked',
  'askedAt',
  'source',
  'customerId',
  'depotId',
] as const
const CELLS = { serialNumber: (row: RequestRow) => <OrderLink row={row} /> }
const NUMBERS = ['serialNumber']

/** Labels other sources were asked for that are not there, with the reason and since when. */
export default function LabelRequests() {
  const t = useT('label-requests')
  const handles = useCan(labelRequests.retry.perm)
  const { run, dialogs } = useRequestActions()
  const offered = handles ? REQUEST_ACTIONS : []
  const rowActions = (row: RequestRow): RowAction[] =>
    offered.map((action) => ({
      key: action,
      label: t(`action.${action}`),
      onClick: () => void run(action, [row]),
    }))
  return (
    <>
      <ResourceScreen
        of={labelRequestList}
        columns={COLUMNS}
        cells={CELLS}
        numbers={NUMBERS}
        rowActions={rowActions}
        actions={(selection) =>
          handles && (
            <MenuButton
              items={offered.map((action) => ({
                key: action,
                label: `${t(`action.${action}`)} (${selection.rows.length})`,
                disabled: selection.rows.length === 0,
                onClick: () => void run(action, selection.rows),
              }))}
            >
              {t('action.more')}
            </MenuButton>
          )
        }
      />
      {dialogs}
    </>
  )
}
