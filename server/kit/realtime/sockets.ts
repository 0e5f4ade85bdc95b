import type { WebSocket } from '@fastify/websocket'
import type { BusMessage } from './bus.ts'
import type { Bus, BusEvent } from './bus-listener.ts'
import type { Log } from '../access/ctx.ts'

/** A session as a socket needs it; `key` names it and is no secret that opens anything. */
export interface SocketSession {
  key: string
  userId: string
  tenantIds: string[]
}
export type NoticeMessage = Extract<BusMessage, { kind: 'notice' }>

/**
 * What goes down the wire (wire.md §8.2): ids and a title, everything else is asked for over HTTP.
 * `dict`, ours alone: words of dictionaries are others now.
 */
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
  /** The title of a notice, where all its receivers may read it; else an empty text. */
  titleOf(busMessage: NoticeMessage): Promise<string>
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
const COMMANDS: SocketMessage = { cmd: 'dict', msgId: '', msgTxt: '' }
const ANSWER = JSON.stringify({
  cmd: 'heartcheck',
  msgId: '',
  msgTxt: '心跳响应',
} satisfies SocketMessage)

interface Connection {
  socket: WebSocket
  session: SocketSession
  ip: string
  missed: number
  second: number
  messages: number
}

/** The open sockets of this process: who may have one, what they receive, and when they end. */
export class Sockets {
  readonly #connections = new Set<Connection>()
  readonly #deps: SocketDeps
  readonly #timers: NodeJS.Timeout[]
  readonly #off: () => void

  constructor(deps: SocketDeps) {
    this.#deps = deps
    this.#off = deps.bus.subscribe((received) => void this.#receive(received))
    this.#timers = [
      setInterval(() => this.#ping(), LIMITS.pingMs),
      setInterval(() => void this.#recheck([...this.#connections]), LIMITS.recheckMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  get size(): number {
    return this.#connections.size
  }

  /** Takes a socket in; one too many is closed at once. */
  hold(socket: WebSocket, session: SocketSession, ip: string): void {
    const count = (same: (one: Connection) => boolean) => [...this.#connections].filter(same).length
    if (
      this.#connections.size >= LIMITS.all ||
      count((one) => one.session.userId === session.userId) >= LIMITS.perUser ||
      count((one) => one.ip === ip) >= LIMITS.perAddress
    )
      return socket.close(TOO_MANY, 'too many sockets')
    const connection: Connection = { socket, session, ip, missed: 0, second: 0, messages: 0 }
    this.#connections.add(connection)
    socket.on('close', () => this.#connections.delete(connection))
    socket.on('pong', () => {
      connection.missed = 0
    })
    socket.on('message', (_data, binary) => this.#answer(connection, binary))
    // A session that ended since the handshake was not broadcast to this process.
    void this.#recheck([connection])
  }

  close(): void {
    this.#off()
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Any message of a client shows that it is connected and is answered as one. */
  #answer(connection: Connection, binary: boolean): void {
    if (binary) return connection.socket.close(1003, 'text only')
    const second = Math.floor(performance.now() / 1_000)
    connection.messages = connection.second === second ? connection.messages + 1 : 1
    connection.second = second
    if (connection.messages > LIMITS.perSecond)
      return connection.socket.close(1008, 'too many messages')
    connection.socket.send(ANSWER)
  }

  #ping(): void {
    for (const connection of this.#connections) {
      if (connection.missed++ < LIMITS.misses) connection.socket.ping()
      else connection.socket.terminate()
    }
  }

  async #receive(received: BusEvent): Promise<void> {
    if (received.kind === 'missed') {
      await this.#recheck([...this.#connections])
      this.#send([...this.#connections], COMMANDS)
      return this.#send([...this.#connections], { cmd: 'topic', msgId: '', msgTxt: '' })
    }
    const everybodys = received.kind === 'dict' && received.tenantId === '0'
    const reached = [...this.#connections].filter(
      ({ session }) =>
        everybodys ||
        (session.tenantIds.includes(received.tenantId) &&
          (received.userIds === null || received.userIds.includes(session.userId))),
    )
    if (reached.length === 0) return
    if (received.kind === 'dict') return this.#send(reached, COMMANDS)
    if (received.kind === 'authz') return this.#recheck(reached)
    const msgTxt = await this.#deps.titleOf(received).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'title of a notice')
      return ''
    })
    if (received.userIds === null)
      return this.#send(reached, { cmd: 'topic', msgId: received.noticeId, msgTxt })
    for (const connection of reached)
      this.#send([connection], {
        cmd: 'user',
        userId: connection.session.userId,
        msgId: received.noticeId,
        msgTxt,
      })
  }

  #send(to: readonly Connection[], message: SocketMessage): void {
    const text = JSON.stringify(message)
    for (const { socket } of to) if (socket.readyState === socket.OPEN) socket.send(text)
  }

  /** Ends those whose session is gone; a tenant the user may no longer enter is dropped. */
  async #recheck(some: readonly Connection[]): Promise<void> {
    if (some.length === 0) return
    try {
      const alive = new Map(
        (await this.#deps.alive([...new Set(some.map(({ session }) => session.key))])).map(
          (session) => [session.key, session],
        ),
      )
      for (const connection of some) {
        const session = alive.get(connection.session.key)
        if (session && session.userId === connection.session.userId) connection.session = session
        else connection.socket.close(GONE, 'session is gone')
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'sessions of sockets')
    }
  }
}
