import { routing } from '#contracts/commercial/zones/routing.ts'
import { ExplainView } from './explain-view.tsx'

/** Which row routes an address of a service. */
export function ExplainRouting({ serviceCode }: { serviceCode: string }) {
  return (
    <ExplainView
      call={routing.resolve}
      serviceCode={serviceCode}
      date={null}
      nameOf={({ route, table }) =>
        [route.sortCode, route.gate, table.name].filter(Boolean).join(' · ')
      }
    />
  )
}
