import { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { MenuButton } from '../../../kit/platform/menu/menu-button.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderLink } from './order-link.tsx'
import { isOpenFor, useRevokeActions, type RevokeRow } from './use-revoke-actions.tsx'

const COLUMNS = [
  'serialNumber',
  'status',
  'answer',
  'reason',
  'source',
  'parcels',
  'followUp',
  'customerId',
  'depotId',
  'askedBy',
  'createTime',
  'endedAt',
] as const
const CELLS = { serialNumber: (row: RevokeRow) => <OrderLink row={row} /> }
const NUMBERS = ['serialNumber']

/** Labels that are to be taken back, with their sources' answers. */
export default function RevokeTasks() {
  const t = useT('revoke-tasks')
  const { offered, run, dialogs } = useRevokeActions()
  const rowActions = (row: RevokeRow): RowAction[] =>
    offered
      .filter((action) => isOpenFor(action, row))
      .map((action) => ({
        key: action,
        label: t(`action.${action}`),
        danger: action === 'force',
        onClick: () => void run(action, [row]),
      }))
  return (
    <>
      <ResourceScreen
        of={revokeTaskList}
        columns={COLUMNS}
        cells={CELLS}
        numbers={NUMBERS}
        rowActions={rowActions}
        actions={(selection) =>
          offered.length > 0 && (
            <MenuButton
              items={offered.map((action) => {
                const rows = selection.rows.filter((row) => isOpenFor(action, row))
                return {
                  key: action,
                  label: `${t(`action.${action}`)} (${rows.length})`,
                  disabled: rows.length === 0,
                  onClick: () => void run(action, rows),
                }
              })}
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
