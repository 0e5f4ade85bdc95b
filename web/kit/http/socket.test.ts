import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS, openSocket, RECONNECT_MS, type SocketMessage } from './socket.ts'

/** A socket controlled by the test. */
class Made extends EventTarget {
  static readonly OPEN = 1
  static all: Made[] = []
  readyState = 0
  sent: string[] = []
  closes = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Made.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closes++
    this.readyState = 3
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  ends(code = 1006) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  fails() {
    this.dispatchEvent(new Event('error'))
  }
}

let up: boolean[]
let listener: SocketMessage[]
let gone: number
let socket: { close(): void }
const last = () => Made.all.at(-1) ?? expect.fail('no socket')
const wait = (ms: number) => vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Made)
  Made.all = []
  up = []
  listener = []
  gone = 0
  socket = openSocket('42', {
    onMessage: (message) => listener.push(message),
    onUp: (now) => up.push(now),
    onGone: () => {
      gone++
    },
  })
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the socket', () => {
  it('is at our own origin under the person’s id', () => {
    expect(last().url).toBe(`${window.location.origin.replace('http', 'ws')}/websocket/42`)
  })

  it('passes on topic and user messages only, and trusts none', () => {
    last().opens()
    last().says('{"cmd":"topic","msgId":"7","msgTxt":"Hello"}')
    last().says('{"cmd":"user","userId":"42","msgId":8}')
    for (const odd of [
      '{"cmd":"heartcheck","msgTxt":"心跳响应"}',
      '{"cmd":"email"}',
      '({cmd:"topic"})',
      'alert(1)',
      '',
      'null',
      '[]',
      '"topic"',
      new ArrayBuffer(2),
    ])
      last().says(odd)
    expect(listener).toEqual([
      { cmd: 'topic', msgId: '7', msgTxt: 'Hello' },
      { cmd: 'user', msgId: '', msgTxt: '' },
    ])
  })

  it('is opened again five seconds after its end, once, however the end is reported', () => {
    last().opens()
    last().fails()
    last().ends()
    last().fails()
    expect(up).toEqual([true, false])
    wait(RECONNECT_MS - 1)
    expect(Made.all).toHaveLength(1)
    wait(1)
    expect(Made.all).toHaveLength(2)
    Made.all[0]!.ends()
    wait(RECONNECT_MS * 2)
    expect(Made.all, 'a late word of the old one').toHaveLength(2)
    for (let turn = 3; turn < 8; turn++) {
      last().fails()
      wait(RECONNECT_MS)
      expect(Made.all).toHaveLength(turn)
    }
    last().opens()
    expect(up.at(-1)).toBe(true)
  })

  it('sends a heartbeat every twenty seconds and gives up a line that answers none', () => {
    last().opens()
    wait(HEARTBEAT_MS)
    expect(last().sent).toEqual(['HeartBeat'])
    last().says('{"cmd":"heartcheck"}')
    wait(HEARTBEAT_MS)
    expect(last().sent).toHaveLength(2)
    wait(HEARTBEAT_MS)
    expect(Made.all[0]!.closes).toBe(1)
    expect(up).toEqual([true, false])
    wait(RECONNECT_MS)
    expect(Made.all).toHaveLength(2)
  })

  it('reports when the session is gone', () => {
    last().opens()
    last().ends(4401)
    expect(gone).toBe(1)
  })

  it('stops permanently when it is closed', () => {
    last().opens()
    socket.close()
    expect(last().closes).toBe(1)
    last().ends(4401)
    last().says('{"cmd":"topic"}')
    wait(RECONNECT_MS + HEARTBEAT_MS)
    expect([Made.all.length, listener.length, gone, last().sent.length]).toEqual([1, 0, 0, 0])
  })

  it('stops also while it waits to be opened again', () => {
    last().fails()
    socket.close()
    wait(RECONNECT_MS)
    expect(Made.all).toHaveLength(1)
  })
})
