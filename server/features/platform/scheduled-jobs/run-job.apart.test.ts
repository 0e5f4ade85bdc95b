import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { makeCtx, systemPrincipal } from '#server/kit/access/ctx.ts'
import { jobType } from '#server/kit/jobs/job-types.ts'
import { tick } from './tick.ts'
import {
  ctx,
  world,
  counting,
  second,
  admin,
  draft,
  added,
  prepareScheduler,
} from './scheduled-jobs.fixture.ts'

prepareScheduler()

interface Run {
  id: string
  outcome: string
  slot: string | null
  error: string | null
  counts: Record<string, number> | null
  attempts: number
  actor: string | null
}

async function runOf(jobId: string, runId?: string): Promise<Run> {
  for (;;) {
    const { records } = await admin.call(scheduledJobs.runs, { id: jobId, pageSize: '50' })
    const run = (records as Run[]).find(({ id }) => runId === undefined || id === runId)
    if (run && ['ok', 'failed'].includes(run.outcome)) return run
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

describe('a run', () => {
  test('now: once in every open tenant; a failure shows its kind only; a long one is ended', async () => {
    const { id } = await added(draft())
    const started = await admin.get('/sys/quartzJob/execute', { id })
    expect(started).toMatchObject({ success: true, message: '执行成功!' })
    const tenants = await world().db.pool.query<{ n: number }>(
      'select count(*)::int as n from tenant where status = 1 and id <> 0',
    )
    const run = await runOf(id, (started.result as { runId: string }).runId)
    expect(run).toMatchObject({
      outcome: 'ok',
      slot: null,
      actor: expect.stringContaining('platform') as string,
      attempts: 1,
    })
    expect(run.counts!.messages).toBeGreaterThanOrEqual(2)
    expect(run.counts!.messages).toBeLessThanOrEqual(tenants.rows[0]!.n)
    expect((await admin.call(scheduledJobs.queryById, { id })).lastOutcome).toBe('ok')
    counting.fails = true
    const failed = await runOf(id, (await admin.call(scheduledJobs.execute, { id })).runId)
    counting.fails = false
    expect(failed).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching(/^程序出错.*job-[\w-]{36}$/) as string,
      counts: null,
    })
    const slow = await added(draft({ jobClassName: 'test.slow', parameter: '' }))
    expect(
      await runOf(slow.id, (await admin.call(scheduledJobs.execute, { id: slow.id })).runId),
    ).toMatchObject({ outcome: 'failed', error: '超过时限，已中止' })
    await admin.call(scheduledJobs.deleteBatch, { ids: [id, slow.id] } as never)
  })

  test('two schedulers look at the clock a thousand times: one run per slot', async () => {
    const start = Date.parse('2030-01-01T00:00:30Z')
    const { id } = await added(
      draft({ jobClassName: 'test.slots', cronExpression: '* * * * *', parameter: '' }),
    )
    await world().db.pool.query(
      `update sys_quartz_job set status = '0', next_run_at = '2030-01-01T00:01:00Z' where id = $1`,
      [id],
    )
    const others = await world().db.pool.query(
      `update sys_quartz_job set status = '-1' where id <> $1 and status = '0' returning id`,
      [id],
    )
    let queued = 0
    for (let minute = 1; minute <= 1_000; minute++) {
      const [a, b] = await withClock(
        () => start + minute * 60_000,
        () => Promise.all([tick(ctx()), tick(ctx(second))]),
      )
      queued += a + b
    }
    await world().db.pool.query(`update sys_quartz_job set status = '0' where id = any($1)`, [
      others.rows.map((row: { id: string }) => row.id),
    ])
    const runs = await world().db.pool.query<{ n: number; slots: number }>(
      'select count(*)::int as n, count(distinct slot)::int as slots from sys_job_run where job_id = $1',
      [id],
    )
    expect(queued).toBe(1_000)
    expect(runs.rows[0]).toEqual({ n: 1_000, slots: 1_000 })
    await admin.call(scheduledJobs.delete, { id })
  })

  test('a slot missed while nothing ran is made up for once, however many there were', async () => {
    const { id } = await added(draft({ cronExpression: '*/5 * * * *' }))
    await world().db.pool.query(
      `update sys_quartz_job set status = '0', next_run_at = '2031-05-05T05:05:00Z' where id = $1`,
      [id],
    )
    const others = await world().db.pool.query(
      `update sys_quartz_job set status = '-1' where id <> $1 and status = '0' returning id`,
      [id],
    )
    await withClock(
      () => Date.parse('2031-05-06T12:34:56Z'),
      () => tick(ctx()),
    )
    await withClock(
      () => Date.parse('2031-05-06T12:34:57Z'),
      () => tick(ctx()),
    )
    await world().db.pool.query(`update sys_quartz_job set status = '0' where id = any($1)`, [
      others.rows.map((row: { id: string }) => row.id),
    ])
    const runs = await world().db.pool.query<{ slot: string }>(
      // The run may have worked in a tenant already and have left its row there.
      'select slot from sys_job_run where job_id = $1 and tenant_id is null',
      [id],
    )
    expect(runs.rows.map(({ slot }) => new Date(slot).toISOString())).toEqual([
      '2031-05-05T05:05:00.000Z',
    ])
    const after = await world().db.pool.query<{ at: string }>(
      'select next_run_at as at from sys_quartz_job where id = $1',
      [id],
    )
    expect(new Date(after.rows[0]!.at).toISOString()).toBe('2031-05-06T12:35:00.000Z')
    await admin.call(scheduledJobs.delete, { id })
  })

  test('one whose process died is taken up under its own row', async () => {
    const { id } = await added(draft())
    const { rows } = await world().db.pool.query<{ id: string }>(
      `insert into sys_job_run (job_id, job_class_name, parameter, outcome, attempts)
        values ($1, 'test.count', '{"least":1}', 'running', 1) returning id`,
      [id],
    )
    await world().db.pool.query(`select graphile_worker.add_job('jobs.run', payload := $1::json)`, [
      JSON.stringify({ runId: rows[0]!.id, tenantId: '0' }),
    ])
    expect(await runOf(id, rows[0]!.id)).toMatchObject({ outcome: 'ok', attempts: 2 })
    await admin.call(scheduledJobs.delete, { id })
  })
})

