import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '#test/harness.ts'
import {
  handshake,
  openLine,
  signIn,
  until,
  useNodes,
  type Browser,
  type Line,
} from '#test/sockets.ts'
import { broadcast, type BusMessage } from './bus.ts'
import { jobCtx } from '../jobs/jobs.ts'
import { GONE, LIMITS, TOO_MANY } from './sockets.ts'

const { here, there, listen: open } = useNodes()
let manager: Browser
let service: Browser
let foreign: Browser

beforeAll(async () => {
  manager = await signIn(here(), here().username('manager'))
  service = await signIn(here(), here().username('service'))
  foreign = await signIn(here(), there().username('manager'))
})
const notify = (message: BusMessage) => broadcast(jobCtx(here().deps, here().tenantId), message)

describe('a handshake', () => {
  const at = ({ userId, cookie }: Browser, more: Record<string, string> = {}) =>
    handshake(here().origin, `/websocket/${userId}`, { cookie, origin: here().origin, ...more })

  test('is the cookie’s own user’s, from a page of ours', async () => {
    expect(await at(manager)).toBe(101)
  })
  test('without a cookie, with a dead one or with two belongs to no user', async () => {
    const path = `/websocket/${manager.userId}`
    for (const cookie of [
      undefined,
      '',
      'other=1',
      `parcelyard_socket=${'A'.repeat(43)}`,
      `parcelyard_socket=${manager.client.token}`,
      'parcelyard_socket=',
      `${manager.cookie}; ${service.cookie}`,
      `${manager.cookie}x`,
    ]) {
      expect(
        await handshake(here().origin, path, {
          origin: here().origin,
          ...(cookie === undefined ? {} : { cookie }),
        }),
        cookie,
      ).toBe(401)
    }
    expect(
      await handshake(here().origin, path, {
        origin: here().origin,
        'x-access-token': manager.client.token!,
      }),
      'the token opens no socket',
    ).toBe(401)
  })
  test('in another’s name is refused', async () => {
    for (const userId of [service.userId, foreign.userId, '0', '999999999', `0${manager.userId}`])
      expect(await at({ ...manager, userId }), userId).toBe(403)
  })
  test('from another page is refused', async () => {
    for (const origin of [
      'https://evil.example',
      'http://127.0.0.1',
      'http://127.0.0.1:1',
      `${here().origin}.evil.example`,
      'null',
      '',
      `http://evil.example#${new URL(here().origin).host}`,
      `http://${new URL(here().origin).host}@evil.example`,
    ])
      expect(await at(manager, { origin }), origin).toBe(403)
    expect(
      await handshake(here().origin, `/websocket/${manager.userId}`, { cookie: manager.cookie }),
    ).toBe(403)
  })
  test('elsewhere, and one that is none, is an ordinary request', async () => {
    for (const path of [
      '/websocket',
      '/websocket/',
      '/websocket/1/2',
      '/websocket/x',
      '/websocket/%31',
      '/Websocket/1',
    ])
      expect([200, 400, 404], path).toContain(
        await handshake(here().origin, path, { cookie: manager.cookie, origin: here().origin }),
      )
    expect(
      await handshake(here().origin, '/boot/erp/depot/list', {
        cookie: manager.cookie,
        origin: here().origin,
      }),
    ).toBe(401)
    expect(await handshake(here().origin, '/boot/health/live', { upgrade: 'h2c' })).toBe(200)
    const plain = await fetch(`${here().origin}/websocket/${manager.userId}`, {
      headers: { cookie: manager.cookie },
    })
    expect(plain.status).toBe(404)
  })
})

describe('an open socket', () => {
  test('answers a heartbeat', async () => {
    const line = await open(here(), manager)
    line.socket.send('HeartBeat')
    expect(await line.waitFor(() => true)).toEqual({
      cmd: 'heartcheck',
      msgId: '',
      msgTxt: '心跳响应',
    })
  })
  test('ends when it sends too much, too often, or in bytes', async () => {
    const long = await open(here(), manager)
    long.socket.send('x'.repeat(LIMITS.frameBytes + 1))
    expect(await long.ended()).toBe(1009)
    const often = await open(here(), manager)
    for (let turn = 0; turn < LIMITS.perSecond * 3; turn++) often.socket.send('HeartBeat')
    expect(await often.ended()).toBe(1008)
    const bytes = await open(here(), manager)
    bytes.socket.send(new Uint8Array([1, 2, 3]))
    expect(await bytes.ended()).toBe(1003)
  })
  test('is one of five a person may have', async () => {
    const received: Line[] = []
    for (let turn = 0; turn < LIMITS.perUser; turn++) received.push(await open(here(), manager))
    const more = await open(here(), manager)
    expect(await more.ended()).toBe(TOO_MANY)
    expect((await open(here(), service)).closed).toBeNull()
    expect(received.map(({ closed }) => closed)).toEqual(received.map(() => null))
  })
  test('ends when the process does, and keeps it from nothing', async () => {
    const short = await openWorld()
    const line = await openLine(short, await signIn(short, short.username('manager')))
    // A peer that never answers a goodbye.
    const { hostname, port } = new URL(short.origin)
    const mute = await signIn(short, short.username('service'))
    const raw = connect(Number(port), hostname)
    raw.on('error', () => {})
    raw.write(
      `GET /websocket/${mute.userId} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${short.origin}\r\nCookie: ${mute.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`,
    )
    await new Promise((resolve) => raw.once('data', resolve))
    await short.close()
    expect(await line.ended()).toBe(1012)
    raw.destroy()
  })
})

