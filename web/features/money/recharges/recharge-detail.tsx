import { Button } from 'antd'
import { epcText } from '#contracts/money/epc-code.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import { recharges, type PayTo } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { less } from './less.ts'
import { QrCode } from '../../../kit/platform/qr-code.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList, type DetailItem } from '../../../kit/resource/detail-list.tsx'
import { CopyText, Moment, Money } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { Payments } from './payments.tsx'
import type { RechargeRow } from './recharge-cells.tsx'
import './recharges.css'

/** A recharge with what can be done, how to pay while it is open, and its proofs. */
export function RechargeDetail({
  row,
  actions,
}: {
  row: RechargeRow
  actions: readonly RowAction[]
}) {
  const t = useT('recharges')
  const open = row.status === RECHARGE.draft || row.status === RECHARGE.paid
  const money = (key: 'amount' | 'received' | 'refunded' | 'chargedBack'): DetailItem => ({
    key,
    label: t(key),
    value: <Money amount={row[key]} currency={row.currency} />,
  })
  const word = (key: 'outTradeNo' | 'payer' | 'paidOn' | 'confirmedBy' | 'remark' | 'reason') => ({
    key,
    label: t(key),
    value: row[key],
  })
  return (
    <div className="rch-detail">
      {actions.length > 0 && (
        <div className="rch-actions">
          {actions.map(({ key, label, icon, danger = false, onClick }, at) => (
            <Button
              key={key}
              icon={icon}
              danger={danger}
              type={at === 0 && !danger ? 'primary' : 'default'}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {row.firstBy && (
        <p className="rch-first" role="status">
          {t('confirm.first', { name: nameOfAccount(row.firstBy) })}
        </p>
      )}
      <DetailList
        items={[
          {
            key: 'status',
            label: t('status'),
            value: (
              <DictTag
                code="recharge_status"
                value={row.status}
                text={row.status_dictText ?? row.status ?? ''}
              />
            ),
          },
          { key: 'customerId', label: t('customerId'), value: row.customerId_dictText },
          { key: 'channel', label: t('channel'), value: row.channel_dictText },
          money('amount'),
          ...(['received', 'refunded', 'chargedBack'] as const)
            .filter((key) => isAbove(row[key]))
            .map(money),
          word('outTradeNo'),
          word('payer'),
          word('paidOn'),
          word('confirmedBy'),
          {
            key: 'confirmedAt',
            label: t('confirmedAt'),
            value: row.confirmedAt && <Moment at={row.confirmedAt} />,
          },
          { key: 'createTime', label: t('createTime'), value: <Moment at={row.createTime} /> },
          word('remark'),
          word('reason'),
        ].filter(isFilled)}
      />
      {open && <HowToPay row={row} />}
      {isAbove(row.received) && <Payments row={row} />}
      <h3>{t('proofs')}</h3>
      <RecordFiles ownerKind="recharge" ownerId={row.id} kind="document" hint={t('proofs.hint')} />
    </div>
  )
}

/** The payment account, the reference to copy, and the code of a transfer in euros. */
function HowToPay({ row }: { row: RechargeRow }) {
  const t = useT('recharges')
  const found = useApi(recharges.payTo, {}, { staleTime: 60_000 })
  const account = found.data?.find(({ id }) => id === row.receivingAccountId)
  if (!account) return null
  const bank = account.channel === 'BANK'
  const amount = openOf(row)
  const code = bank ? epcText({ ...account, amount, reference: row.reference }) : null
  const copied = (text: string | null, shown = text) =>
    text ? <CopyText text={text}>{shown}</CopyText> : null
  const items: DetailItem[] = [
    { key: 'account', label: t('receivingAccountId'), value: account.name },
    {
      key: 'amount',
      label: t('paper.amount'),
      value: <Money amount={amount} currency={row.currency} />,
    },
    {
      key: 'reference',
      label: t('reference'),
      value: copied(row.reference, groupsOfFour(row.reference ?? '')),
    },
    ...(bank ? bankItems(t, account, copied) : []),
  ].filter(isFilled)
  return (
    <section className="rch-pay">
      <h3>{t('pay.title')}</h3>
      <div className="rch-pay-body">
        <DetailList items={items} columns={code ? 2 : 3} />
        {code && (
          <figure>
            <QrCode text={code} label={t('pay.code')} />
            <figcaption>{t('pay.scan')}</figcaption>
          </figure>
        )}
      </div>
      {account.instructions && <p className="rch-words">{account.instructions}</p>}
      {bank && <p className="py-hint">{t('pay.useReference')}</p>}
    </section>
  )
}

const bankItems = (
  t: (key: string) => string,
  { holder, bankName, iban, bic, accountNo, bankCode }: PayTo,
  copied: (text: string | null, shown?: string | null) => DetailItem['value'],
): DetailItem[] => [
  { key: 'holder', label: t('pay.holder'), value: copied(holder) },
  { key: 'bankName', label: t('pay.bankName'), value: bankName },
  { key: 'iban', label: t('pay.iban'), value: copied(iban, iban && groupsOfFour(iban)) },
  { key: 'bic', label: t('pay.bic'), value: copied(bic) },
  { key: 'accountNo', label: t('pay.accountNo'), value: copied(accountNo) },
  { key: 'bankCode', label: t('pay.bankCode'), value: copied(bankCode) },
]

const isFilled = ({ value }: DetailItem): boolean => value !== null && value !== ''
const isAbove = (amount: string | null): boolean => /[1-9]/.test(amount ?? '')

/** What is still to be paid, as exact text. */
function openOf({
  amount,
  received,
  currency,
}: Pick<RechargeRow, 'amount' | 'received' | 'currency'>): string {
  return less(amount ?? '0', received ?? '0', currency ?? 'EUR')
}
