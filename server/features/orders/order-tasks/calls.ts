import { orderTasks } from '#contracts/orders/order-tasks.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { bundleFiles } from './bundle-files.ts'
import { exportRows } from './export-rows.ts'
import { prepareTask } from './prepare-task.ts'
import { listTasks, listTaskRows, readTaskDetail } from './read-task.ts'
import { resumeTask, startTask, stopTask } from './start-task.ts'
import './run-task.ts'

/** Actions on many orders, worked off in the background. */
export function orderTaskCalls(): BoundEndpoint[] {
  return bindEndpoints(orderTasks, {
    prepare: prepareTask,
    start: startTask,
    stop: stopTask,
    resume: resumeTask,
    queryById: readTaskDetail,
    list: listTasks,
    rows: listTaskRows,
    bundleFiles,
    exportRows,
  })
}
