import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Spin } from 'antd'
import { useId, useState } from 'react'
import { recharges } from '#contracts/money/recharges.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './recharges.css'

interface Limit {
  key: number
  currency: string
  amount: string
}
let keys = 0

/** Up to which amount one user confirms alone, by currency. */
export default function LimitsDialog({ onClose }: { onClose: () => void }) {
  const t = useT('recharges')
  const id = useId()
  const found = useApi(recharges.limits, {})
  const [edited, setEdited] = useState<Limit[] | null>(null)
  const save = useAction(recharges.saveLimits, { ownRefusals: true, onDone: onClose })
  const limits = edited ?? (found.data ?? []).map((one, at) => ({ ...one, key: -1 - at }))
  const change = (key: number, to: Partial<Limit>) =>
    setEdited(limits.map((one) => (one.key === key ? { ...one, ...to } : one)))
  return (
    <Modal
      open
      title={t('limits')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: save.busy, disabled: found.isPending }}
      onOk={() =>
        void save.run({
          limits: limits.map(({ currency, amount }) => ({ currency, amount: amount.trim() })),
        })
      }
      onCancel={onClose}
    >
      <p>{t('limits.hint')}</p>
      {save.error && (
        <Alert
          type="error"
          role="alert"
          title={save.error.issues[0]?.message ?? reasonOf(save.error, t)}
        />
      )}
      {found.isPending ? (
        <Spin />
      ) : (
        <div className="rch-limits">
          {limits.map(({ key, currency, amount }) => (
            <div key={key}>
              <label htmlFor={`${id}-${key}`}>{t('limits.currency')}</label>
              <DictSelect
                id={`${id}-${key}`}
                code="currency"
                value={currency}
                onChange={(value) =>
                  change(key, { currency: typeof value === 'string' ? value : '' })
                }
              />
              <DecimalInput
                value={amount}
                aria-label={`${t('limits.amount')} ${currency}`}
                onChange={(text) => change(key, { amount: text })}
              />
              <Button
                icon={<DeleteOutlined />}
                aria-label={`${t('limits.remove')} ${currency}`}
                onClick={() => setEdited(limits.filter((one) => one.key !== key))}
              />
            </div>
          ))}
          <Button
            icon={<PlusOutlined />}
            onClick={() => setEdited([...limits, { key: ++keys, currency: '', amount: '' }])}
          >
            {t('limits.add')}
          </Button>
        </div>
      )}
    </Modal>
  )
}
