import type { WebSocket } from '@fastify/websocket'
import type { News } from './bus.ts'
import type { Bus, Heard } from './bus-listener.ts'
import type { Log } from '../access/ctx.ts'

/** A session as a socket needs it; `key` names it and is no secret that opens anything. */
export interface SocketSession {
  key: string
  userId: string
  tenantIds: string[]
}
export type NoticeNews = Extract<News, { kind: 'notice' }>

/** What goes down the wire (wire.md §8.2): ids and a title, everything else is asked for over HTTP. `dict`, ours alone: words of dictionaries are others now. */
export interface SocketMessage {
  cmd: 'topic' | 'user' | 'heartcheck' | 'dict'
  msgId: string
  msgTxt: string
  userId?: string
}

export interface SocketDeps {
  bus: Bus
  log: Log
  /** The sessions among `keys` that are still good. */
  alive(keys: readonly string[]): Promise<SocketSession[]>
  /** The title of a piece of news, where everybody it goes to may read it; else an empty text. */
  titleOf(news: NoticeNews): Promise<string>
}

/** security.md §6.8. */
export const LIMITS = {
  perUser: 5,
  perAddress: 20,
  all: 5_000,
  frameBytes: 4_096,
  perSecond: 10,
  pingMs: 20_000,
  misses: 2,
  recheckMs: 60_000,
} as const
/** Close codes of ours: the session is gone; too many sockets. */
export const GONE = 4401
export const TOO_MANY = 4429
const WORDS: SocketMessage = { cmd: 'dict', msgId: '', msgTxt: '' }
const ANSWER = JSON.stringify({
  cmd: 'heartcheck',
  msgId: '',
  msgTxt: '心跳响应',
} satisfies SocketMessage)

interface Held {
  socket: WebSocket
  session: SocketSession
  ip: string
  missed: number
  second: number
  messages: number
}

/** The open sockets of this process: who may have one, what they hear, and when they end. */
export class Sockets {
  readonly #held = new Set<Held>()
  readonly #deps: SocketDeps
  readonly #timers: NodeJS.Timeout[]
  readonly #off: () => void

  constructor(deps: SocketDeps) {
    this.#deps = deps
    this.#off = deps.bus.onNews((heard) => void this.#hear(heard))
    this.#timers = [
      setInterval(() => this.#ping(), LIMITS.pingMs),
      setInterval(() => void this.#recheck([...this.#held]), LIMITS.recheckMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  get size(): number {
    return this.#held.size
  }

  /** Takes a socket in; one too many is closed at once. */
  hold(socket: WebSocket, session: SocketSession, ip: string): void {
    const count = (same: (one: Held) => boolean) => [...this.#held].filter(same).length
    if (
      this.#held.size >= LIMITS.all ||
      count((one) => one.session.userId === session.userId) >= LIMITS.perUser ||
      count((one) => one.ip === ip) >= LIMITS.perAddress
    )
      return socket.close(TOO_MANY, 'too many sockets')
    const held: Held = { socket, session, ip, missed: 0, second: 0, messages: 0 }
    this.#held.add(held)
    socket.on('close', () => this.#held.delete(held))
    socket.on('pong', () => {
      held.missed = 0
    })
    socket.on('message', (_data, binary) => this.#answer(held, binary))
    // What ended between the handshake and now has told nobody here.
    void this.#recheck([held])
  }

  close(): void {
    this.#off()
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Whatever a client says is a sign of life and is answered as one. */
  #answer(held: Held, binary: boolean): void {
    if (binary) return held.socket.close(1003, 'text only')
    const second = Math.floor(performance.now() / 1_000)
    held.messages = held.second === second ? held.messages + 1 : 1
    held.second = second
    if (held.messages > LIMITS.perSecond) return held.socket.close(1008, 'too many messages')
    held.socket.send(ANSWER)
  }

  #ping(): void {
    for (const held of this.#held) {
      if (held.missed++ < LIMITS.misses) held.socket.ping()
      else held.socket.terminate()
    }
  }

  async #hear(heard: Heard): Promise<void> {
    if (heard.kind === 'missed') {
      await this.#recheck([...this.#held])
      this.#send([...this.#held], WORDS)
      return this.#send([...this.#held], { cmd: 'topic', msgId: '', msgTxt: '' })
    }
    const everybodys = heard.kind === 'dict' && heard.tenantId === '0'
    const reached = [...this.#held].filter(
      ({ session }) =>
        everybodys ||
        (session.tenantIds.includes(heard.tenantId) &&
          (heard.userIds === null || heard.userIds.includes(session.userId))),
    )
    if (reached.length === 0) return
    if (heard.kind === 'dict') return this.#send(reached, WORDS)
    if (heard.kind === 'authz') return this.#recheck(reached)
    const msgTxt = await this.#deps.titleOf(heard).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'title of a notice')
      return ''
    })
    if (heard.userIds === null)
      return this.#send(reached, { cmd: 'topic', msgId: heard.noticeId, msgTxt })
    for (const held of reached)
      this.#send([held], {
        cmd: 'user',
        userId: held.session.userId,
        msgId: heard.noticeId,
        msgTxt,
      })
  }

  #send(to: readonly Held[], message: SocketMessage): void {
    const text = JSON.stringify(message)
    for (const { socket } of to) if (socket.readyState === socket.OPEN) socket.send(text)
  }

  /** Ends those whose session is gone; a tenant somebody may no longer enter is heard of no more. */
  async #recheck(some: readonly Held[]): Promise<void> {
    if (some.length === 0) return
    try {
      const alive = new Map(
        (await this.#deps.alive([...new Set(some.map(({ session }) => session.key))])).map(
          (session) => [session.key, session],
        ),
      )
      for (const held of some) {
        const session = alive.get(held.session.key)
        if (session && session.userId === held.session.userId) held.session = session
        else held.socket.close(GONE, 'session is gone')
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sessions of sockets')
    }
  }
}
