import { Form } from 'antd'
import { useState } from 'react'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderChoices, type ReadyOrder } from './order-choices.tsx'

interface Values {
  depotId: string | null
  waybillId: string | null
}

/** A truck for ready orders of one warehouse. */
export default function NewTruck({ onClose }: { onClose: () => void }) {
  const t = useT('fba-trucks')
  const add = useAction(fbaWaybills.add, { ownRefusals: true })
  const [chosen, setChosen] = useState<ReadyOrder[]>([])
  const warehouses = [...new Set(chosen.map(({ warehouseCode }) => warehouseCode))]
  const entry = useEntry<Values>({
    draft: null,
    start: { depotId: null, waybillId: null },
    save: ({ depotId, waybillId }) =>
      add.run({ depotId: depotId ?? '', waybillId, orderIds: chosen.map(({ id }) => id) }),
    onSaved: onClose,
    label: (path) =>
      path === 'depotId' ? t('new.depot') : path === 'waybillId' ? t('new.waybill') : null,
  })
  const effect = {
    orders: chosen.length,
    pieces: chosen.reduce((sum, { pieces }) => sum + pieces, 0),
    warehouse: warehouses[0] ?? '',
  }
  return (
    <EntryModal entry={entry} title={t('new')} okText={t('new.ok')} onClose={onClose}>
      <Form.Item
        name="depotId"
        label={t('new.depot')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <RefSelect of="depots" autoFocus />
      </Form.Item>
      <Form.Item name="waybillId" label={t('new.waybill')}>
        <RefSelect of="waybill-batches" />
      </Form.Item>
      <p>{t('new.orders')}</p>
      <OrderChoices chosen={chosen} onChange={setChosen} />
      {chosen.length > 0 && (
        <p>{warehouses.length > 1 ? t('new.mixed') : t('new.effect', effect)}</p>
      )}
    </EntryModal>
  )
}
