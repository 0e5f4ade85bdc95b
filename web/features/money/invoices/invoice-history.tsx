import type { InvoiceDetail } from '#contracts/money/invoices.parts.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { InvoiceRow } from './invoice-cells.tsx'

/** The mails an invoice went out by, and the reminders it was on. */
export function InvoiceHistory({ row, detail }: { row: InvoiceRow; detail: InvoiceDetail }) {
  const t = useT('invoices')
  const states = useDict('invoice_mail_status')
  return (
    <>
      {detail.mails.length > 0 && (
        <>
          <h3>{t('mails')}</h3>
          <ul className="inv-events">
            {detail.mails.map(({ id, at, sentAt, sentTo, status, detail: answer, createBy }) => (
              <li key={id}>
                <Moment at={sentAt ?? at} /> <span>{sentTo}</span>{' '}
                <span>{nameOfAccount(createBy)}</span>
                {status !== 'sent' && answer && <span className="inv-answer">{answer}</span>}
                <DictTag
                  code="invoice_mail_status"
                  value={status}
                  text={states.find(({ value }) => value === status)?.text ?? status}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {detail.reminders.length > 0 && (
        <>
          <h3>{t('reminders')}</h3>
          <ul className="inv-events">
            {detail.reminders.map(({ step, at, fee, sentTo }) => (
              <li key={step}>
                <Moment at={at} /> <span>{t('reminders.step', { step })}</span>{' '}
                <span>{sentTo ?? t('reminders.unsent')}</span>
                <Money amount={fee} currency={row.currency} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
