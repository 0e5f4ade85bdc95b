import { Form, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { dunning } from '#contracts/money/dunning/dunning.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

/** Why an invoice is not dunned, and until when. */
export default function BlockDialog({ row, onClose }: { row: InvoiceRow; onClose: () => void }) {
  const t = useT('dunning')
  const block = useAction(dunning.block, {
    ownRefusals: true,
    success: t('block.done', { number: row.number ?? '' }),
  })
  const entry = useEntry<{ reason: string; until: Dayjs | null }>({
    draft: null,
    start: { reason: row.dunBlockReason ?? '', until: null },
    version: 0,
    save: ({ reason, until }) =>
      block.run({ ids: [row.id], reason, until: until ? until.format('YYYY-MM-DD') : null }),
    onSaved: onClose,
    label: (path) => (path === 'reason' ? t('block.reason') : t('block.until')),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('block.title', { count: 1 })}
      okText={t('block.ok')}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('block.reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item name="until" label={t('block.until')} extra={t('block.until.help')}>
        <DateInput />
      </Form.Item>
    </EntryModal>
  )
}
