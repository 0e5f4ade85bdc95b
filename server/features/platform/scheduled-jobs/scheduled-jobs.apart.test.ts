import { describe, expect, test } from 'vitest'
import { scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import type { Client } from '#test/harness.ts'
import { world, added, admin, draft, prepareScheduler } from './scheduled-jobs.fixture.ts'

prepareScheduler()

const field = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues[0]

describe('jobs are the platform’s', () => {
  const id = '1'
  const reads: [string, string, object?][] = [
    ['GET', 'list'],
    ['GET', `queryById?id=${id}`],
    ['GET', `execute?id=${id}`],
    ['GET', `runs?id=${id}`],
    ['GET', 'types'],
  ]
  const writes: [string, string, object?][] = [
    ['POST', 'add', draft()],
    ['PUT', 'edit', { ...draft(), id, version: 1 }],
    ['DELETE', `delete?id=${id}`],
    ['DELETE', `deleteBatch?ids=${id},`],
    ['GET', 'pause?jobClassName=installation.cleanExpired'],
    ['GET', 'resume?jobClassName=installation.cleanExpired'],
    ['GET', 'exportXls'],
  ]
  const status = async (client: Client, [method, path, body]: [string, string, object?]) =>
    (await client.raw(method, `/sys/quartzJob/${path}`, body ? { body } : {})).status

  test('a tenant changes none, not even with the permissions by mistake', async () => {
    for (const role of ['finance', 'customer'] as const)
      for (const call of [...reads, ...writes])
        expect(await status(await world().as(role), call), `${role} ${call[1]}`).toBe(403)
    await world().db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
        where r.tenant_id = $1 and r.role_code in ('finance', 'customer')
          and p.perms like 'sys:job:%' on conflict do nothing`,
      [world().tenantId],
    )
    for (const call of writes)
      expect(await status(await world().as('finance'), call), `${call[1]} with permission`).toBe(
        403,
      )
    for (const call of [...reads, ...writes])
      expect(await status(await world().as('customer'), call), `customer ${call[1]}`).toBe(403)
  })

  test('a tenant’s administrator lists, starts and follows what works in the own tenant, there alone', async () => {
    const tenantAdmin = await world().as('tenantAdmin')
    const inside = await added(draft())
    const whole = await added(draft({ jobClassName: 'test.slow', parameter: '' }))
    const listed = await tenantAdmin.call(scheduledJobs.list, { pageSize: '100' } as never)
    const names = listed.records.map(({ jobClassName }) => jobClassName)
    expect(names).toContain('test.count')
    for (const name of ['test.slow', 'installation.cleanExpired']) expect(names).not.toContain(name)
    for (const path of [
      `queryById?id=${whole.id}`,
      `execute?id=${whole.id}`,
      `runs?id=${whole.id}`,
    ])
      expect(await status(tenantAdmin, ['GET', path]), path).toBe(404)
    const runs = async (client: Client) =>
      (await client.call(scheduledJobs.runs, { id: inside.id })).records
    const { runId } = await tenantAdmin.call(scheduledJobs.execute, { id: inside.id })
    await expect
      .poll(async () => (await runs(tenantAdmin))[0], { timeout: 90_000 })
      .toMatchObject({ id: runId, outcome: 'ok', counts: { messages: 1 } })
    // Another tenant and the platform know nothing of it; over all tenants each reads its own part.
    const stranger = await world().otherTenantUser()
    expect([await runs(stranger), await runs(admin)]).toEqual([[], []])
    await admin.call(scheduledJobs.execute, { id: inside.id })
    await expect.poll(async () => (await runs(stranger)).length, { timeout: 90_000 }).toBe(1)
    expect(await runs(stranger)).toMatchObject([{ outcome: 'ok', counts: { messages: 1 } }])
    expect(await runs(tenantAdmin)).toHaveLength(2)
    expect((await tenantAdmin.call(scheduledJobs.queryById, { id: inside.id })).lastOutcome).toBe(
      'ok',
    )
    await admin.call(scheduledJobs.deleteBatch, { ids: [inside.id, whole.id] } as never)
  })

  test('what a new house runs is there from the start', async () => {
    const { records } = await admin.call(scheduledJobs.list, {})
    expect(records.map((row) => row.jobClassName)).toEqual(
      expect.arrayContaining(['installation.cleanExpired', 'messages.purge']),
    )
    const types = await admin.call(scheduledJobs.types, {})
    expect(types.find((type) => type.jobClassName === 'messages.purge')).toMatchObject({
      name: '清除旧消息正文',
      reach: 'tenants',
      params: [
        { name: 'keepDays', label: '正文保留天数', type: 'int', min: 7, max: 3650, initial: 90 },
      ],
    })
    for (const type of types.filter(({ jobClassName }) => !jobClassName.startsWith('test.')))
      expect(
        [
          type.name,
          type.help,
          ...type.params.map(({ label }) => label),
          ...Object.values(type.counts),
        ].filter((word) => !/[一-鿿]/.test(word)),
      ).toEqual([])
  })
})

describe('a job', () => {
  test('is added, found, edited, paused, resumed and deleted, in the family’s words', async () => {
    const added = await admin.post('/sys/quartzJob/add', draft())
    expect(added).toMatchObject({
      success: true,
      message: '创建定时任务成功',
      result: {
        jobClassName: 'test.count',
        status: '-1',
        nextRunAt: null,
        parameter: '{"least":2}',
      },
    })
    const job = added.result as { id: string; version: number }
    expect(await admin.post('/sys/quartzJob/add', draft())).toMatchObject({
      success: false,
      code: 409,
      message: '该定时任务类名已存在',
    })
    const edited = await admin.put('/sys/quartzJob/edit', {
      ...draft({ cronExpression: '0  0/10 * * * ?', status: 0 }),
      id: job.id,
      version: job.version,
    })
    expect(edited).toMatchObject({
      success: true,
      message: '更新定时任务成功!',
      result: {
        cronExpression: '0 0/10 * * * ?',
        status: '0',
        nextRunAt: expect.stringMatching(/0:00\.000Z$/) as string,
      },
    })
    expect(
      (await admin.put('/sys/quartzJob/edit', { ...draft(), id: job.id, version: job.version }))
        .error,
    ).toBe('row.stale')
    expect(await admin.get('/sys/quartzJob/pause', { jobClassName: 'test.count' })).toMatchObject({
      success: true,
      message: '暂停定时任务成功',
    })
    expect((await admin.get('/sys/quartzJob/queryById', { id: job.id })).result).toMatchObject({
      status: '-1',
      nextRunAt: null,
    })
    expect(await admin.post('/sys/quartzJob/resume', { id: job.id })).toMatchObject({
      success: true,
      message: '恢复定时任务成功',
    })
    expect(
      (
        await admin.get('/sys/quartzJob/list', {
          jobClassName: '*TEST.COUNT*',
          status_MultiString: '0',
        })
      ).result,
    ).toMatchObject({ total: 1 })
    expect((await admin.get('/sys/quartzJob/pause', { jobClassName: 'no.such' })).status).toBe(404)
    expect((await admin.get('/sys/quartzJob/pause')).code).toBe(400)
    expect((await admin.get('/sys/quartzJob/exportXls')).bytes.subarray(0, 2).toString()).toBe('PK')
    const logged = await world().db.pool.query<{ action: string; requestId: string }>(
      `select action, request_id as "requestId" from data_log
        where table_name = 'sys_quartz_job' and row_id = $1 order by id`,
      [job.id],
    )
    expect(logged.rows.map(({ action }) => action)).toEqual(['add', 'edit', 'edit', 'edit'])
    expect(logged.rows[1]!.requestId).toBe(edited.requestId)
    expect(
      (await admin.delete('/sys/quartzJob/deleteBatch', { ids: `${job.id},999999,` })).result,
    ).toMatchObject({ done: 1, failed: 1 })
    expect((await admin.get('/sys/quartzJob/queryById', { id: job.id })).status).toBe(404)
  })

  test('is of the registry, timed at most once a minute, with its own parameters', async () => {
    for (const [change, path, code] of [
      [{ jobClassName: 'java.lang.Runtime' }, 'jobClassName', 'job.unknownType'],
      [{ jobClassName: '__proto__' }, 'jobClassName', 'job.unknownType'],
      [{ cronExpression: '*/10 * * * * ?' }, 'cronExpression', 'job.tooOften'],
      [{ cronExpression: 'rm -rf' }, 'cronExpression', 'job.cron'],
      [{ timeZone: 'Mars/X' }, 'timeZone', 'job.timeZone'],
      [{ parameter: '{' }, 'parameter', 'job.parameter'],
      [{ parameter: '{"least":99}' }, 'parameter.least', 'field.tooLarge'],
      [{ parameter: '{"least":"x"}' }, 'parameter.least', 'field.int'],
      [{ parameter: '{"command":"rm"}' }, 'parameter', 'field.invalid'],
      [{ parameter: '[]' }, 'parameter', 'field.invalid'],
    ] as const) {
      const refused = await admin.post('/sys/quartzJob/add', draft(change))
      expect(refused, JSON.stringify(change)).toMatchObject({ success: false, code: 400 })
      expect(field(refused)).toMatchObject({ path, code })
    }
    expect(
      await admin.call(scheduledJobs.nextRuns, {
        cronExpression: '0 0/5 * * * ?',
        timeZone: 'Asia/Shanghai',
      }),
    ).toMatchObject({ runs: expect.objectContaining({ length: 5 }) as string[], error: null })
    expect(await admin.call(scheduledJobs.nextRuns, { cronExpression: 'x' })).toEqual({
      runs: [],
      error: '不是有效的 Cron 表达式',
    })
  })
})
