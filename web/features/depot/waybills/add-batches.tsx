import { Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { waybillBatches, type WaybillDetail } from '#contracts/depot/waybills.ts'
import { gramsToKg, kgToGrams } from '#contracts/kit/units.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import '../../../kit/form/choices/choices.css'

/** Chooses shipped outbound batches that travel with a waybill batch. */
export default function AddBatches({
  waybill,
  onClose,
}: {
  waybill: WaybillDetail
  onClose: () => void
}) {
  const t = useT('waybills')
  const notify = useNotify()
  const found = useApi(waybillBatches.candidates, { id: waybill.id }, { staleTime: 0 })
  const add = useAction(waybillBatches.addBatches, { success: false })
  const [chosen, setChosen] = useState<string[]>([])
  const [withMilestones, setWith] = useState(true)
  const happened = waybill.milestones.some(
    ({ nature, state }) => nature === 'actual' && (state === 'done' || state === 'copying'),
  )
  const rows = found.data ?? []
  const picked = rows.filter(({ id }) => chosen.includes(id))
  const send = async () => {
    const done = await add.run({
      id: waybill.id,
      outBatchIds: chosen,
      ...(happened ? { withMilestones } : {}),
    })
    if (!done.ok) return
    notify.success(t(done.result.elsewhere > 0 ? 'add.elsewhere' : 'add.done', done.result))
    onClose()
  }
  return (
    <Modal
      open
      title={t('add.batches')}
      okText={t('add.batches.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: add.busy }}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      {!found.data && <Skeleton active />}
      {found.data && rows.length === 0 && <p>{t('add.batches.none')}</p>}
      <Checkbox.Group
        className="py-choices"
        value={chosen}
        onChange={setChosen}
        options={rows.map((row) => ({
          value: row.id,
          label: `${row.no} · ${row.depotCode} · ${row.pieces} · ${row.weightKg} kg`,
        }))}
      />
      {chosen.length > 0 && (
        <p>
          {t('add.batches.effect', {
            no: waybill.no,
            pieces: picked.reduce((sum, { pieces }) => sum + pieces, 0),
            weight: gramsToKg(
              picked.reduce((sum, { weightKg }) => sum + (kgToGrams(weightKg) ?? 0), 0),
            ),
          })}
        </p>
      )}
      {happened && (
        <Checkbox checked={withMilestones} onChange={({ target }) => setWith(target.checked)}>
          {t('add.withMilestones')}
        </Checkbox>
      )}
    </Modal>
  )
}
