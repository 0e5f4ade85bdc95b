import { Form, Input } from 'antd'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './decisions.ts'

/** The parcels a line is shared over by weight: one number per line. */
export default function SplitDialog({ row, onClose }: { row: LineRow; onClose: () => void }) {
  const t = useT('bills')
  const save = useAction(billLines.split, { ownRefusals: true })
  const entry = useEntry<{ parcelNos: string }>({
    draft: null,
    start: { parcelNos: '' },
    save: ({ parcelNos }) =>
      save.run({
        id: row.id,
        version: row.version,
        parcelNos: parcelNos.split(/[\s,;]+/).filter(Boolean),
      }),
    onSaved: onClose,
    label: (path) => (path.startsWith('parcelNos') ? t('split.parcelNos') : null),
  })
  return (
    <EntryModal entry={entry} title={t('split')} okText={t('split')} onClose={onClose}>
      <p className="py-hint">{t('split.hint')}</p>
      <Form.Item
        name="parcelNos"
        label={t('split.parcelNos')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 16 }} maxLength={40_000} />
      </Form.Item>
    </EntryModal>
  )
}
