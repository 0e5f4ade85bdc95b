import { Form, Input } from 'antd'
import { disputes } from '#contracts/billing/disputes.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { DisputeRow } from './decisions.ts'

interface Values {
  credit: string
  carrierRef: string
  note: string
}

/** What the carrier announced, or what came in: with that the dispute ends. */
export default function CreditDialog({
  kind,
  row,
  onClose,
}: {
  kind: 'answer' | 'settle'
  row: DisputeRow
  onClose: () => void
}) {
  const t = useT('bills')
  const answer = useAction(disputes.answer, { ownRefusals: true })
  const settle = useAction(disputes.settle, { ownRefusals: true })
  const { id, version } = row
  const name = kind === 'answer' ? 'creditExpected' : 'creditReceived'
  const entry = useEntry<Values>({
    draft: null,
    start: {
      credit: row.creditExpected ?? row.claimed ?? '',
      carrierRef: row.carrierRef ?? '',
      note: '',
    },
    save: ({ credit, carrierRef, note }) =>
      kind === 'answer'
        ? answer.run({ id, version, creditExpected: credit, carrierRef, note })
        : settle.run({ id, version, creditReceived: credit, note }),
    onSaved: onClose,
    label: (path) => (path === name || path === 'credit' ? t(`${kind}.credit`) : null),
  })
  return (
    <EntryModal entry={entry} title={t(kind)} okText={t(kind)} onClose={onClose}>
      <p className="py-hint">{t(`${kind}.hint`)}</p>
      <Form.Item
        name="credit"
        label={t(`${kind}.credit`)}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input inputMode="decimal" maxLength={20} suffix={row.currency} />
      </Form.Item>
      {kind === 'answer' && (
        <Form.Item name="carrierRef" label={t('answer.carrierRef')}>
          <Input maxLength={60} />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('decide.note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
