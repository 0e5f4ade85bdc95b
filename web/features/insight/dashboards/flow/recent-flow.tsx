import { dashboards } from '#contracts/insight/dashboards.ts'
import { companyZone } from '../../../../kit/session/company-zone.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { FlowCard } from './flow-card.tsx'
import { flowPath } from './flow-panels.ts'
import { dayIn, spanOf } from './spans.ts'

const EVERY_MS = 60_000

/** The last weeks next to the present figures, for those who may see the analysis. */
export function RecentFlow() {
  const may = useRightsCheck()
  const zone = companyZone()
  const { data } = useApi(
    dashboards.analysis,
    { zone, from: spanOf(null).from(zone) },
    { enabled: may('dash:analysis:view'), refetchInterval: EVERY_MS, quiet: true },
  )
  if (!data) return null
  return (
    <FlowCard
      data={data}
      stale={false}
      today={data.to === dayIn(zone) ? data.to : null}
      pathOf={(key, from = data.from, to = data.to) => flowPath(may, key, { from, to }, {})}
    />
  )
}
