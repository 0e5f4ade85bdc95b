import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import type { List } from '../../../../kit/list/list.ts'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import type { Selection } from '../../../../kit/list/use-selection.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { NUMBER_BOX } from './numbers/number-box.tsx'
import { blockedBy, stateOf, type OrderRow } from './order-state.ts'

interface OrderKeys {
  onNew: () => void
  onEdit: (row: OrderRow) => void
  onPrint: (row: OrderRow) => void
}

/**
 * `/`, n, e and p on the list. e and p mean the chosen order, else the one j and k stand on; where
 * they cannot do it they show why.
 */
export function useOrderKeys(
  list: List<OrderRow>,
  selection: Selection<OrderRow>,
  { onNew, onEdit, onPrint }: OrderKeys,
): void {
  const t = useT('shipments')
  const may = useRightsCheck()
  const notify = useNotify()
  const withOrder = (action: 'edit' | 'print', act: (row: OrderRow) => void) => () => {
    const at = document.querySelector<HTMLElement>('tr[data-active]')?.dataset.rowKey
    const [only, ...others] = selection.rows
    const row = others.length === 0 ? (only ?? list.rows.find(({ id }) => id === at)) : undefined
    const blocked = row && blockedBy(action, stateOf(row), t)
    if (row && !blocked) act(row)
    else notify.info(blocked ?? t('key.which'))
  }
  useKeys({
    ...(may(tracking.search) ? { '/': () => document.getElementById(NUMBER_BOX)?.focus() } : {}),
    ...(may(orderPerms('add')) ? { n: onNew } : {}),
    ...(may(orderPerms('edit')) ? { e: withOrder('edit', onEdit) } : {}),
    ...(may('ship:label:print') ? { p: withOrder('print', onPrint) } : {}),
  })
}
