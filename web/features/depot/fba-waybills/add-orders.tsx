import { Modal } from 'antd'
import { useState } from 'react'
import { fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { OrderChoices, type ReadyOrder } from './order-choices.tsx'
import type { Truck } from './truck.ts'

/** Further orders for the warehouse of a truck that has not left. */
export default function AddOrders({ truck, onClose }: { truck: Truck; onClose: () => void }) {
  const t = useT('fba-trucks')
  const add = useAction(fbaWaybills.addOrders)
  const [chosen, setChosen] = useState<ReadyOrder[]>([])
  const { id, version, warehouseCode } = truck
  const send = async () => {
    const orderIds = chosen.map((one) => one.id)
    if ((await add.run({ id, version, orderIds })).ok) onClose()
  }
  return (
    <Modal
      open
      title={t('orders.add')}
      okText={t('orders.add')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: add.busy }}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <OrderChoices warehouseCode={warehouseCode} chosen={chosen} onChange={setChosen} />
      {chosen.length > 0 && (
        <p>
          {t('new.effect', {
            orders: chosen.length,
            pieces: chosen.reduce((sum, { pieces }) => sum + pieces, 0),
            warehouse: warehouseCode,
          })}
        </p>
      )}
    </Modal>
  )
}
