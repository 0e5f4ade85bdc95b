import { EventEmitter } from 'node:events'
import type { WebSocket } from '@fastify/websocket'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bus, BusEvent } from './bus-listener.ts'
import { GONE, LIMITS, Sockets, TOO_MANY, type SocketSession } from './sockets.ts'

/** A socket that only notes what happens to it. */
class Mute extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  pings = 0
  received: string[] = []
  ended: number | 'cut' | null = null
  ping() {
    this.pings++
  }
  send(text: string) {
    this.received.push(text)
  }
  close(code: number) {
    this.#end(code)
  }
  terminate() {
    this.#end('cut')
  }
  #end(how: number | 'cut') {
    this.ended = how
    this.readyState = 3
    this.emit('close')
  }
}

let alive: Set<string>
let broken = false
let notify: (received: BusEvent) => void = () => {}
let sockets: Sockets
const bus: Bus = {
  subscribe: (handler) => {
    notify = handler
    return () => {
      notify = () => {}
    }
  },
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}
const session = (key: string, userId = key): SocketSession => ({ key, userId, tenantIds: ['1'] })
const hold = (key: string, ip = '10.0.0.1', userId = key) => {
  const socket = new Mute()
  alive.add(key)
  sockets.hold(socket as unknown as WebSocket, session(key, userId), ip)
  return socket
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  alive = new Set()
  broken = false
  sockets = new Sockets({
    bus,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    titleOf: () => Promise.resolve('A title'),
    alive: (keys) =>
      broken
        ? Promise.reject(new Error('no database'))
        : Promise.resolve(keys.filter((key) => alive.has(key)).map((key) => session(key))),
  })
})
afterEach(() => {
  sockets.close()
  vi.useRealTimers()
})

describe('as time goes by', () => {
  test('a socket that answers no ping is cut after two, one that answers stays', async () => {
    const [deaf, good] = [hold('1'), hold('2')]
    for (let turn = 0; turn < 6; turn++) {
      await wait(LIMITS.pingMs)
      good.emit('pong')
    }
    expect([deaf.ended, deaf.pings]).toEqual(['cut', LIMITS.misses])
    expect([good.ended, good.pings]).toEqual([null, 6])
    expect(sockets.size).toBe(1)
  })

  test('a session that ended without notice is noticed within a minute', async () => {
    const [gone, stays] = [hold('1'), hold('2')]
    await wait(0)
    alive.delete('1')
    for (let turn = 0; turn < LIMITS.recheckMs / LIMITS.pingMs; turn++) {
      for (const one of [gone, stays]) one.emit('pong')
      await wait(LIMITS.pingMs)
    }
    expect([gone.ended, stays.ended]).toEqual([GONE, null])
  })

  test('a database that cannot be asked ends no socket, nor does another person’s session keep one open', async () => {
    const socket = hold('1')
    const odd = hold('2', '10.0.0.1', 'somebody else')
    await wait(0)
    expect(odd.ended).toBe(GONE)
    broken = true
    notify({ kind: 'authz', tenantId: '1', userIds: null })
    await wait(0)
    expect(socket.ended).toBeNull()
  })

  test('nothing arrives after the end', async () => {
    const socket = hold('1')
    await wait(0)
    notify({ kind: 'notice', tenantId: '1', userIds: null, noticeId: '5' })
    await wait(0)
    expect(socket.received).toEqual([
      JSON.stringify({ cmd: 'topic', msgId: '5', msgTxt: 'A title' }),
    ])
    sockets.close()
    notify({ kind: 'notice', tenantId: '1', userIds: null, noticeId: '6' })
    await wait(0)
    expect(socket.received).toHaveLength(1)
  })
})

describe('there are at most', () => {
  test('twenty for one address', () => {
    for (let n = 0; n < LIMITS.perAddress; n++) expect(hold(String(n), '10.0.0.9').ended).toBeNull()
    expect(hold('more', '10.0.0.9').ended).toBe(TOO_MANY)
    expect(hold('elsewhere', '10.0.0.8').ended).toBeNull()
  })
  test('five thousand in all', () => {
    for (let n = 0; n < LIMITS.all; n++) hold(String(n), `10.0.${n >> 8}.${n & 255}`)
    expect(sockets.size).toBe(LIMITS.all)
    expect(hold('more', '10.1.0.0').ended).toBe(TOO_MANY)
  })
})
