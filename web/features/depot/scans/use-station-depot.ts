import { useState } from 'react'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { isText, storageGet, storageRemove, storageSet } from '../../../kit/text/storage.ts'

const DEPOT = 'WAREHOUSE_STATION_DEPOT'

/** The depot this workstation works for, remembered here; else the person's own. */
export function useStationDepot(): [string | null, (id: string | null) => void] {
  const [depotId, setDepotId] = useState(() => storageGet(DEPOT, isText) ?? ownDepot())
  return [
    depotId,
    (id) => {
      if (id) storageSet(DEPOT, id, null)
      else storageRemove(DEPOT)
      setDepotId(id)
    },
  ]
}
