import { useCan } from '../../../kit/session/permissions.tsx'
import { Analysis } from './analysis.tsx'
import { Workplace } from './workplace.tsx'

/** The first page: the figures for managers, the day's work for all others. */
export default function Home() {
  return useCan('dash:analysis:view') ? <Analysis /> : <Workplace />
}
