import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { makeCtx, systemPrincipal } from '#server/kit/access/ctx.ts'
import { openDatabase, type Database } from '#server/kit/db/database.ts'
import { int } from '#contracts/kit/field.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'
import { platformAdmin } from '#test/platform.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'

/** What the counting job does: whether it fails. */
export const counting = { fails: false }

offerJob({
  name: 'test.count',
  reach: 'tenants',
  timeoutSeconds: 1,
  params: { least: int({ min: 1, max: 9, initial: 3 }) },
  run: (ctx, { least }) => {
    if (counting.fails)
      throw Object.assign(new Error('password=hunter2 of row 4711'), { code: 'EBROKEN' })
    return Promise.resolve({
      messages: ctx.principal.tenantId === '0' ? 100 : 1,
      skipped: least ?? 0,
    })
  },
})

offerJob({
  name: 'test.slow',
  reach: 'house',
  timeoutSeconds: 0.05,
  params: {},
  run: () => new Promise(() => {}),
})

offerJob({
  name: 'test.slots',
  reach: 'house',
  timeoutSeconds: 5,
  params: {},
  run: () => Promise.resolve({}),
})

// Workers of other suites do not know our kinds of jobs.
export let opened: World

export let second: Database

export const world = () => opened

export let admin: Client

export const ctx = (db = world().db) =>
  makeCtx({
    deps: world().deps,
    requestId: 'test-job',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    http: null,
    executor: db.kysely,
    principal: systemPrincipal('0'),
  })

export const draft = (change: Record<string, unknown> = {}) => ({
  jobClassName: 'test.count',
  cronExpression: '0 30 3 * * ?',
  parameter: '{"least":2}',
  description: 'counts',
  status: '-1',
  ...change,
})

export const added = async (body: object) =>
  (await admin.post('/sys/quartzJob/add', body)).result as { id: string; version: number }

export function prepareScheduler(): void {
  afterAll(async () => {
    await second.close()
    await opened.close()
  })
  beforeAll(async () => {
    const databaseUrl = await ownDatabase()
    opened = await openWorld({ databaseUrl })
    second = openDatabase(databaseUrl)
    admin = await platformAdmin(world())
    admin.lang = 'zh_CN'
  }, 120_000)
}
