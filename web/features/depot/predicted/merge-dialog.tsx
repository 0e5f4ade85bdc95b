import { Modal } from 'antd'
import { useState } from 'react'
import { predictedBatches, type Arrival } from '#contracts/depot/predicted.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Puts a waiting batch's parcels on another of the same customer and depot. */
export function MergeDialog({
  batch,
  all,
  onClose,
}: {
  batch: Arrival
  all: readonly Arrival[]
  onClose: () => void
}) {
  const t = useT('predicted-batches')
  const [into, setInto] = useState<string | null>(null)
  const { id, no } = batch
  const merge = useAction(predictedBatches.merge, {
    success: t('board.merge.done', { no }),
    onDone: onClose,
  })
  const others = all.filter(
    (one) => one.id !== id && one.customerId === batch.customerId && one.depotId === batch.depotId,
  )
  const title = t('board.merge.title', { no })
  return (
    <Modal
      open
      title={title}
      okText={t('board.merge')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: into === null, loading: merge.busy }}
      onOk={() => into !== null && void merge.run({ id, intoId: into })}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('board.merge.note', { no })}</p>
      <ChoiceInput
        aria-label={title}
        style={{ width: '100%' }}
        value={into}
        options={others.map((one) => ({
          value: one.id,
          label: [one.no, one.expectedDate].filter(Boolean).join(' · '),
        }))}
        notFoundContent={t('board.merge.none')}
        onChange={(next) => setInto(typeof next === 'string' ? next : null)}
      />
    </Modal>
  )
}
