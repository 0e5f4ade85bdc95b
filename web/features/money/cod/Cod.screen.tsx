import { Segments } from '../../../kit/form/segments.tsx'
import { useTab } from '../../../kit/list/use-tab.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CodItems } from './cod-items.tsx'
import { CodLines } from './cod-lines.tsx'
import { Owed } from './owed.tsx'
import { Payouts } from './payouts.tsx'
import { Remittances } from './remittances.tsx'
import './cod.css'

const TABS = ['items', 'differences', 'remittances', 'owed', 'payouts'] as const

/** Cash on delivery: what carriers collect, what they remit, and what customers are paid. */
export default function Cod({ title }: { title: string }) {
  const t = useT('cod')
  const [tab, setTab] = useTab(TABS, 'items')
  const top = (
    <div className="cod-top">
      <Segments
        aria-label={title}
        options={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
    </div>
  )
  if (tab === 'items') return <CodItems title={title} top={top} staff />
  if (tab === 'differences') return <CodLines title={title} top={top} />
  if (tab === 'remittances') return <Remittances title={title} top={top} />
  if (tab === 'owed') return <Owed title={title} top={top} staff />
  return <Payouts title={title} top={top} staff />
}
