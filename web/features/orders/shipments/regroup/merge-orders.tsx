import { Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import type { ApiError } from '../../../../kit/http/api.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import type { GroupedAction } from '../../../../kit/table/action-menu.tsx'
import type { Selection } from '../../../../kit/list/use-selection.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { isOpen, stateOf, type OrderRow } from '../list/order-state.ts'
import { RefusalNote } from './split-order.tsx'
import '../../../../kit/form/choices/choices.css'

/** Orders of one call. */
const MOST = 101

/** Makes one order of the chosen ones; offered where two of them can be. */
export function useMergeOrders(
  selection: Selection<OrderRow>,
  onDone: (done: readonly string[]) => void,
): { actions: GroupedAction[]; dialog: ReactNode } {
  const t = useT('shipments')
  const may = useRightsCheck()
  const [open, setOpen] = useState(false)
  const rows = selection.rows.filter((row) => {
    const order = stateOf(row)
    return order.kind.can.splits && isOpen('merge', order) && may(orderPerm(order.kind, 'merge'))
  })
  const offered = rows.length >= 2 && rows.length <= MOST
  return {
    actions: offered
      ? [
          {
            key: 'merge',
            label: t('action.merge'),
            count: rows.length,
            onClick: () => setOpen(true),
          },
        ]
      : [],
    dialog: open && offered && (
      <MergeDialog
        rows={rows}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          onDone(rows.map(({ id }) => id))
        }}
      />
    ),
  }
}

function MergeDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly OrderRow[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useT('shipments')
  const notify = useNotify()
  const [into, setInto] = useState(rows[0]?.id ?? '')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const send = useAction(shipments.merge, { ownRefusals: true, success: false })
  const run = async () => {
    const target = rows.find(({ id }) => id === into)
    if (!target) return
    const done = await send.run({
      id: target.id,
      version: Number(target.version),
      ids: rows.map(({ id }) => id).filter((id) => id !== into),
    })
    if (!done.ok) return setRefused(done.error)
    notify.success(t('merge.done', { number: done.result.serialNumber }))
    onDone()
  }
  return (
    <Modal
      open
      title={t('merge.title', { count: rows.length })}
      okText={t('merge.run')}
      cancelText={t('merge.cancel')}
      okButtonProps={{ loading: send.busy }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>{t('merge.help')}</p>
      {refused && <RefusalNote error={refused} />}
      <Radio.Group
        className="py-choices"
        value={into}
        onChange={(event) => setInto(String(event.target.value))}
        options={rows.map((row) => ({
          value: row.id,
          label: [
            row.serialNumber,
            row.reference,
            row.consigneeName,
            row.city,
            t('merge.size', { pieces: row.shipmentPieces ?? 0, weight: row.shipmentWeight ?? '–' }),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </Modal>
  )
}
