import { noticeWanted, type NoticeRequest } from '#contracts/platform/messaging/notices.events.ts'
import { describe, expect, test } from 'vitest'
import {
  NOTICE_ACTIONS,
  SEND,
  whyNotNotice,
  type NoticeAction,
} from '#contracts/platform/messaging/notices.states.ts'
import type { Client } from '#test/harness.ts'
import { until } from '#test/sockets.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { AREA, bell, box, BOX, result } from './notices.fixture.ts'
import { noticeTitles } from './notify-sockets.ts'
import {
  world,
  writer,
  manager,
  service,
  customer,
  at,
  userIds,
  has,
  prepareNoticePeople,
} from './notice-people.fixture.ts'

prepareNoticePeople()

describe('an announcement', () => {
  test('is a draft, whatever the body contains, and shown to writers only', async () => {
    const row = await at.draft({
      sendStatus: '1',
      sendTime: '2026-01-01T00:00:00Z',
      sender: 'mallory',
      delFlag: '1',
      cancelTime: '2026-01-01T00:00:00Z',
    })
    expect(row).toMatchObject({
      sendStatus: '0',
      sendTime: null,
      sender: null,
      delFlag: '0',
      cancelTime: null,
    })
    expect((await service.get(`${AREA}/queryById`, { id: row.id })).status).toBe(404)
    expect(await has(service, row.id)).toBe(false)
    expect((await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: row.id })).status).toBe(404)
    expect(result(await writer.get(`${AREA}/queryById`, { id: row.id }))).toMatchObject({
      id: row.id,
      sendStatus: '0',
    })
  })

  test('goes out to all users, is opened, taken back, and goes out again', async () => {
    const { id } = await at.draft({ priority: 'H' })
    const released = await at.release(id)
    expect(released).toMatchObject({
      success: true,
      code: 200,
      result: null,
      message: 'Announcement published.',
    })
    expect(result(await writer.get(`${AREA}/queryById`, { id }))).toMatchObject({
      sendStatus: '1',
      sender: world().username('tenantAdmin'),
      cancelTime: null,
      sendTime: expect.stringMatching(/Z$/),
    })
    const seen = [
      [service, 'tenantAdmin'],
      [customer, 'Staff'],
    ] as const
    for (const [reader, sender_dictText] of seen) {
      const { anntMsgList, anntMsgTotal, sysMsgTotal } = await bell(reader)
      expect([anntMsgTotal, sysMsgTotal]).toEqual([1, 0])
      expect(anntMsgList[0]).toMatchObject({
        id,
        priority: 'H',
        msgContent: '<p>Text</p>',
        userIds: null,
      })
      expect((await box(reader)).records[0]).toMatchObject({ anntId: id, readFlag: '0' })
      expect(result(await reader.get(`${AREA}/queryById`, { id }))).toMatchObject({
        id,
        sender_dictText,
      })
      expect((await box(reader)).records[0]).toMatchObject({ sender_dictText })
    }
    expect((await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id })).success).toBe(true)
    expect(
      (await service.post(`${BOX}/editByAnntIdAndUserId`, { anntId: id })).success,
      'twice is once',
    ).toBe(true)
    expect((await bell(service)).anntMsgTotal).toBe(0)
    expect((await bell(customer)).anntMsgTotal, 'somebody else’s bell').toBe(1)
    expect((await box(service, { readFlag: '1' })).records.map(({ anntId }) => anntId)).toContain(
      id,
    )
    expect(await at.revoke(id)).toMatchObject({
      success: true,
      message: 'Announcement withdrawn.',
    })
    expect(result(await writer.get(`${AREA}/queryById`, { id }))).toMatchObject({
      sendStatus: '2',
      cancelTime: expect.stringMatching(/Z$/),
    })
    expect((await bell(customer)).anntMsgTotal).toBe(0)
    expect([await has(service, id), await has(customer, id)]).toEqual([false, false])
    expect((await service.get(`${AREA}/queryById`, { id })).status).toBe(404)
    await at.release(id)
    expect((await bell(service)).anntMsgList[0]).toMatchObject({ id })
    await at.revoke(id)
  })

  test('is what its state lets it be: every action in every state', async () => {
    const into: Record<string, () => Promise<string>> = {
      [SEND.draft]: async () => (await at.draft()).id,
      [SEND.released]: async () => (await at.out()).id,
      [SEND.revoked]: async () => {
        const { id } = await at.out()
        await at.revoke(id)
        return id
      },
    }
    const act: Record<NoticeAction, (id: string) => ReturnType<Client['get']>> = {
      edit: async (id) =>
        writer.put(`${AREA}/edit`, {
          ...result<object>(await writer.get(`${AREA}/queryById`, { id })),
          msgAbstract: 'changed',
        }),
      release: (id) => at.release(id),
      revoke: (id) => at.revoke(id),
      delete: (id) => writer.delete(`${AREA}/delete`, { id }),
    }
    for (const [state, make] of Object.entries(into)) {
      for (const action of Object.keys(NOTICE_ACTIONS) as NoticeAction[]) {
        const id = await make()
        const answer = await act[action](id)
        const why = whyNotNotice(action, state)
        expect(answer, `${action} in ${state}`).toMatchObject(
          why === null ? { success: true } : { success: false, code: 422, error: why, status: 200 },
        )
        expect(answer.message, `${action} in ${state}`).not.toContain('{{')
      }
    }
    await Promise.all((await box(writer)).records.map(({ anntId }) => at.revoke(anntId)))
  })

  test('that was deleted is gone from every list, several go at once, and the row is kept', async () => {
    const [one, other, out] = [await at.draft(), await at.draft(), await at.out()]
    const answer = await writer.delete(`${AREA}/deleteBatch`, {
      ids: `${one.id},${out.id},${other.id},`,
    })
    expect(answer.result).toMatchObject({
      done: 2,
      failed: 1,
      rows: [
        { ok: true },
        { ok: false, code: 'notice.not.delete', label: out.titile },
        { ok: true },
      ],
    })
    expect(
      (
        result(await writer.get(`${AREA}/list`, { pageSize: 200 })) as { records: { id: string }[] }
      ).records.map(({ id }) => id),
    ).not.toContain(one.id)
    for (const call of [
      writer.get(`${AREA}/queryById`, { id: one.id }),
      writer.put(`${AREA}/edit`, one),
      at.release(one.id),
      at.revoke(one.id),
      writer.delete(`${AREA}/delete`, { id: one.id }),
    ])
      expect((await call).status).toBe(404)
    expect(
      (await world().db.pool.query('select del_flag from sys_announcement where id = $1', [one.id]))
        .rows,
    ).toEqual([{ del_flag: 1 }])
    await at.revoke(out.id)
  })

  test('leaves its marks in the data log', async () => {
    const { id } = await at.out()
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id })
    await at.revoke(id)
    const log = await world().db.pool.query<{ diff: Record<string, unknown>; actor: string }>(
      `select diff, actor from data_log where table_name = 'sys_announcement' and row_id = $1
        order by id`,
      [id],
    )
    expect(log.rows.map(({ diff }) => Object.keys(diff).includes('sendStatus'))).toEqual([
      true,
      true,
      true,
    ])
    const reads = await world().db.pool.query(
      `select actor from data_log where table_name = 'sys_announcement_send' and actor = $1`,
      [world().username('service')],
    )
    expect(reads.rowCount).toBeGreaterThan(0)
  })

  test('asks for what belongs together', async () => {
    const refused = async (more: Record<string, unknown>) =>
      (
        (await writer.post(`${AREA}/add`, { titile: 'x', ...more })).result as {
          issues?: { path: string; code: string }[]
        } | null
      )?.issues?.map(({ path, code }) => `${path} ${code}`)
    expect(await refused({ msgType: 'USER' })).toEqual(['userIds field.required'])
    expect(await refused({ msgType: 'USER', userIds: ',' })).toEqual(['userIds field.required'])
    expect(await refused({ msgType: 'USER', userIds: 'me' })).toEqual(['userIds field.ref'])
    expect(await refused({ msgType: 'USER', userIds: '999999999,' })).toEqual(['userIds field.ref'])
    expect(
      await refused({
        msgType: 'USER',
        userIds: await at.idOf(await world().elsewhere('manager')),
      }),
      'a person of another tenant',
    ).toEqual(['userIds field.ref'])
    expect(await refused({ openType: 'url' })).toEqual(['openPage field.required'])
    for (const openPage of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,x',
      'ftp://x',
      'shipment/b2c',
      '/a b',
      ' javascript:alert(1)',
      'http:evil',
    ])
      expect(await refused({ openType: 'url', openPage }), openPage).toEqual([
        'openPage notice.link',
      ])
    for (const openPage of ['../secret', 'https://x.example', 'a/b/c', 'Shipments', '{{x}}/y'])
      expect(await refused({ openType: 'component', openPage }), openPage).toEqual([
        'openPage notice.screen',
      ])
    expect(await refused({ openPage: 'javascript:1' })).toEqual(['openPage notice.link'])
    expect(await refused({ openType: 'frame', openPage: '/x' })).toEqual(['openType field.dict'])
    for (const priority of ['X', 'h', '<script>', 'H"><img src=x onerror=alert(1)>', 'L,M'])
      expect(await refused({ priority }), priority).toEqual(['priority field.dict'])
    expect(
      await refused({ startTime: '2026-05-02T00:00:00Z', endTime: '2026-05-01T00:00:00Z' }),
    ).toEqual(['endTime notice.span'])
    const stored = await at.draft({
      msgType: 'ALL',
      userIds: await userIds('manager'),
      openType: 'url',
      openPage: '/shipment/b2c?x=1#y',
    })
    expect(stored).toMatchObject({ userIds: null, openPage: '/shipment/b2c?x=1#y' })
    const over = await at.draft({ endTime: '2026-01-01T00:00:00Z' })
    expect(await at.release(over.id)).toMatchObject({ success: false, error: 'notice.over' })
  })
})

