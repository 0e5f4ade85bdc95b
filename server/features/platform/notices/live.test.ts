import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { openLine, signIn, until, type Browser, type Line } from '#test/sockets.ts'
import { AREA, bell, BOX, noticeAdmin } from './notices.fixture.ts'

/** Two processes on one database: what is released at one rings at the other. */
let here: World
let there: World
let writer: Client
let at: ReturnType<typeof noticeAdmin>
let service: Browser
let finance: Browser
let stranger: Browser
const lines: Line[] = []
beforeAll(async () => {
  here = await openWorld()
  there = await openWorld()
  writer = await here.as('tenantAdmin')
  at = noticeAdmin(here, writer)
  service = await signIn(here, here.username('service'))
  finance = await signIn(here, here.username('finance'))
  stranger = await signIn(here, there.username('service'))
})
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})
afterAll(async () => {
  await here.close()
  await there.close()
})
const listen = async (world: World, browser: Browser) => {
  const line = await openLine(world, browser)
  lines.push(line)
  return line
}
/** What a line had heard when something sent afterwards has arrived. */
const quiet = async (line: Line, browser: Browser) => {
  const before = line.received.length
  await browser.client.get(`${AREA}/syncNotic`)
  await until(() => line.received.length > before)
  return line.received.slice(0, -1)
}

describe('a release', () => {
  test('to all users rings every bell of the tenant, at every process, with its title', async () => {
    const [near, far, foreign] = [
      await listen(here, service),
      await listen(there, finance),
      await listen(there, stranger),
    ]
    const { id, titile } = await at.out({ titile: 'Closed on Monday' })
    for (const line of [near, far])
      expect(await line.waitFor(({ msgId }) => msgId === id)).toEqual({
        cmd: 'topic',
        msgId: id,
        msgTxt: titile,
      })
    expect(await quiet(foreign, stranger)).toEqual([])
    await at.revoke(id)
    await until(() => near.received.filter(({ msgId }) => msgId === id).length === 2)
    expect(near.received.at(-1), 'taken back: the bell, not the words').toEqual({
      cmd: 'topic',
      msgId: id,
      msgTxt: '',
    })
  })

  test('to chosen people rings theirs alone', async () => {
    const [chosen, other] = [await listen(there, service), await listen(here, finance)]
    const { id } = await at.out({
      titile: 'For your eyes',
      msgType: 'USER',
      userIds: service.userId,
    })
    expect(await chosen.waitFor(({ msgId }) => msgId === id)).toEqual({
      cmd: 'user',
      userId: service.userId,
      msgId: id,
      msgTxt: 'For your eyes',
    })
    // Another user naming it learns nothing, not even its title.
    await finance.client.get(`${AREA}/syncNotic`, { anntId: id })
    await other.waitFor(() => true)
    expect(JSON.stringify(await quiet(other, finance))).not.toContain('For your eyes')
    expect(other.received.every(({ msgId }) => msgId === '')).toBe(true)
    // One who releases announcements rings again, for the same people.
    await writer.get(`${AREA}/syncNotic`, { anntId: id })
    await until(() => chosen.received.filter(({ msgId }) => msgId === id).length === 2)
    expect(other.received.some(({ msgId }) => msgId === id)).toBe(false)
    await at.revoke(id)
  })

  test('to more people than the line can name rings without words where it rings too far', async () => {
    // Ids as long as a large house has them.
    const crowd = await here.db.pool.query<{ id: string }>(
      `insert into sys_user (id, tenant_id, username, realname, password_hash)
      select $1::bigint * 1000000000 + n, $1, 'crowd-' || $2 || '-' || n, 'Crowd', 'x'
      from generate_series(1, 990) n returning id`,
      [here.tenantId, here.tenantId],
    )
    const ids = [...crowd.rows.map(({ id }) => id), service.userId]
    const [chosen, other] = [await listen(there, service), await listen(here, finance)]
    const { id } = await at.out({
      titile: 'For the crowd',
      msgType: 'USER',
      userIds: ids.join(','),
    })
    for (const line of [chosen, other])
      expect(await line.waitFor(({ msgId }) => msgId === id)).toEqual({
        cmd: 'topic',
        msgId: id,
        msgTxt: '',
      })
    expect([
      (await bell(service.client)).anntMsgTotal,
      (await bell(finance.client)).anntMsgTotal,
    ]).toEqual([1, 0])
    await at.revoke(id)
  })

  test('ahead of its time rings at its time', async () => {
    const line = await listen(there, service)
    const { id } = await at.out({
      titile: 'Soon',
      startTime: new Date(Date.now() + 1_500).toISOString(),
    })
    expect((await bell(service.client)).anntMsgList.map((row) => row.id)).not.toContain(id)
    // What was revoked before may still ring.
    expect((await quiet(line, service)).map(({ msgId }) => msgId)).not.toContain(id)
    expect(await line.waitFor(({ msgId }) => msgId === id)).toMatchObject({ msgTxt: 'Soon' })
    expect((await bell(service.client)).anntMsgList.map((row) => row.id)).toContain(id)
    await at.revoke(id)
  })
})

test('what one window reads, the person’s other windows know', async () => {
  const { id } = await at.out({})
  const [own, other] = [await listen(there, service), await listen(there, finance)]
  await service.client.put(`${BOX}/editByAnntIdAndUserId`, { anntId: id })
  expect(await own.waitFor(({ cmd }) => cmd === 'user')).toEqual({
    cmd: 'user',
    userId: service.userId,
    msgId: '',
    msgTxt: '',
  })
  expect(await quiet(other, finance)).toEqual([])
  await at.revoke(id)
})
