import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import type { LabelCarrierCode } from '#contracts/carriers/carrier-sets.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

const LONGEST = 70_000

/** Orders or parcels by their numbers, whose labels are bought or only checked. */
export default function BatchDialog({
  carrier,
  onClose,
}: {
  carrier: string
  onClose: () => void
}) {
  const t = useT('carrier-labels')
  const [text, setText] = useState('')
  const [kind, setKind] = useState<'labels' | 'validate'>('labels')
  const add = useAction(carrierBatches.add, { ownRefusals: true, onDone: onClose })
  const numbers = [...new Set(text.split(/[\s,;，；]+/).filter(Boolean))]
  const wrong = add.error?.issues[0]?.message ?? add.error?.message
  return (
    <Modal
      open
      width={520}
      title={t('batch.new')}
      okText={t(kind === 'labels' ? 'batch.buy' : 'batch.check')}
      cancelText={t('action.close')}
      okButtonProps={{ loading: add.busy, disabled: numbers.length === 0 }}
      onOk={() =>
        void add.run({
          carrier: carrier as LabelCarrierCode,
          validateOnly: kind === 'validate',
          numbers,
        })
      }
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('batch.kind')}>
          <Segments
            value={kind}
            onChange={setKind}
            options={[
              { value: 'labels', label: t('batch.buy') },
              { value: 'validate', label: t('batch.check') },
            ]}
          />
        </Form.Item>
        <Form.Item
          label={t('batch.numbers', { count: numbers.length })}
          htmlFor="carrier-batch-numbers"
          extra={t('batch.hint')}
          {...(wrong ? { validateStatus: 'error' as const, help: wrong } : {})}
        >
          <Input.TextArea
            id="carrier-batch-numbers"
            autoFocus
            rows={8}
            maxLength={LONGEST}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
