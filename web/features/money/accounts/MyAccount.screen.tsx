import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import { invoiceList } from '#contracts/money/invoices.ts'
import { rechargeList } from '#contracts/money/recharges.ts'
import { tradeList } from '#contracts/money/trades.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PaymentState } from '../recharges/index.ts'
import {
  AccountState,
  Ageing,
  Alarm,
  DaysLeft,
  LastRecharge,
  OnAccount,
  useSpendable,
} from './account-cells.tsx'
import { AlarmOf } from './account-list.tsx'
import type { AccountRow } from './account-row.ts'
import './accounts.css'

const StatementDialog = lazy(() => import('./statement-dialog.tsx'))
const LIST = listOf(accountList)
const ALL = { pageSize: '50' }

/** A customer's own accounts, in the words finance has for them. */
export default function MyAccount({ title }: { title: string }) {
  const t = useT('accounts')
  const found = useApi(LIST, ALL)
  const rows = found.data?.records ?? []
  const spendable = useSpendable(rows)
  return (
    <>
      <PageHeader title={title} />
      <PaymentState />
      {found.error && rows.length === 0 && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {found.isSuccess && rows.length === 0 && (
        <Empty kind="nothing" title={t('my.none')} hint={t('my.none.hint')} />
      )}
      {spendable.length > 0 && (
        <dl className="account-sums">
          {spendable.map(({ row, amount, alone }) => (
            <div key={row.id}>
              <dt>
                {t('spendable')} {alone && <DictTag code="account_kind" value={row.kind} />}
              </dt>
              <dd>
                <Money amount={amount} currency={row.currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="account-cards">
        {rows.map((row) => (
          <AccountCard key={row.id} row={row} />
        ))}
      </div>
    </>
  )
}

function AccountCard({ row }: { row: AccountRow }) {
  const t = useT('accounts')
  const may = useRightsCheck()
  const [dialog, setDialog] = useState<'alarm' | 'statement' | null>(null)
  const close = () => setDialog(null)
  const { id, currency } = row
  return (
    <section className="account-card" aria-label={currency ?? ''}>
      <h2>
        {currency} <DictTag code="account_kind" value={row.kind} />
        <AccountState row={row} />
      </h2>
      <p className="py-hint">{t(`about.${row.kind}`)}</p>
      <OnAccount row={row} />
      <dl>
        {(['balance', 'held', 'credit'] as const).map((key) => [
          <dt key={key}>{t(key)}</dt>,
          <dd key={`${key}.value`}>
            <Money amount={row[key]} currency={currency} />
          </dd>,
        ])}
        <dt>{t('my.days')}</dt>
        <dd>
          <DaysLeft id={id} currency={currency} />
        </dd>
        <dt>{t('lastRecharge')}</dt>
        <dd>
          <LastRecharge id={id} currency={currency} />
        </dd>
        <dt>{t('ageing')}</dt>
        <dd>
          <Ageing id={id} currency={currency} />
        </dd>
        <dt>{t('alarm')}</dt>
        <dd>
          <Alarm id={id} currency={currency} />
        </dd>
      </dl>
      <footer>
        {may(accounts.alarm) && (
          <Button onClick={() => setDialog('alarm')}>{t('alarm.set')}</Button>
        )}
        <Button onClick={() => setDialog('statement')}>{t('my.statement')}</Button>
        {row.kind === 'customer' && may(rechargeList.endpoints.list) && (
          <Link to="/shipment/recharges?_new=1">{t('my.recharge')}</Link>
        )}
        {row.kind === 'receivable' && may(invoiceList.endpoints.list) && (
          <Link
            to={`/shipment/invoices?currency=${currency ?? ''}&status=${OPEN_STATES.join(',')}`}
          >
            {t('my.pay')}
          </Link>
        )}
        {may(tradeList.endpoints.list) && (
          <Link
            to={`/shipment/trades?currency=${currency ?? ''}&paymentType=${row.kind === 'receivable' ? 'monthly' : 'balance'}`}
          >
            {t('my.trades')}
          </Link>
        )}
      </footer>
      <Suspense>
        {dialog === 'alarm' && <AlarmOf row={row} onClose={close} />}
        {dialog === 'statement' && <StatementDialog row={row} onClose={close} />}
      </Suspense>
    </section>
  )
}
