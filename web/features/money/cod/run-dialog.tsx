import { Alert, Form } from 'antd'
import { cod, codPayouts } from '#contracts/money/cod/cod.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { OwedRow } from './rows.ts'
import './cod.css'

/** What a run pays, customer by customer, before it is made. */
export default function RunDialog({
  rows: chosen,
  onClose,
}: {
  rows: readonly OwedRow[]
  onClose: () => void
}) {
  const t = useT('cod')
  const notify = useNotify()
  const setting = useApi(cod.setting, {})
  const toBank = setting.data?.payTo !== 'balance'
  const rows = toBank ? chosen.filter(({ iban }) => iban !== null) : chosen
  const left = chosen.length - rows.length
  const run = useAction(codPayouts.run, { ownRefusals: true, success: false })
  const entry = useEntry<{ receivingAccountId: string | null }>({
    draft: null,
    start: { receivingAccountId: null },
    save: ({ receivingAccountId }) =>
      run.run({
        rows: rows.map(({ customerId, currency, amount }) => ({ customerId, currency, amount })),
        receivingAccountId: toBank ? receivingAccountId : null,
      }),
    onSaved: () => {
      notify.success(t('run.done', { count: rows.length }))
      onClose()
    },
    label: (path) => (path === 'receivingAccountId' ? t('run.account') : null),
  })
  return (
    <EntryModal entry={entry} title={t('run.title')} okText={t('run.ok')} onClose={onClose}>
      <table className="cod-sums">
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.customer}</td>
              <td>
                <Money amount={row.amount} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <Alert type="warning" showIcon title={t('run.left', { count: left })} />}
      <p>
        <strong>{t(toBank ? 'run.toBank' : 'run.toBalance')}</strong>
      </p>
      {toBank && (
        <Form.Item
          name="receivingAccountId"
          label={t('run.account')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <RefSelect of="payment-accounts" />
        </Form.Item>
      )}
      <p className="py-hint">{t('run.hint')}</p>
    </EntryModal>
  )
}
