import { Form, Spin } from 'antd'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import { accountingExport } from '#contracts/money/accounting-export/accounting-export.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

interface Props {
  customerId: string
  customer: string
  onClose: () => void
}

/** A customer's number in the accountant's books. */
export default function DebtorDialog(props: Props) {
  const { data } = useApi(
    accountingExport.debtor,
    { customerId: props.customerId },
    { staleTime: 0 },
  )
  return data ? <DebtorForm {...props} known={data} /> : <Spin />
}

function DebtorForm({
  customerId,
  customer,
  known,
  onClose,
}: Props & { known: Out<typeof accountingExport.debtor> }) {
  const t = useT('accounting-export')
  const save = useAction(accountingExport.saveDebtor, { ownRefusals: true })
  const entry = useEntry<{ number: number | null }>({
    draft: null,
    start: { number: known.number },
    version: known.version,
    save: ({ number }, version) =>
      save.run({ customerId, number: number ?? 0, version: Number(version) }),
    onSaved: onClose,
    label: (path) => (path === 'number' ? t('number') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('debtor.title', { customer })}
      okText={t('debtor.save')}
      onClose={onClose}
    >
      <Form.Item
        name="number"
        label={t('number')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <NumberInput min={1} max={699_999_999} precision={0} className="acx-wide" />
      </Form.Item>
    </EntryModal>
  )
}
