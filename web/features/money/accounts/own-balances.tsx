import { useId } from 'react'
import { Link } from 'react-router'
import { accountList } from '#contracts/money/accounts.ts'
import { rechargeList } from '#contracts/money/recharges.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DaysLeft, useSpendable } from './account-cells.tsx'

const LIST = listOf(accountList)
const ALL = { pageSize: '50' }

/** What a customer can spend, account by account, and the way to recharge: for its first page. */
export function OwnBalances() {
  const t = useT('accounts')
  const title = useId()
  const may = useRightsCheck()
  const found = useApi(LIST, ALL, { quiet: true, enabled: may(accountList.endpoints.list) })
  const rows = found.data?.records ?? []
  const spendable = useSpendable(rows)
  if (rows.length === 0) return null
  return (
    <section className="dash-box" aria-labelledby={title}>
      <h2 id={title}>{t('my.balances')}</h2>
      <dl className="dash-totals">
        {spendable.map(({ row: { id, currency, kind }, amount, alone }) => (
          <div key={id}>
            <dt>
              {t('spendable')} {alone && <DictTag code="account_kind" value={kind} />}
            </dt>
            <dd>
              <Link to="/shipment/payment-accounts">
                <Money amount={amount} currency={currency} />
              </Link>
              <small>
                {' '}
                {t('my.days')}: <DaysLeft id={id} currency={currency} together={!alone} />
              </small>
            </dd>
          </div>
        ))}
      </dl>
      {may(rechargeList.endpoints.list) && rows.some(({ kind }) => kind === 'customer') && (
        <Link to="/shipment/recharges?_new=1">{t('my.recharge')}</Link>
      )}
    </section>
  )
}