describe('what is offered', () => {
  test('cleans up what is over and leaves what is not, and no log', async () => {
    const { pool } = world().db
    await pool.query(
      `insert into captcha (key, answer_hash, expires_at)
        values ('old-captcha', '\\x00', now() - interval '1 hour'),
          ('new-captcha', '\\x00', now() + interval '1 hour') on conflict do nothing`,
    )
    await pool.query(
      `insert into idempotency (tenant_id, user_id, route, key, request_hash, created_at)
        values ($1, 1, 'POST /x', 'old-key-1', '\\x00', now() - interval '8 days'),
          ($1, 1, 'POST /x', 'new-key-1', '\\x00', now())`,
      [world().tenantId],
    )
    const lapsed = await world().as('sales')
    await pool.query(
      `update sys_session set expires_at = now() - interval '1 minute'
        where user_id = (select id from sys_user where username = $1)`,
      [world().username('sales')],
    )
    const logs = async () =>
      (
        await pool.query<{ n: number }>(
          'select ((select count(*) from op_log) + (select count(*) from data_log))::int as n',
        )
      ).rows[0]!.n
    const before = await logs()
    const type = jobType('installation.cleanExpired')!
    const done = await type.run(
      ctx(),
      { idempotencyDays: 7, runLogDays: 90 },
      new AbortController().signal,
    )
    expect(done.captchas).toBeGreaterThanOrEqual(1)
    expect(done.sessions).toBeGreaterThanOrEqual(1)
    expect(await logs()).toBeGreaterThanOrEqual(before)
    expect(
      (
        await pool.query(
          `select key from captcha where key in ('old-captcha', 'new-captcha') union all select key
            from idempotency where tenant_id = $1 and key like '%-key-1'`,
          [world().tenantId],
        )
      ).rows,
    ).toEqual([{ key: 'new-captcha' }, { key: 'new-key-1' }])
    expect((await lapsed.get('/erp/shipment/list')).status).toBe(401)
    expect((await admin.get('/sys/quartzJob/types')).success).toBe(true)
  })

  test('keeps that a message was sent and removes its text', async () => {
    const inside = makeCtx({
      deps: world().deps,
      requestId: 'x',
      lang: 'en_US',
      log: pino({ level: 'silent' }),
      http: null,
      executor: world().db.kysely,
      principal: systemPrincipal(world().tenantId),
    })
    await world().db.pool.query(
      `insert into sys_message (tenant_id, es_type, es_receiver, es_content, state, create_time)
        values ($1, '2', 'old@x.de', 'old words', 'sent', now() - interval '100 days'),
          ($1, '2', 'new@x.de', 'new words', 'sent', now())`,
      [world().tenantId],
    )
    expect(
      await jobType('messages.purge')!.run(inside, { keepDays: 90 }, new AbortController().signal),
    ).toMatchObject({ bodies: 1 })
    expect(
      (
        await world().db.pool.query(
          `select es_receiver, es_content from sys_message
            where tenant_id = $1 and es_receiver like '%@x.de' order by 1`,
          [world().tenantId],
        )
      ).rows,
    ).toEqual([
      { es_receiver: 'new@x.de', es_content: 'new words' },
      { es_receiver: 'old@x.de', es_content: null },
    ])
    await world().db.pool.query(
      `update sys_message set state = 'failed' where tenant_id = $1 and es_receiver = 'new@x.de'`,
      [world().tenantId],
    )
    expect(
      await jobType('messages.resend')!.run(inside, { hours: 24 }, new AbortController().signal),
    ).toEqual({ messages: 1 })
    expect(
      await jobType('tracking.refreshActive')!.run(
        inside,
        { maxAgeDays: 30 },
        new AbortController().signal,
      ),
    ).toEqual({ parcels: 0 })
  })
})
