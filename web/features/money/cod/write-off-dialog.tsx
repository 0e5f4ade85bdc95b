import { Form, Input, Radio } from 'antd'
import { cod } from '#contracts/money/cod/cod.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { ItemRow } from './rows.ts'

interface Values {
  bearer: 'company' | 'customer'
  reason: string
}

/** The carrier will not pay the rest: who bears it. */
export default function WriteOffDialog({
  rows,
  onClose,
}: {
  rows: readonly ItemRow[]
  onClose: () => void
}) {
  const t = useT('cod')
  const save = useAction(cod.writeOff, {
    ownRefusals: true,
    success: t('writeOff.done', { count: rows.length }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { bearer: 'company', reason: '' },
    save: (values) => save.run({ ids: rows.map(({ id }) => id), ...values }),
    onSaved: onClose,
    label: (path) => (path === 'reason' ? t('decide.reason') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('writeOff.title', { count: rows.length })}
      okText={t('writeOff')}
      onClose={onClose}
    >
      <Form.Item name="bearer" label={t('writeOff.bearer')}>
        <Radio.Group className="cod-choice">
          <Radio value="company">{t('writeOff.company')}</Radio>
          <Radio value="customer">{t('writeOff.customer')}</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('decide.reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
