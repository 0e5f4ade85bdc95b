import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Disputes } from './disputes.tsx'
import { Lines } from './lines.tsx'
import { Missing } from './missing.tsx'
import './bills.css'

const TABS = [
  ['lines', billLines.queryById],
  ['disputes', disputes.queryById],
  ['missing', billRuns.missing],
] as const
type Tab = (typeof TABS)[number][0]

/** A link with a deadline leads to the disputes, as lines have none; so does one that names them. */
function linked(search: string, shown: readonly Tab[]): Tab | null {
  const params = new URLSearchParams(search)
  return (params.has('deadline_end') || params.get('tab') === 'disputes') &&
    shown.includes('disputes')
    ? 'disputes'
    : null
}

/** Lines of carriers' bills, the disputes about them, and parcels no bill came for. */
export default function BillLines({ title }: { title: string }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = TABS.filter(([, call]) => may(call)).map(([tab]) => tab)
  const link = linked(search, shown)
  const [chosen, setTab] = useState<Tab>(link ?? shown[0] ?? 'lines')
  const tab = link ?? chosen
  const top = (
    <div className="bills-top">
      <Segments
        aria-label={title}
        options={shown.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => {
          // Filters of the one list mean nothing to the other.
          void navigate(pathname, { replace: true })
          setTab(next)
        }}
      />
    </div>
  )
  if (tab === 'disputes') return <Disputes title={title} top={top} />
  if (tab === 'missing') return <Missing title={title} top={top} />
  return <Lines title={title} top={top} />
}
