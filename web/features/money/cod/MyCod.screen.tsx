import { Segments } from '../../../kit/form/segments.tsx'
import { useTab } from '../../../kit/list/use-tab.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CodItems } from './cod-items.tsx'
import { Owed } from './owed.tsx'
import { Payouts } from './payouts.tsx'
import './cod.css'

const TABS = ['items', 'owed', 'payouts'] as const

/** A customer's own: what was collected for it, what it has to come, and what it was paid. */
export default function MyCod({ title }: { title: string }) {
  const t = useT('cod')
  const [tab, setTab] = useTab(TABS, 'items')
  const top = (
    <div className="cod-top">
      <Segments
        aria-label={title}
        options={TABS.map((value) => ({
          value,
          label: t(value === 'owed' ? 'tab.mine' : `tab.${value}`),
        }))}
        value={tab}
        onChange={setTab}
      />
    </div>
  )
  if (tab === 'items') return <CodItems title={title} top={top} />
  if (tab === 'owed') return <Owed title={title} top={top} />
  return <Payouts title={title} top={top} />
}
