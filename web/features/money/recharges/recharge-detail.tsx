import { Button } from 'antd'
import { recharges } from '#contracts/money/recharges.ts'
import { RECHARGE } from '#contracts/money/recharges.states.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { less } from './less.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList, type DetailItem } from '../../../kit/resource/detail-list.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PayDetails } from './pay-details.tsx'
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

/** The payment account and the reference, while the recharge is open. */
function HowToPay({ row }: { row: RechargeRow }) {
  const found = useApi(recharges.payTo, {}, { staleTime: 60_000 })
  const account = found.data?.find(({ id }) => id === row.receivingAccountId)
  if (!account) return null
  return (
    <PayDetails
      bank={account.channel === 'BANK' ? account : null}
      account={account.name}
      amount={openOf(row)}
      currency={row.currency}
      reference={row.reference}
    >
      {account.instructions && <p className="rch-words">{account.instructions}</p>}
    </PayDetails>
  )
}

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
