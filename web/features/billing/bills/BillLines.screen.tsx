import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useTab } from '../../../kit/list/use-tab.ts'
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

/** Lines of carriers' bills, the disputes about them, and parcels no bill came for. */
export default function BillLines({ title }: { title: string }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const shown = TABS.filter(([, call]) => may(call)).map(([tab]) => tab)
  const [tab, setTab] = useTab<Tab>(shown, shown[0] ?? 'lines')
  const top = (
    <div className="bills-top">
      <Segments
        aria-label={title}
        options={shown.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
    </div>
  )
  if (tab === 'disputes') return <Disputes title={title} top={top} />
  if (tab === 'missing') return <Missing title={title} top={top} />
  return <Lines title={title} top={top} />
}
