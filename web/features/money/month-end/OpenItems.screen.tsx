import { openItems } from '#contracts/money/month-end/month-end.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'

const SUMS = ['gross', 'paid', 'credited', 'open', 'baseOpen']

/** What customers owed at the end of a day. */
export default function OpenItems({ title }: { title: string }) {
  return <ResourceScreen of={openItems} title={title} sums={SUMS} usual={{ day: companyToday() }} />
}
