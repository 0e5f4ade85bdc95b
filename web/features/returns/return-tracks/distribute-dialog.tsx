import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useReceiveFees } from './action-fees.tsx'
import { useValue } from '../../../kit/form/form-values.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { Chosen } from './use-track-actions.tsx'

interface Values {
  customerId: string | null
  shipmentNo: string
  reason: string
  notify: boolean
}

/** Gives tracks to a customer: found by code, name or phone, with what the sender sent before. */
export default function DistributeDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Chosen[]
  onClose: () => void
  onDone: (result: BulkResult) => void
}) {
  const t = useT('return-tracks')
  const [keyword, setKeyword] = useState('')
  const [only] = rows.length === 1 ? rows : []
  const found = useApi(returnPools.customers, { keyword }, { keepPrevious: true })
  const history = useApi(returnPools.senderHistory, { id: only?.id ?? '' }, { enabled: !!only })
  const distribute = useAction(returnPools.distribute, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: null,
    start: { customerId: null, shipmentNo: '', reason: '', notify: true },
    save: (values) =>
      distribute.run({
        ...values,
        ids,
        shipmentNo: values.shipmentNo || null,
      }),
    onSaved: (result) => onDone(result as BulkResult),
    label: (path) => (path in LABELS ? t(LABELS[path as keyof typeof LABELS]) : null),
  })
  const customerId = useValue(entry.form, 'customerId')
  const ids = rows.map(({ id }) => id)
  const fees = useApi(
    returnPools.receiveFees,
    { ids, customerId: String(customerId) },
    { enabled: !!customerId },
  )
  const feeWords = useReceiveFees()
  const required = [{ required: true, message: t('field.required') }]
  const known = new Map([
    ...(history.data ?? []).map(
      ({ customerId, customerName }) => [customerId, customerName] as const,
    ),
    ...(found.data ?? []).map(({ id, code, name }) => [id, `${code} · ${name}`] as const),
  ])
  return (
    <EntryModal
      entry={entry}
      title={t('distribute.title', { count: rows.length })}
      okText={t('distribute.ok', { count: rows.length })}
      onClose={onClose}
    >
      <Form.Item name="customerId" label={t('distribute.customer')} rules={required}>
        <ChoiceInput
          options={[...known].map(([value, label]) => ({ value, label }))}
          onTyped={setKeyword}
          pending={found.isFetching}
        />
      </Form.Item>
      {fees.data !== undefined && <p className="py-form-wide">{feeWords(fees.data)}</p>}
      {only && (
        <>
          <Form.Item name="shipmentNo" label={t('distribute.shipment')}>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <h3>{t('distribute.history')}</h3>
          {(history.data ?? []).length === 0 ? (
            <p className="py-hint">{t('distribute.noHistory')}</p>
          ) : (
            <ul className="py-names">
              {history.data!.map((one) => (
                <li key={one.no}>
                  {[one.trackNo ?? one.no, one.customerName, one.arrivedAt?.slice(0, 10)]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Form.Item name="reason" label={t('distribute.reason')} rules={required}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="notify" valuePropName="checked">
        <Checkbox>{t('distribute.notify')}</Checkbox>
      </Form.Item>
    </EntryModal>
  )
}

const LABELS = {
  customerId: 'distribute.customer',
  shipmentNo: 'distribute.shipment',
  reason: 'distribute.reason',
} as const
