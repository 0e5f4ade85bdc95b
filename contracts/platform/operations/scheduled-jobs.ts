import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { datetime, dict, text, textarea } from '../../kit/field.ts'
import { pageOf, pageQuery } from '../../kit/page.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * Work by the clock (wire.md §10, Quartz). Jobs are the installation's: only who runs the platform
 * sees them.
 */
export const scheduledJobList = crud(
  entity({
    name: 'scheduled-jobs',
    table: 'sys_quartz_job',
    scope: 'global',
    label: 'jobClassName',
    fields: {
      jobClassName: text({ readOnly: true, filter: 'like', sort: true, width: 240 }),
      cronExpression: text({ readOnly: true, width: 240 }),
      timeZone: text({ readOnly: true, width: 130 }),
      parameter: textarea({ readOnly: true, show: ['detail'] }),
      description: text({ readOnly: true, filter: 'like', width: 220 }),
      status: dict('quartz_status', { readOnly: true, filter: 'in', sort: true, width: 90 }),
      nextRunAt: datetime({ readOnly: true, sort: true, width: 160 }),
      lastRunAt: datetime({ readOnly: true, sort: true, width: 160 }),
      lastOutcome: dict('job_outcome', { readOnly: true, filter: 'in', width: 100 }),
    },
  }),
  {
    path: '/sys/quartzJob',
    perm: 'sys:job',
    verbs: ['list', 'exportXls'],
    sort: { column: 'jobClassName', order: 'asc' },
  },
)

const className = z
  .string({ error: 'field.text' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(100, { error: 'field.tooLong' })
const body = {
  jobClassName: className,
  /** Five fields, or Quartz's six or seven; at most once a minute. */
  cronExpression: z
    .string({ error: 'field.text' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(120, { error: 'field.tooLong' }),
  timeZone: z.string().trim().max(64, { error: 'field.tooLong' }).nullish(),
  /** JSON text. */
  parameter: z.string().max(4_000, { error: 'field.tooLong' }).nullish(),
  description: z.string().trim().max(500, { error: 'field.tooLong' }).nullish(),
  status: z
    .union([z.enum(['0', '-1']), z.literal([0, -1]).transform(String)], { error: 'field.dict' })
    .optional(),
}
/** By id, or as the family does by the name of the type. */
const which = z
  .object({ id: idText.optional(), jobClassName: className.optional() })
  .refine(({ id, jobClassName }) => id !== undefined || jobClassName !== undefined, {
    error: 'field.required',
    path: ['id'],
  })

/** A parameter of a type, as the form draws it. */
const param = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  type: z.enum(['int', 'bool', 'text']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  initial: z.union([z.number(), z.boolean(), z.string()]).nullable(),
})
export type JobParam = z.output<typeof param>

export const jobRun = z.object({
  id: z.string(),
  jobId: z.string(),
  jobClassName: z.string(),
  slot: z.string().nullable(),
  outcome: z.string(),
  actor: z.string().nullable(),
  attempts: z.number(),
  queuedAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  ms: z.number().nullable(),
  counts: z.record(z.string(), z.number()).nullable(),
  error: z.string().nullable(),
})

export const scheduledJobs = endpoints({
  list: scheduledJobList.endpoints.list,
  exportXls: { ...scheduledJobList.endpoints.exportXls, platform: true },
  queryById: {
    method: 'GET',
    path: '/sys/quartzJob/queryById',
    perm: 'sys:job:list',
    in: z.object({ id: idText }),
    out: scheduledJobList.row,
  },
  add: {
    method: 'POST',
    path: '/sys/quartzJob/add',
    stepUp: true,
    perm: 'sys:job:add',
    platform: true,
    in: z.object(body),
    out: scheduledJobList.row,
    message: 'ok.job.added',
    idempotency: 'accepted',
    touches: ['/sys/quartzJob'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/quartzJob/edit',
    stepUp: true,
    perm: 'sys:job:edit',
    platform: true,
    in: z.object({ ...body, id: idText, version: rowVersion }),
    out: scheduledJobList.row,
    message: 'ok.job.edited',
    touches: ['/sys/quartzJob'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/quartzJob/delete',
    stepUp: true,
    perm: 'sys:job:delete',
    platform: true,
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/quartzJob'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/quartzJob/deleteBatch',
    stepUp: true,
    perm: 'sys:job:delete',
    platform: true,
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  pause: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/quartzJob/pause',
    stepUp: true,
    perm: 'sys:job:edit',
    platform: true,
    in: which,
    out: z.null(),
    message: 'ok.job.paused',
    touches: ['/sys/quartzJob'],
  },
  resume: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/quartzJob/resume',
    stepUp: true,
    perm: 'sys:job:edit',
    platform: true,
    in: which,
    out: z.null(),
    message: 'ok.job.resumed',
    touches: ['/sys/quartzJob'],
  },
  /** Runs now, independent of the schedule. */
  execute: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/quartzJob/execute',
    stepUp: true,
    perm: 'sys:job:run',
    in: z.object({ id: idText }),
    out: z.object({ runId: z.string() }),
    message: 'ok.job.executed',
    touches: ['/sys/quartzJob'],
  },
  runs: {
    method: 'GET',
    path: '/sys/quartzJob/runs',
    perm: 'sys:job:list',
    in: pageQuery({
      id: idText,
      pageNo: z
        .string()
        .regex(/^\d{1,5}$/, { error: 'field.int' })
        .optional(),
      pageSize: z
        .string()
        .regex(/^\d{1,3}$/, { error: 'field.int' })
        .optional(),
    }),
    out: pageOf(jobRun),
  },
  types: {
    method: 'GET',
    path: '/sys/quartzJob/types',
    perm: 'sys:job:list',
    in: z.object({}),
    out: z.array(
      z.object({
        jobClassName: z.string(),
        name: z.string(),
        help: z.string(),
        reach: z.enum(['house', 'tenants']),
        params: z.array(param),
        counts: z.record(z.string(), z.string()),
      }),
    ),
  },
  /** When an expression would run next; `error` where it is none. */
  nextRuns: {
    method: 'GET',
    path: '/sys/quartzJob/nextRuns',
    perm: 'sys:job:list',
    in: z.object({ cronExpression: z.string().max(120), timeZone: z.string().max(64).optional() }),
    out: z.object({ runs: z.array(z.string()), error: z.string().nullable() }),
  },
})
