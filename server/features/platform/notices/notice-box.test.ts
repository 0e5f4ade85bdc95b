import { describe, expect, test } from 'vitest'
import type { Client } from '#test/harness.ts'
import { AREA, bell, box, BOX, result } from './notices.fixture.ts'
import {
  world,
  writer,
  service,
  customer,
  at,
  userIds,
  has,
  prepareNoticePeople,
} from './notice-people.fixture.ts'

prepareNoticePeople()

describe('the caller’s own box', () => {
  test('has the unread first, then the newest, and narrows', async () => {
    const [a, b, c] = [
      await at.out({ titile: 'Alpha strike', priority: 'L' }),
      await at.out({ titile: 'Beta', priority: 'H' }),
      await at.out({ titile: 'Gamma', msgCategory: '2' }),
    ]
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: c.id })
    const ids = async (query: Record<string, unknown> = {}) =>
      (await box(service, query)).records
        .map(({ anntId }) => anntId)
        .filter((id) => [a.id, b.id, c.id].includes(id))
    expect(await ids()).toEqual([b.id, a.id, c.id])
    expect(await ids({ titile: '*pha*' })).toEqual([a.id])
    expect(await ids({ priority_MultiString: 'H,L' })).toEqual([b.id, a.id])
    expect(await ids({ msgCategory: '2' })).toEqual([c.id])
    expect(await ids({ readFlag: '0' })).toEqual([b.id, a.id])
    expect(await ids({ sender: `*${world().username('tenantAdmin')}*`, pageSize: 2 })).toEqual([
      b.id,
      a.id,
    ])
    expect((await box(service, { pageSize: 1, pageNo: 2 })).records).toHaveLength(1)
    expect(await bell(service)).toMatchObject({ anntMsgTotal: 2, sysMsgTotal: 0 })
    const receipt = (await box(service)).records.find(({ anntId }) => anntId === a.id)!
    const put = await service.delete(`${BOX}/deleteBatch`, { ids: receipt.id })
    expect(put.result).toMatchObject({ done: 1 })
    expect(await ids()).toEqual([b.id, c.id])
    expect(
      (await customer.delete(`${BOX}/deleteBatch`, { ids: (await box(service)).records[0]!.id }))
        .result,
      'another’s receipt',
    ).toMatchObject({ done: 0, failed: 1, rows: [{ code: 'row.missing' }] })
    expect(await service.put(`${BOX}/readAll`)).toMatchObject({
      success: true,
      message: 'All read.',
    })
    expect(await bell(service)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    expect((await bell(customer)).anntMsgTotal, 'others’ boxes are theirs').toBe(2)
    for (const { id } of [a, b, c]) await at.revoke(id)
  })

  test('is not narrowed by who published, of a customer: accounts of staff cannot be guessed', async () => {
    const { id } = await at.out()
    const account = world().username('tenantAdmin')
    const guesses = [
      { sender: `${account.slice(0, 3)}*` },
      { sender_MultiString: account },
      {
        superQueryParams: JSON.stringify([
          { field: 'sender', rule: 'like', val: account.slice(0, 3), type: 'text' },
        ]),
      },
      { column: 'sender', order: 'asc' },
    ]
    for (const guess of guesses)
      expect(await customer.get(`${BOX}/getMyAnnouncementSend`, guess)).toMatchObject({
        success: false,
        result: {
          issues: [
            {
              path: Object.keys(guess)[0] === 'superQueryParams' ? 'sender' : Object.keys(guess)[0],
            },
          ],
        },
      })
    expect((await box(customer)).records.map(({ anntId }) => anntId)).toContain(id)
    await at.revoke(id)
  })

  test('shows five and counts all', async () => {
    const rows = await Promise.all(Array.from({ length: 7 }, () => at.out()))
    const { anntMsgList, anntMsgTotal } = await bell(service)
    expect([anntMsgList.length, anntMsgTotal]).toEqual([5, 7])
    for (const { id } of rows) await at.revoke(id)
  })

  test('has what is pinned above all else, also once it is out, until its end', async () => {
    const first = await at.out({ pinned: true })
    const rows = await Promise.all(Array.from({ length: 6 }, () => at.out()))
    const heads = async () => [
      (await bell(service)).anntMsgList[0]!.id,
      (await box(service)).records[0]!.anntId,
    ]
    expect(await heads()).toEqual([first.id, first.id])
    expect((await box(service)).records[0]).toMatchObject({ pinned: true })
    const pin = (by: Client, id: string, pinned: unknown) =>
      by.put('/sys/annountCement/pin', { id, pinned })
    const admin = await world().as('tenantAdmin')
    expect((await pin(admin, first.id, false)).success).toBe(true)
    expect((await pin(admin, rows[2]!.id, true)).success).toBe(true)
    expect(await heads()).toEqual([rows[2]!.id, rows[2]!.id])
    expect((await pin(service, rows[1]!.id, true)).status, 'for those who write').toBe(403)
    const stranger = await world().otherTenantUser()
    expect((await pin(stranger, rows[1]!.id, true)).success, 'of another tenant').toBe(false)
    expect((await pin(admin, rows[1]!.id, 'x'.repeat(20_000))).code).toBe(400)
    await world().db.pool.query(
      `update sys_announcement set end_time = now() - interval '1 minute',
        start_time = now() - interval '1 day' where id = $1`,
      [rows[2]!.id],
    )
    expect((await box(service)).records[0]!.pinned, 'over').toBe(false)
    for (const { id } of [first, ...rows]) await at.revoke(id)
  })

  test('keeps what must be acknowledged until it is', async () => {
    const { id } = await at.out({ mustAck: true })
    const receipt = (await box(service)).records[0]!
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id })
    await service.put(`${BOX}/readAll`)
    expect((await bell(service)).anntMsgTotal).toBe(1)
    expect((await service.delete(`${BOX}/deleteBatch`, { ids: receipt.id })).result).toMatchObject({
      failed: 1,
      rows: [{ code: 'notice.notAcknowledged' }],
    })
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id, ack: true })
    expect((await bell(service)).anntMsgTotal).toBe(0)
    expect((await box(service)).records[0]).toMatchObject({
      readFlag: '1',
      ackTime: expect.stringMatching(/Z$/),
    })
    await at.revoke(id)
  })

  test('gets nothing that was over before its owner came, nor what has not begun', async () => {
    const old = await at.out()
    await world().db.pool.query(
      `update sys_announcement set end_time = now() - interval '1 year', start_time = null
        where id = $1`,
      [old.id],
    )
    const early = await at.out({ startTime: new Date(Date.now() + 3_600_000).toISOString() })
    const over = await at.out({ endTime: new Date(Date.now() + 3_600_000).toISOString() })
    expect([
      await has(customer, old.id),
      await has(customer, early.id),
      await has(customer, over.id),
    ]).toEqual([false, false, true])
    expect((await customer.get(`${AREA}/queryById`, { id: early.id })).status).toBe(404)
    await world().db.pool.query(
      `update sys_announcement set end_time = now() - interval '1 second' where id = $1`,
      [over.id],
    )
    expect((await bell(customer)).anntMsgTotal, 'over: no bell, but still to be read up').toBe(0)
    expect(await has(customer, over.id)).toBe(true)
    for (const { id } of [old, early, over]) await at.revoke(id)
  })
})

