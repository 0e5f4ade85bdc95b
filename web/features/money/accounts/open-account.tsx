import { Form } from 'antd'
import { accounts } from '#contracts/money/accounts.ts'
import type { CustomerSide } from '#contracts/money/ledger.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Values {
  customerId: string | null
  kind: CustomerSide | null
  currency: string | null
}

/** An account nothing was posted on yet, so that its credit can be set. */
export default function OpenAccount({ onClose }: { onClose: () => void }) {
  const t = useT('accounts')
  const kinds = useDict('account_kind')
  const open = useAction(accounts.open, {
    ownRefusals: true,
    success: ({ customerName: customer }, { kind, currency }) =>
      t('open.done', {
        customer,
        kind: kinds.find(({ value }) => value === kind)?.text ?? kind,
        currency,
      }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: { customerId: null, kind: 'receivable', currency: 'EUR' },
    save: ({ customerId, kind, currency }) =>
      open.run({
        customerId: customerId ?? '',
        kind: kind ?? 'receivable',
        currency: currency ?? '',
      }),
    onSaved: onClose,
    label: (path) => (['customerId', 'kind', 'currency'].includes(path) ? t(path) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('action.open')} okText={t('action.open')} onClose={onClose}>
      <p className="account-note">{t('open.help')}</p>
      <Form.Item name="customerId" label={t('customerId')} rules={required}>
        <RefSelect of="customers" />
      </Form.Item>
      <Form.Item name="kind" label={t('kind')} rules={required}>
        <DictSelect code="account_kind" />
      </Form.Item>
      <Form.Item name="currency" label={t('currency')} rules={required}>
        <DictSelect code="currency" />
      </Form.Item>
    </EntryModal>
  )
}
