import { request, type IncomingHttpHeaders } from 'node:http'
import { afterEach } from 'vitest'
import { Client, PASSWORD, useWorld, type World } from './harness.ts'

/** A user's browser: the token of a sign-in, and the cookie it left for sockets. */
export interface Browser {
  client: Client
  userId: string
  cookie: string
}

export async function signIn(world: World, username: string): Promise<Browser> {
  const answer = await world.anonymous.post('/sys/login', { username, password: PASSWORD })
  if (!answer.success) throw new Error(answer.message)
  const { token, userInfo } = answer.result as { token: string; userInfo: { id: string } }
  return {
    client: new Client(world.base, token),
    userId: userInfo.id,
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  }
}

/** A handshake as its bytes: 101, or what it was refused with. */
export function handshake(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      path,
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
        ...headers,
      } as IncomingHttpHeaders,
    })
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve(101)
    })
    sent.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

export interface SocketLine {
  cmd: string
  msgId: string
  msgTxt: string
  userId?: string
}
/** An open socket: what came over it, and how it ended. */
export class Line {
  readonly received: SocketLine[] = []
  readonly socket: WebSocket
  closed: number | null = null
  constructor(socket: WebSocket) {
    this.socket = socket
    socket.addEventListener('message', ({ data }) =>
      this.received.push(JSON.parse(String(data)) as SocketLine),
    )
    socket.addEventListener('close', ({ code }) => {
      this.closed = code
    })
  }
  async waitFor(what: (message: SocketLine) => boolean): Promise<SocketLine> {
    await until(() => this.received.some(what))
    return this.received.find(what)!
  }
  async ended(): Promise<number> {
    await until(() => this.closed !== null)
    return this.closed!
  }
  close(): void {
    this.socket.close()
  }
}

/** A browser's socket at one of the processes; `origin` is the page's. */
export async function openLine(at: { origin: string }, { userId, cookie }: Browser): Promise<Line> {
  const socket = new WebSocket(`${at.origin.replace(/^http/, 'ws')}/websocket/${userId}`, {
    headers: { cookie, origin: at.origin },
  } as unknown as string[])
  const line = new Line(socket)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('no socket')), { once: true })
  })
  return line
}

/**
 * Two processes on one database, for a suite; the lines its tests open are closed after each of
 * them.
 */
export function useNodes(): {
  here: () => World
  there: () => World
  listen: (at: { origin: string }, browser: Browser) => Promise<Line>
} {
  const lines: Line[] = []
  afterEach(async () => {
    for (const line of lines) line.close()
    await Promise.all(lines.splice(0).map((line) => line.ended()))
  })
  return {
    here: useWorld(),
    there: useWorld(),
    listen: async (at, browser) => {
      const line = await openLine(at, browser)
      lines.push(line)
      return line
    },
  }
}

export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it did not happen')
}
