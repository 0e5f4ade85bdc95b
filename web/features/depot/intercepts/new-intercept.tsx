import { Checkbox, Form, Input } from 'antd'
import { intercepts, type Intercepted } from '#contracts/depot/intercepts.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useStationDepot } from '../scans/index.ts'

interface Values {
  no: string
  depotId: string | null
  here: boolean
  note: string
}

/** Stops a number: as it comes, or at once where the parcel lies here. */
export default function NewIntercept({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT('intercepts')
  const add = useAction(intercepts.add, { ownRefusals: true })
  const [depotId] = useStationDepot()
  const entry = useEntry<Values>({
    draft: null,
    start: { no: '', depotId, here: false, note: '' },
    save: (values) =>
      add.run({ ...values, depotId: values.depotId ?? '', note: values.note || null }),
    onSaved: (result) => onMade((result as Intercepted).id),
    label: (path) => (['no', 'depotId', 'note'].includes(path) ? t(path) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('form.new')} okText={t('form.ok')} onClose={onClose}>
      <Form.Item name="no" label={t('no')} rules={required} extra={t('form.hint')}>
        <Input maxLength={60} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="depotId" label={t('depotId')} rules={required}>
        <RefSelect of="depots" />
      </Form.Item>
      <Form.Item name="here" valuePropName="checked">
        <Checkbox>{t('form.here')}</Checkbox>
      </Form.Item>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