describe('news', () => {
  test('reach their users, at every process, and no others', async () => {
    const [own, other, far, stranger] = [
      await open(here(), manager),
      await open(here(), service),
      await open(there(), manager),
      await open(there(), foreign),
    ]
    await notify({
      kind: 'notice',
      tenantId: here().tenantId,
      userIds: [manager.userId],
      noticeId: '77',
    })
    for (const line of [own, far])
      expect(await line.waitFor(({ msgId }) => msgId === '77')).toEqual({
        cmd: 'user',
        userId: manager.userId,
        msgId: '77',
        msgTxt: '',
      })
    await notify({ kind: 'notice', tenantId: here().tenantId, userIds: null, noticeId: '78' })
    for (const line of [own, other, far])
      expect(await line.waitFor(({ msgId }) => msgId === '78')).toEqual({
        cmd: 'topic',
        msgId: '78',
        msgTxt: '',
      })
    expect(other.received.map(({ msgId }) => msgId)).toEqual(['78'])
    // A person of another tenant is not reached by naming them either.
    await notify({
      kind: 'notice',
      tenantId: here().tenantId,
      userIds: [foreign.userId],
      noticeId: '79',
    })
    await notify({ kind: 'notice', tenantId: there().tenantId, userIds: null, noticeId: '80' })
    await stranger.waitFor(({ msgId }) => msgId === '80')
    expect(stranger.received.map(({ msgId }) => msgId)).toEqual(['80'])
    expect(own.received.map(({ msgId }) => msgId)).toEqual(['77', '78'])
  })

  test('of changed words reach all pages of the tenant, at every process; of the platform’s, all pages', async () => {
    const [own, other, far, stranger] = [
      await open(here(), manager),
      await open(here(), service),
      await open(there(), manager),
      await open(there(), foreign),
    ]
    const words = { cmd: 'dict', msgId: '', msgTxt: '' }
    await notify({ kind: 'dict', tenantId: here().tenantId, userIds: null })
    for (const line of [own, other, far])
      expect(await line.waitFor(({ cmd }) => cmd === 'dict')).toEqual(words)
    await notify({ kind: 'dict', tenantId: here().tenantId, userIds: [manager.userId] })
    await until(() => own.received.length === 2)
    await notify({ kind: 'dict', tenantId: '0', userIds: null })
    expect(await stranger.waitFor(() => true)).toEqual(words)
    await until(
      () => own.received.length === 3 && far.received.length === 3 && other.received.length === 2,
    )
    expect(stranger.received).toHaveLength(1)
  })

  test('of signing out end the sockets of that session, at every process, and no other', async () => {
    const leaving = await signIn(here(), here().username('manager'))
    const [near, far, staying] = [
      await open(here(), leaving),
      await open(there(), leaving),
      await open(there(), manager),
    ]
    await leaving.client.post('/sys/logout')
    expect([await near.ended(), await far.ended()]).toEqual([GONE, GONE])
    expect(
      await handshake(here().origin, `/websocket/${leaving.userId}`, {
        cookie: leaving.cookie,
        origin: here().origin,
      }),
    ).toBe(401)
    expect(staying.closed).toBeNull()
  })

  test('of a freeze end all sockets of that person', async () => {
    const frozen = await signIn(here(), here().username('finance'))
    const [near, far] = [await open(here(), frozen), await open(there(), frozen)]
    await here().db.pool.query('update sys_user set status = 2 where id = $1', [frozen.userId])
    await notify({
      kind: 'authz',
      tenantId: here().tenantId,
      userIds: [frozen.userId],
      ended: true,
    })
    expect([await near.ended(), await far.ended()]).toEqual([GONE, GONE])
  })

  test('of other rights leave it open; a tenant the user may no longer enter sends no more', async () => {
    await here().db.pool.query('insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)', [
      service.userId,
      there().tenantId,
    ])
    const line = await open(here(), service)
    await notify({ kind: 'notice', tenantId: there().tenantId, userIds: null, noticeId: '81' })
    await line.waitFor(({ msgId }) => msgId === '81')
    await here().db.pool.query(
      'delete from sys_user_tenant where user_id = $1 and tenant_id = $2',
      [service.userId, there().tenantId],
    )
    await notify({ kind: 'authz', tenantId: here().tenantId, userIds: [service.userId] })
    // The sessions are asked about on the way; what is sent after that answer no longer reaches it.
    let reported = 82
    await until(async () => {
      await notify({
        kind: 'notice',
        tenantId: there().tenantId,
        userIds: null,
        noticeId: String(reported),
      })
      await notify({
        kind: 'notice',
        tenantId: here().tenantId,
        userIds: null,
        noticeId: `h${reported}`,
      })
      await line.waitFor(({ msgId }) => msgId === `h${reported}`)
      return !line.received.some(({ msgId }) => msgId === String(reported++))
    })
    expect(line.closed).toBeNull()
  })

  test('of a company that is closed end the sockets of its people', async () => {
    const line = await open(here(), await signIn(here(), here().username('sales')))
    const state = (status: number) =>
      here().db.pool.query('update tenant set status = $1 where id = $2', [status, here().tenantId])
    try {
      await state(0)
      await notify({ kind: 'authz', tenantId: here().tenantId, userIds: null })
      expect(await line.ended()).toBe(GONE)
    } finally {
      await state(1)
    }
  })

  test('missed while the line to the database was broken are made up for', async () => {
    const line = await open(there(), manager)
    await here().db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parcelyard-bus' and datname = current_database()`,
    )
    await line.waitFor(({ cmd, msgId }) => cmd === 'topic' && msgId === '')
    await line.waitFor(({ cmd }) => cmd === 'dict')
    expect(line.closed).toBeNull()
  })
})
