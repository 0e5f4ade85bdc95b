import { dataLogs, logs, onlineUsers } from '#contracts/platform/logs.ts'
import { fail } from '#server/kit/http/errors.ts'
import { feature } from '#server/kit/http/feature.ts'
import { compareVersions, dataLogWords, dataVersions, listDataLogs } from './data-logs.ts'
import { forceLogout, listOnline } from './online.ts'
import { exportLogs, listLogs } from './read-logs.ts'
import { restoreVersion } from './restore-version.ts'
import { countVisits, visitsByDay } from './visits.ts'

/** Logs are only ever added to: the database refuses anything else, and so do we. */
const kept = (): Promise<null> => fail('log.kept')

/** Who called what, what changed, who is there. */
export function logCalls() {
  return [
    ...feature(logs, {
      list: listLogs,
      exportXls: exportLogs,
      delete: kept,
      deleteBatch: kept,
      visits: countVisits,
      visitDays: visitsByDay,
    }),
    ...feature(dataLogs, {
      list: listDataLogs,
      versions: dataVersions,
      compare: compareVersions,
      restore: restoreVersion,
      words: dataLogWords,
    }),
    ...feature(onlineUsers, { list: listOnline, forceLogout }),
  ]
}
