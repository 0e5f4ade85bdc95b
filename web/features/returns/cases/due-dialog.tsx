import { Form, Input } from 'antd'
import { cases, type CaseDetail } from '#contracts/returns/cases/cases.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** A moment as the browser's own field has it, on the reader's clock. */
const localOf = (iso: string): string => {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** When the customer is to have an answer. */
export default function DueDialog({ one, onClose }: { one: CaseDetail; onClose: () => void }) {
  const t = useT('cases')
  const setDue = useAction(cases.setDue, { ownRefusals: true })
  const entry = useEntry<{ dueAt: string }>({
    draft: null,
    start: { dueAt: one.dueAt ? localOf(one.dueAt) : '' },
    save: ({ dueAt }) =>
      setDue.run({ id: one.id, version: one.version, dueAt: new Date(dueAt).toISOString() }),
    onSaved: onClose,
    label: (path) => (path === 'dueAt' ? t('dueAt') : null),
  })
  return (
    <EntryModal entry={entry} title={t('setDue')} okText={t('setDue')} onClose={onClose}>
      <Form.Item
        name="dueAt"
        label={t('dueAt')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </EntryModal>
  )
}
