import { Form, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { PRINT_RECORDS_MAX, printJobs, type PrintKind } from '#contracts/billing/print-jobs.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

interface Values {
  name: string
  kind: PrintKind
  from: Dayjs | null
  to: Dayjs | null
  customerId: string | null
}

/** Puts papers together: their kind, a span of days, perhaps one customer. */
export default function SetDialog({ onClose }: { onClose: () => void }) {
  const t = useT('print-jobs')
  const add = useAction(printJobs.add, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { name: '', kind: 'pods', from: null, to: null, customerId: null },
    save: ({ name, kind, from, to, customerId }) =>
      add.run({
        name,
        kind,
        from: from?.format('YYYY-MM-DD') ?? '',
        to: to?.format('YYYY-MM-DD') ?? '',
        ...(customerId ? { customerId } : {}),
      }),
    onSaved: onClose,
    label: (path) => (['name', 'kind', 'from', 'to', 'customerId'].includes(path) ? t(path) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('add')} okText={t('add')} onClose={onClose}>
      <Form.Item name="name" label={t('name')} rules={required}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('kind')} rules={required}>
        <DictSelect code="print_kind" />
      </Form.Item>
      <Form.Item name="from" label={t('from')} rules={required}>
        <DateInput />
      </Form.Item>
      <Form.Item name="to" label={t('to')} rules={required}>
        <DateInput />
      </Form.Item>
      <Form.Item
        name="customerId"
        label={t('customerId')}
        extra={t('limit', { max: PRINT_RECORDS_MAX })}
      >
        <RefSelect of="customers" />
      </Form.Item>
    </EntryModal>
  )
}