describe('chosen people', () => {
  test('get it, and no other user learns of it', async () => {
    const row = await at.out({
      titile: 'For two',
      msgType: 'USER',
      userIds: await userIds('manager', 'service', 'manager'),
    })
    expect(row.userIds).toBe(await userIds('manager', 'service'))
    expect([
      await has(manager, row.id),
      await has(service, row.id),
      await has(customer, row.id),
      await has(await world().as('otherCustomer'), row.id),
    ]).toEqual([true, true, false, false])
    for (const other of [customer, await world().as('finance'), await world().otherTenantUser()]) {
      expect((await other.get(`${AREA}/queryById`, { id: row.id })).status).toBe(404)
      expect(
        (await other.put(`${BOX}/editByAnntIdAndUserId`, { anntId: row.id, ack: true })).status,
      ).toBe(404)
      expect(JSON.stringify(await bell(other))).not.toContain('For two')
    }
    expect(
      result(await service.get(`${AREA}/queryById`, { id: row.id })),
      'nor who else has it',
    ).toMatchObject({ userIds: null })
    expect(
      result(await manager.get(`${AREA}/queryById`, { id: row.id })),
      'but for those who write them',
    ).toMatchObject({ userIds: row.userIds })
    await at.revoke(row.id)
  })

  test('who are all gone: it cannot go out', async () => {
    const user = (
      await world().db.pool.query<{ id: string }>(
        `insert into sys_user (tenant_id, username, realname, password_hash)
          values ($1, $2, 'Gone', 'x') returning id`,
        [world().tenantId, `gone-${world().tenantId}`],
      )
    ).rows[0]!.id
    const row = await at.draft({ msgType: 'USER', userIds: user })
    await world().db.pool.query('update sys_user set del_flag = 1 where id = $1', [user])
    expect(await at.release(row.id)).toMatchObject({ success: false, error: 'notice.nobody' })
  })
})

