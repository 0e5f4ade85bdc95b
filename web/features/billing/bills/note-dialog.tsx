import { Form, Input } from 'antd'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './decisions.ts'

export default function NoteDialog({ row, onClose }: { row: LineRow; onClose: () => void }) {
  const t = useT('bills')
  const save = useAction(billLines.note, { ownRefusals: true })
  const entry = useEntry<{ note: string }>({
    draft: null,
    start: { note: row.note ?? '' },
    save: ({ note }) => save.run({ id: row.id, version: row.version, note }),
    onSaved: onClose,
    label: (path) => (path === 'note' ? t('decide.note') : null),
  })
  return (
    <EntryModal entry={entry} title={t('note')} okText={t('action.save')} onClose={onClose}>
      <Form.Item name="note" label={t('decide.note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 3 }} />
      </Form.Item>
    </EntryModal>
  )
}
