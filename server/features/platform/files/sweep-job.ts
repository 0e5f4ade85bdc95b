import { sweepFiles } from '#server/kit/files/sweep-files.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'

/** Removes what nothing needs: unused uploads, files of records there are no longer. */
offerJob({
  name: 'files.sweep',
  reach: 'tenants',
  timeoutSeconds: 1_800,
  params: {},
  run: async (ctx, _params, signal) => ({ ...(await sweepFiles(ctx, { signal })) }),
})
