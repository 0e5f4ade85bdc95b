import { useCan } from '../../../kit/session/permissions.tsx'
import type { ScreenPlace } from '../../../kit/list/ask-ahead.ts'
import { Analysis, askAnalysisAhead } from './analysis.tsx'
import { Workplace } from './workplace.tsx'

const FIGURES = 'dash:analysis:view'

/** Asks for what the page will show to a user who may see it. */
export function ahead(place: ScreenPlace): void {
  if (place.may(FIGURES)) askAnalysisAhead(place)
}

/** The first page: the figures for managers, the day's work for all others. */
export default function Home() {
  return useCan(FIGURES) ? <Analysis /> : <Workplace />
}