describe('who has read it', () => {
  test('is counted, and listed one by one', async () => {
    const { id } = await at.out({
      msgType: 'USER',
      userIds: await userIds('manager', 'service', 'customer'),
      mustAck: true,
    })
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id, ack: true })
    await customer.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id })
    expect(result(await writer.get(`${AREA}/readCounts`, { ids: id }))).toEqual({
      [id]: { read: 2, acknowledged: 1, total: 3 },
    })
    const readers = result<{
      records: { realname: string; readFlag: string; ackTime: string | null }[]
    }>(await writer.get(`${AREA}/readers`, { id }))
    expect(
      readers.records.map(({ realname, readFlag, ackTime }) => [
        realname,
        readFlag,
        ackTime !== null,
      ]),
    ).toEqual([
      ['manager', '0', false],
      ['customer', '1', false],
      ['service', '1', true],
    ])
    const all = await at.out()
    await service.put(`${BOX}/editByAnntIdAndUserId`, { anntId: all.id })
    const users = Number(
      (
        await world().db.pool.query(
          'select count(*) as n from sys_user where tenant_id = $1 and status = 1 and del_flag = 0',
          [world().tenantId],
        )
      ).rows[0]!.n,
    )
    expect(result(await writer.get(`${AREA}/readCounts`, { ids: `${all.id},` }))).toEqual({
      [all.id]: { read: 1, acknowledged: 0, total: users },
    })
    expect(
      result(
        await (
          await world().otherTenantUser()
        ).get(`${AREA}/readCounts`, { ids: `${id},${all.id}` }),
      ),
    ).toEqual({})
    expect(
      result(await (await world().otherTenantUser()).get(`${AREA}/readers`, { id })),
    ).toMatchObject({
      records: [],
      total: 0,
    })
    for (const one of [id, all.id]) await at.revoke(one)
  })
})

describe('the calls that change something by GET', () => {
  test('need the header and a page of ours; their POST twins do the same', async () => {
    const row = await at.draft()
    for (const verb of ['doReleaseData', 'doReovkeData']) {
      for (const site of ['cross-site', 'same-site', 'none', 'x'])
        expect(
          (
            await writer.raw('GET', `${AREA}/${verb}`, {
              query: { id: row.id },
              headers: { 'sec-fetch-site': site },
            })
          ).status,
          `${verb} ${site}`,
        ).toBe(403)
      expect(
        (
          await fetch(`${world().base}${AREA}/${verb}?id=${row.id}`, {
            headers: { cookie: `X-Access-Token=${writer.token}` },
          })
        ).status,
      ).toBe(401)
      expect(
        (await fetch(`${world().base}${AREA}/${verb}?id=${row.id}&token=${writer.token}`)).status,
      ).toBe(401)
      expect((await service.get(`${AREA}/${verb}`, { id: row.id })).status).toBe(403)
      expect(
        (await (await world().otherTenantUser()).get(`${AREA}/${verb}`, { id: row.id })).status,
      ).toBe(404)
    }
    expect(
      (
        await writer.raw('POST', `${AREA}/doReleaseData`, {
          body: { id: row.id },
          headers: { 'sec-fetch-site': 'same-origin' },
        })
      ).success,
    ).toBe(true)
    expect(
      (await writer.raw('POST', `${AREA}/doReovkeData`, { body: { id: row.id } })).success,
    ).toBe(true)
  })
})
