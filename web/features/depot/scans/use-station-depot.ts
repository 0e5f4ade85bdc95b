import { outBatches } from '#contracts/depot/outbound.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useState } from 'react'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { isText, storageGet, storageRemove, storageSet } from '../../../kit/text/storage.ts'

const DEPOT = 'WAREHOUSE_STATION_DEPOT'

/**
 * The depot this workstation works for, the same at all stations: the one chosen here last, else the
 * person's own, else the only one they work in; null until one is chosen.
 */
export function useStationDepot(): [string | null, (id: string | null) => void] {
  const [depotId, setDepotId] = useState(() => storageGet(DEPOT, isText) ?? ownDepot())
  const may = useCan(outBatches.depots)
  const { data = [] } = useApi(
    outBatches.depots,
    {},
    { quiet: true, enabled: depotId === null && may },
  )
  const only = data.length === 1 ? (data[0]?.id ?? null) : null
  return [
    depotId ?? only,
    (id) => {
      if (id) storageSet(DEPOT, id, null)
      else storageRemove(DEPOT)
      setDepotId(id)
    },
  ]
}
