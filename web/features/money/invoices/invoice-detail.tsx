import { Button } from 'antd'
import { OPEN_STATES, type InvoiceParty } from '#contracts/money/invoices.parts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList, type DetailItem } from '../../../kit/resource/detail-list.tsx'
import { CopyText, Money } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PayDetails } from '../recharges/index.ts'
import { CELLS, type InvoiceRow } from './invoice-cells.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceWarnings } from './invoice-warnings.tsx'
import { LineTable, VatTable } from './line-table.tsx'
import { Positions } from './positions.tsx'
import './invoices.css'

/** An invoice with what can be done, its lines, tax, charges, payments and credit notes. */
export function InvoiceDetail({
  row,
  actions,
}: {
  row: InvoiceRow
  actions: readonly RowAction[]
}) {
  const t = useT('invoices')
  const { data, error, refetch } = useApi(invoices.detail, { id: row.id }, { staleTime: 0 })
  const currency = row.currency ?? ''
  // The next step of most: others of the row are of use now and then.
  const next = (['issue', 'apply'] as const).find((key) => actions.some((one) => one.key === key))
  const customer = (useSession().user?.customerId ?? null) !== null
  return (
    <div className="inv-detail">
      <div className="inv-actions">
        {actions.map(({ key, label, icon, danger = false, onClick }) => (
          <Button
            key={key}
            icon={icon}
            danger={danger}
            type={key === next ? 'primary' : 'default'}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </div>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {data && <InvoiceWarnings of={data} />}
      <Facts row={row} buyer={data?.buyer ?? null} />
      {customer && data?.payTo && OPEN_STATES.includes(row.status ?? '') && (
        <PayDetails
          bank={data.payTo}
          amount={row.open ?? ''}
          currency={row.currency}
          reference={row.reference ?? row.number}
        />
      )}
      {data && (
        <>
          <h3>{t('lines')}</h3>
          <LineTable lines={data.lines} currency={currency} />
          <h3>{t('vat')}</h3>
          <VatTable vat={data.vat} row={row} />
          {data.companyVat && (
            <p>{t('paper.companyVat', { ...data.companyVat, from: currency })}</p>
          )}
          {data.payments.length > 0 && <InvoicePayments row={row} payments={data.payments} />}
          {data.credits.length > 0 && (
            <>
              <h3>{t('credits')}</h3>
              <ul className="inv-events">
                {data.credits.map(({ id, number, gross, issuedOn }) => (
                  <li key={id}>
                    <span>{issuedOn}</span> <CopyText text={number} />
                    <Money amount={gross} currency={currency} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {data && <InvoiceHistory row={row} detail={data} />}
      <h3>{t('positions')}</h3>
      <Positions id={row.id} currency={currency} />
    </div>
  )
}

function Facts({ row, buyer }: { row: InvoiceRow; buyer: InvoiceParty | null }) {
  const t = useT('invoices')
  const money = (key: 'gross' | 'open' | 'paid' | 'credited'): DetailItem => ({
    key,
    label: t(key),
    value: <Money amount={row[key]} currency={row.currency} />,
  })
  const words = (
    key:
      | 'issuedOn'
      | 'dueOn'
      | 'reason'
      | 'issuedBy'
      | 'sentTo'
      | 'dunBlockReason'
      | 'dunBlockUntil',
  ): DetailItem => ({
    key,
    label: t(key),
    value: row[key],
  })
  const items: DetailItem[] = [
    {
      key: 'status',
      label: t('status'),
      value: (
        <>
          <DictTag
            code="invoice_status"
            value={row.status}
            text={row.status_dictText ?? row.status ?? ''}
          />{' '}
          {CELLS.overdue(row)}
        </>
      ),
    },
    { key: 'customerId', label: t('customerId'), value: row.customerId_dictText },
    { key: 'side', label: t('side'), value: row.side_dictText },
    money('gross'),
    ...(row.kind === 'invoice' ? [money('open'), money('paid'), money('credited')] : []),
    {
      key: 'period',
      label: t('paper.period'),
      value: `${row.periodFrom ?? ''} – ${row.periodTo ?? ''}`,
    },
    words('issuedOn'),
    ...(row.kind === 'invoice' ? [words('dueOn')] : []),
    {
      key: 'reference',
      label: t('reference'),
      value: row.reference && <CopyText text={row.reference} />,
    },
    { key: 'creditsId', label: t('creditsId'), value: row.creditsId_dictText },
    words('reason'),
    words('issuedBy'),
    words('sentTo'),
    words('dunBlockReason'),
    words('dunBlockUntil'),
    {
      key: 'mailStatus',
      label: t('mailStatus'),
      value: row.mailStatus && (
        <DictTag
          code="invoice_mail_status"
          value={row.mailStatus}
          text={row.mailStatus_dictText ?? row.mailStatus}
        />
      ),
    },
    {
      key: 'buyer',
      label: t('parties'),
      value:
        buyer &&
        [buyer.name, buyer.street, buyer.postalCode, buyer.city, buyer.country, buyer.vatId]
          .filter(Boolean)
          .join(', '),
      wide: true,
    },
  ]
  return <DetailList items={items.filter(({ value }) => value !== null && value !== '')} />
}