describe('the house itself', () => {
  const want = (payload: NoticeRequest) =>
    inTx(jobCtx(world().deps, world().tenantId), (tx) => tx.emit(noticeWanted, payload))
  const socketMessage = async (titile: string, count: number) =>
    until(
      async () =>
        (await box(service)).records.filter((row) => row.titile === titile).length === count,
    )

  test('can be sent to single users, once', async () => {
    const mine = await at.idOf(world().username('service'))
    const elsewhere = await at.idOf(await world().elsewhere('service'))
    await want({
      userIds: [mine, elsewhere],
      titile: 'Balance is low',
      msgContent: '<p>10 EUR</p><script>alert(1)</script>',
      priority: 'H',
      openType: 'url',
      openPage: '/account',
      busId: '12',
      key: 'low:12',
    })
    await socketMessage('Balance is low', 1)
    await want({ userIds: [mine], titile: 'Balance is low', key: 'low:12' })
    await want({ userIds: [mine], titile: 'Something else' })
    await want({ userIds: [mine], titile: 'Something else' })
    await want({
      userIds: [mine],
      titile: 'Something else',
      msgAbstract: 'but about another thing',
    })
    await want({ userIds: [mine], titile: 'The last one' })
    await socketMessage('The last one', 1)
    await socketMessage('Something else', 2)
    await socketMessage('Balance is low', 1)
    expect(await bell(service)).toMatchObject({
      anntMsgTotal: 0,
      sysMsgTotal: 4,
      sysMsgList: expect.arrayContaining([
        expect.objectContaining({
          titile: 'Balance is low',
          msgContent: '<p>10 EUR</p>',
          priority: 'H',
          msgCategory: '2',
          sender: 'system',
          openPage: '/account',
          busId: '12',
        }),
      ]),
    })
    expect((await bell(manager)).sysMsgTotal).toBe(0)
  })

  test('rings at several readers with the words that were written for them', async () => {
    const names = [world().username('service'), world().username('manager')]
    const readers = await Promise.all(names.map((name) => at.idOf(name)))
    const other = { lang: 'zh_CN', titile: '两位读者' } as const
    await want({ userIds: readers, titile: 'Two readers', other, key: 'two-readers' })
    await socketMessage('Two readers', 1)
    const { records } = await box(service)
    const noticeId = records.find(({ titile }) => titile === 'Two readers')!.anntId
    const titleFor = (userIds: string[]) =>
      noticeTitles(world().deps)({ kind: 'notice', tenantId: world().tenantId, userIds, noticeId })
    expect(await titleFor(readers)).toBe('Two readers')
  })
})
