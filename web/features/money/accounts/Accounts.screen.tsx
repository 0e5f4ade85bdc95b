import { useLocation } from 'react-router'
import { accountRequestList } from '#contracts/money/account-requests.ts'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useTab } from '../../../kit/list/use-tab.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { AccountList } from './account-list.tsx'
import { Months } from './months.tsx'
import { ProofBand } from './proof-band.tsx'
import { Requests } from './requests.tsx'
import './accounts.css'

type Tab = 'accounts' | 'requests' | 'months'

/** Accounts of customers, what waits for a second user, and the months of the ledger. */
export default function Accounts({ title }: { title: string }) {
  const t = useT('accounts')
  const may = useRightsCheck()
  const { pathname } = useLocation()
  const tabs = (
    [
      ['accounts', accountList.endpoints.list],
      ['requests', accountRequestList.endpoints.list],
      ['months', accounts.months],
    ] as const
  )
    .filter(([, call]) => may(call))
    .map(([tab]) => tab)
  const asked = pathname.endsWith('/requests') ? 'requests' : 'accounts'
  const [tab, setTab] = useTab<Tab>(
    tabs,
    tabs.find((one) => one === asked) ?? tabs[0] ?? 'accounts',
  )
  const top = (
    <div className="account-top">
      <Segments
        aria-label={title}
        options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
      {may(accounts.proof) && <ProofBand />}
    </div>
  )
  if (tab === 'accounts') return <AccountList title={title} top={top} />
  if (tab === 'requests') return <Requests title={title} top={top} />
  return (
    <>
      <PageHeader title={title} />
      {top}
      <Months />
    </>
  )
}
