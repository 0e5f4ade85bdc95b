import { Form, Input, Spin } from 'antd'
import { cod } from '#contracts/money/cod/cod.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { OwedRow } from './rows.ts'

type Bank = Out<typeof cod.bank>
const FIELDS = ['holder', 'iban', 'bic'] as const

/** Where a customer is paid out. */
export default function BankDialog({ row, onClose }: { row: OwedRow; onClose: () => void }) {
  const { data } = useApi(cod.bank, { customerId: row.customerId })
  if (data === undefined) return <Spin />
  return <BankForm row={row} bank={data} onClose={onClose} />
}

function BankForm({ row, bank, onClose }: { row: OwedRow; bank: Bank; onClose: () => void }) {
  const t = useT('cod')
  const save = useAction(cod.saveBank, { ownRefusals: true })
  const entry = useEntry<{ holder: string; iban: string; bic: string }>({
    draft: null,
    start: { holder: bank?.holder ?? '', iban: bank?.iban ?? '', bic: bank?.bic ?? '' },
    version: bank?.version ?? 0,
    save: ({ holder, iban, bic }, version) =>
      save.run({
        customerId: row.customerId,
        holder,
        iban,
        bic: bic.trim() || null,
        version: Number(version),
      }),
    onSaved: onClose,
    label: (path) => (FIELDS.some((one) => one === path) ? t(`bank.${path}`) : null),
    fields: FIELDS,
  })
  const rules = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('bank.title', { customer: row.customer })}
      okText={t('bank.save')}
      onClose={onClose}
    >
      <Form.Item name="holder" label={t('bank.holder')} rules={rules}>
        <Input maxLength={70} autoComplete="off" />
      </Form.Item>
      <Form.Item name="iban" label={t('bank.iban')} rules={rules}>
        <Input maxLength={42} autoComplete="off" />
      </Form.Item>
      <Form.Item name="bic" label={t('bank.bic')}>
        <Input maxLength={11} autoComplete="off" />
      </Form.Item>
    </EntryModal>
  )
}
