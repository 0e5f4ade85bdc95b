import { Button, Checkbox, Spin } from 'antd'
import { useState } from 'react'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { DecimalInput } from '../../../kit/form/decimal-input.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Suggestion = Out<typeof bankInvoices.suggest>['rows'][number]

/**
 * Open invoices a bank line may pay, each with its share; what is left goes to the balance. Of a
 * customer that is chosen all that are open, as far as one line pays so many.
 */
export function PayInvoices(line: {
  lineId: string
  amount: string
  currency: string
  customerId?: string
  onDone: () => void
}) {
  const t = useT('bank-lines')
  const { lineId, customerId, currency } = line
  const found = useApi(bankInvoices.suggest, { lineId, ...(customerId ? { customerId } : {}) })
  if (found.isPending) return <Spin />
  if (found.data?.rows.length === 0 && customerId)
    return <p className="py-hint">{t('invoices.none', { currency })}</p>
  if (!found.data || found.data.rows.length === 0) return null
  const { rows, more } = found.data
  return (
    <>
      <h3>{t(customerId ? 'invoices.ofCustomer' : 'invoices')}</h3>
      {more > 0 && <p className="py-hint">{t('invoices.more', { count: more })}</p>}
      <Shares key={`${lineId} ${customerId}`} {...line} rows={rows} />
    </>
  )
}

function Shares({
  lineId,
  amount,
  currency,
  rows,
  onDone,
}: {
  lineId: string
  amount: string
  currency: string
  rows: readonly Suggestion[]
  onDone: () => void
}) {
  const t = useT('bank-lines')
  const [shares, setShares] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(rows.map(({ id, proposed }) => [id, proposed ?? ''])),
  )
  const minor = (text: string) => parseMoney(text, currency, 'nonNegative')?.minor ?? 0n
  const parts = rows.flatMap(({ id }) => {
    const share = (shares[id] ?? '').trim()
    return share === '' ? [] : [{ id, amount: share }]
  })
  const rest = parts.reduce((left, part) => left - minor(part.amount), minor(amount))
  const payers = new Set(
    rows.filter(({ id }) => (shares[id] ?? '').trim() !== '').map((one) => one.customerId),
  )
  const payer = rows.find(({ customerId }) => payers.size === 1 && payers.has(customerId))?.customer
  const numbers = rows.flatMap(({ id, number }) =>
    parts.some((one) => one.id === id) ? [number] : [],
  )
  /** What of an invoice stays open where a part of it is paid; null where all or none is. */
  const leftOf = ({ id, open }: Suggestion) => {
    const [share, all] = [minor(shares[id] ?? ''), minor(open)]
    return share > 0n && share < all ? worded(all - share) : null
  }
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  const choose = ({ id, open }: Suggestion, chosen: boolean) => {
    const share = chosen && rest > 0n ? least(minor(open), rest) : 0n
    setShares({ ...shares, [id]: share > 0n ? formatMoney({ minor: share, currency }) : '' })
  }
  const worded = (value: bigint) =>
    formatNumber(formatMoney({ minor: value < 0n ? -value : value, currency }))
  const pay = useAction(bankInvoices.pay, {
    success: [
      t('invoices.paid', {
        numbers: numbers.join(', '),
        customer: payer ?? '',
        amount: worded(minor(amount) - rest),
        currency,
      }),
      ...rows.flatMap((one) => {
        const left = leftOf(one)
        return left === null ? [] : [t('invoices.leftOf', { number: one.number, left, currency })]
      }),
      ...(rest > 0n ? [t('invoices.rested', { rest: worded(rest), currency })] : []),
    ].join(' '),
    onDone,
  })
  return (
    <>
      <ul className="bkl-list">
        {rows.map((one) => (
          <li key={one.id}>
            <Checkbox
              disabled={
                one.currency !== currency || (rest <= 0n && (shares[one.id] ?? '').trim() === '')
              }
              checked={(shares[one.id] ?? '').trim() !== ''}
              onChange={({ target }) => choose(one, target.checked)}
            >
              <strong>{one.customer}</strong> {one.number}
              <br />
              {t('match.open', { open: formatNumber(one.open), currency: one.currency })} ·{' '}
              {t('invoices.due', { day: one.dueOn })}{' '}
              {one.why && (
                <StatusTag tone={one.why === 'reference' ? 'done' : 'waiting'}>
                  {t(`match.why.${one.why}`)}
                </StatusTag>
              )}{' '}
              {one.overdue && <StatusTag tone="warning">{t('invoices.overdue')}</StatusTag>}
              {leftOf(one) !== null && (
                <div className="py-hint">
                  {t('invoices.left', { left: leftOf(one) ?? '', currency })}
                </div>
              )}
            </Checkbox>
            <DecimalInput
              className="bkl-share"
              maxLength={21}
              suffix={one.currency}
              disabled={one.currency !== currency}
              aria-label={t('invoices.amount', { number: one.number })}
              value={shares[one.id] ?? ''}
              onChange={(text) => setShares({ ...shares, [one.id]: text })}
            />
          </li>
        ))}
      </ul>
      <p className="bkl-rest" role="status">
        {payers.size > 1
          ? t('invoices.other')
          : rest < 0n
            ? t('invoices.beyond', { rest: worded(rest), currency })
            : rest > 0n && parts.length > 0
              ? t('invoices.rest', { rest: worded(rest), currency })
              : null}
      </p>
      <Button
        // As a recharge of the line's own number is: what only its amount or name suggests is plain.
        type={rows.some(({ why }) => why === 'reference') ? 'primary' : 'default'}
        disabled={parts.length === 0 || rest < 0n || payers.size > 1}
        loading={pay.busy}
        onClick={() => void pay.run({ lineId, parts })}
      >
        {payer
          ? t('invoices.payOf', { customer: payer, amount: worded(minor(amount) - rest), currency })
          : t('invoices.pay')}
      </Button>
    </>
  )
}
