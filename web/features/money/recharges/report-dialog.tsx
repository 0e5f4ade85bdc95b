import { Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { recharges } from '#contracts/money/recharges.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { DateInput } from '../../../kit/form/date-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { RechargeRow } from './recharge-cells.tsx'

interface Values {
  paidOn: Dayjs | null
  payer: string
}

/** The customer reports the payment; proofs are added on the recharge itself. */
export default function ReportDialog({ row, onClose }: { row: RechargeRow; onClose: () => void }) {
  const t = useT('recharges')
  const report = useAction(recharges.report, {
    ownRefusals: true,
    success: t('report.done', {
      reference: row.reference ?? '',
      amount: formatNumber(row.amount),
      currency: row.currency ?? '',
    }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { paidOn: dayjs(companyToday()), payer: row.payer ?? '' },
    version: row.version,
    save: ({ paidOn, payer }, version) =>
      report.run({
        id: row.id,
        version: version as number,
        paidOn: paidOn?.format('YYYY-MM-DD') ?? '',
        payer: payer.trim() || null,
      }),
    onSaved: onClose,
    label: (path) => (path === 'paidOn' || path === 'payer' ? t(path) : null),
  })
  return (
    <EntryModal entry={entry} title={t('report.title')} okText={t('report.ok')} onClose={onClose}>
      <Form.Item
        name="paidOn"
        label={t('paidOn')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <DateInput />
      </Form.Item>
      <Form.Item name="payer" label={t('new.payer')} extra={t('new.payer.help')}>
        <Input maxLength={140} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
