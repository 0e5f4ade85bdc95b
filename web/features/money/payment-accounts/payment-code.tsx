import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { epcIssue, epcText } from '#contracts/money/epc-code.ts'
import { QrCode } from '../../../kit/platform/qr-code.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './payment-accounts.css'

interface Account {
  holder: string | null
  iban: string | null
  bic: string | null
  currency: string | null
}

/** The code of a transfer to an account, with the amount and reference typed here. */
export function PaymentCode({ account }: { account: Account }) {
  const t = useT('payment-accounts')
  const id = useId()
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const transfer = {
    ...account,
    currency: account.currency ?? '',
    amount: amount.trim(),
    reference: reference.trim(),
  }
  const issue = epcIssue(transfer)
  const closed = issue === 'currency' || issue === 'iban' || issue === 'holder'
  const text = epcText(transfer)
  return (
    <section className="pay-code">
      <h3>{t('code.title')}</h3>
      {closed ? (
        <p className="py-hint">{t(`code.none.${issue}`)}</p>
      ) : (
        <div className="pay-code-body">
          <div className="pay-code-picture">
            {text === null ? null : <QrCode text={text} label={t('code.label')} />}
          </div>
          <Form layout="vertical" component="div">
            <Form.Item
              label={t('code.amount')}
              htmlFor={`${id}-amount`}
              {...(issue === 'amount'
                ? { validateStatus: 'error' as const, help: t('code.none.amount') }
                : {})}
            >
              <Input
                id={`${id}-amount`}
                value={amount}
                inputMode="decimal"
                maxLength={14}
                onChange={(event) => setAmount(event.target.value)}
              />
            </Form.Item>
            <Form.Item
              label={t('code.reference')}
              htmlFor={`${id}-reference`}
              {...(issue === 'reference'
                ? { validateStatus: 'error' as const, help: t('code.none.reference') }
                : {})}
            >
              <Input
                id={`${id}-reference`}
                value={reference}
                maxLength={140}
                onChange={(event) => setReference(event.target.value)}
              />
            </Form.Item>
            <p className="py-hint">{t('code.hint')}</p>
          </Form>
        </div>
      )}
    </section>
  )
}
