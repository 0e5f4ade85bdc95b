import { dataLogs, logs, onlineUsers } from '#contracts/platform/operations/logs.ts'
import { blockedAddresses } from '#contracts/platform/operations/blocked-addresses.ts'
import { fail } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { blockAddress, listBlocked, releaseAddress } from './blocked-addresses.ts'
import { compareVersions, dataLogTexts, dataVersions, listDataLogs } from './data-logs.ts'
import { forceLogout, listOnline } from './online.ts'
import { exportLogs, listLogs } from './read-logs.ts'
import { restoreVersion } from './restore-version.ts'
import { countVisits, visitsByDay } from './visits.ts'

/** Logs are only ever added to: the database refuses anything else, and so do we. */
const refuseChange = (): Promise<null> => fail('log.kept')

/** Who called what, what changed, who is there. */
export function logCalls() {
  return [
    ...bindEndpoints(logs, {
      list: listLogs,
      exportXls: exportLogs,
      delete: refuseChange,
      deleteBatch: refuseChange,
      visits: countVisits,
      visitDays: visitsByDay,
    }),
    ...bindEndpoints(dataLogs, {
      list: listDataLogs,
      versions: dataVersions,
      compare: compareVersions,
      restore: restoreVersion,
      words: dataLogTexts,
    }),
    ...bindEndpoints(onlineUsers, { list: listOnline, forceLogout }),
    ...bindEndpoints(blockedAddresses, {
      list: listBlocked,
      block: blockAddress,
      release: releaseAddress,
    }),
  ]
}
