import { scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { defineJob, schedule } from '#server/kit/jobs/jobs.ts'
import {
  addJob,
  deleteJob,
  deleteJobs,
  editJob,
  executeJob,
  exportJobs,
  listJobs,
  readJob,
  setRunning,
} from './jobs.ts'
import { previewCron, readRuns, readTypes } from './read-runs.ts'
import { endRun, runJob, runOne } from './run-job.ts'
import { tick } from './tick.ts'
import './clean-expired.ts'

schedule('jobs.tick', '* * * * *', async (ctx) => {
  await tick(ctx)
})
defineJob(runOne, runJob, (ctx, { runId }, failure) => endRun(ctx, runId, null, failure))

/** Work by the clock, as administrators time it. */
export function scheduledJobCalls() {
  return bindEndpoints(scheduledJobs, {
    list: listJobs,
    exportXls: exportJobs,
    queryById: (ctx, { id }) => readJob(ctx, id),
    add: addJob,
    edit: editJob,
    delete: async (ctx, { id }) => deleteJob(ctx, id).then(() => null),
    deleteBatch: (ctx, { ids }) => deleteJobs(ctx, ids),
    pause: (ctx, which) => setRunning(ctx, which, '-1'),
    resume: (ctx, which) => setRunning(ctx, which, '0'),
    execute: (ctx, { id }) => executeJob(ctx, id),
    runs: readRuns,
    types: readTypes,
    nextRuns: previewCron,
  })
}
