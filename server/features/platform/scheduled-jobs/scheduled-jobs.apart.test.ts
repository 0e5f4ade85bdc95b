import { describe, expect, test } from 'vitest'
import { scheduledJobs } from '#contracts/platform/scheduled-jobs.ts'
import { world, admin, draft, prepareScheduler } from './scheduled-jobs.fixture.ts'

prepareScheduler()

const field = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues[0]

describe('jobs are the platform’s', () => {
  test('a tenant’s administrator has none of it, not even with the permissions by mistake', async () => {
    const tenantAdmin = await world().as('tenantAdmin')
    const id = '1'
    const all: [string, string, object?][] = [
      ['GET', 'list'],
      ['GET', `queryById?id=${id}`],
      ['POST', 'add', draft()],
      ['PUT', 'edit', { ...draft(), id, version: 1 }],
      ['DELETE', `delete?id=${id}`],
      ['DELETE', `deleteBatch?ids=${id},`],
      ['GET', 'pause?jobClassName=installation.cleanExpired'],
      ['GET', 'resume?jobClassName=installation.cleanExpired'],
      ['GET', `execute?id=${id}`],
      ['GET', `runs?id=${id}`],
      ['GET', 'types'],
      ['GET', 'exportXls'],
    ]
    for (const [method, path, body] of all)
      expect(
        (await tenantAdmin.raw(method, `/sys/quartzJob/${path}`, body ? { body } : {})).status,
        path,
      ).toBe(403)
    await world().db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
        where r.tenant_id = $1 and r.role_code = 'finance' and p.perms like 'sys:job:%'
        on conflict do nothing`,
      [world().tenantId],
    )
    const finance = await world().as('finance')
    for (const [method, path, body] of all)
      expect(
        (await finance.raw(method, `/sys/quartzJob/${path}`, body ? { body } : {})).status,
        `${path} with permission`,
      ).toBe(403)
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
