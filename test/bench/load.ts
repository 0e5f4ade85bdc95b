import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  connections: number
  seconds: number
  /** The bytes of the n-th request, a whole HTTP/1.1 request with keep-alive. */
  next(n: number): Buffer
  /** Text every good answer holds. */
  marker: string
}
export interface LoadResult {
  done: number
  errors: number
  /** Answers that report a busy server and when to come back. */
  overloaded: number
  ms: number
  /** One per good answer, milliseconds. */ latencies: number[]
  firstError: string | null
}

const PATIENCE_MS = 15_000
/** How an answer reports overload, in addition to its status and Retry-After. */
const OVERLOAD = Buffer.from('"error":"server.busy"')

/**
 * Keeps so many connections busy for so long, one request at a time on each. Answers that are not
 * 200 or lack the marker are errors, unless they report overload.
 */
export async function fire(load: Load): Promise<LoadResult> {
  const result: LoadResult = {
    done: 0,
    errors: 0,
    overloaded: 0,
    ms: 0,
    latencies: [],
    firstError: null,
  }
  const marker = Buffer.from(load.marker)
  const started = performance.now()
  const until = started + load.seconds * 1000
  let sent = 0
  const worker = async () => {
    let socket: Socket | null = null
    while (performance.now() < until) {
      const line: Socket = socket ?? (await open(load.port))
      socket = line
      const at = performance.now()
      try {
        const answer = await ask(line, load.next(sent++))
        if (answer.status === 503 && answer.retryAfter && answer.bytes.includes(OVERLOAD))
          result.overloaded++
        else if (answer.status !== 200 || !answer.bytes.includes(marker))
          throw new Error(`${answer.status} ${answer.bytes.toString('utf8').slice(-400)}`)
        else {
          result.done++
          result.latencies.push(performance.now() - at)
        }
        if (answer.closes) {
          line.destroy()
          socket = null
        }
      } catch (error) {
        result.errors++
        result.firstError ??= error instanceof Error ? error.message : String(error)
        line.destroy()
        socket = null
      }
    }
    socket?.destroy()
  }
  await Promise.all(Array.from({ length: load.connections }, worker))
  result.ms = performance.now() - started
  return result
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

interface Answer {
  status: number
  closes: boolean
  /** Whether it names when to come back. */
  retryAfter: boolean
  bytes: Buffer
}

/** One answer with a Content-Length; nothing else is sent to a client that asks for no encoding. */
function ask(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let whole = -1
    let head = ''
    const end = (error: Error | null) => {
      clearTimeout(timer)
      socket.off('data', take).off('close', gone)
      if (error) reject(error)
      else
        resolve({
          status: Number(head.slice(9, 12)),
          closes: /\r\nconnection: close/i.test(head),
          retryAfter: /\r\nretry-after: \d/i.test(head),
          bytes: pending,
        })
    }
    const take = (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      if (whole < 0) {
        const at = pending.indexOf('\r\n\r\n')
        if (at < 0) return
        head = pending.toString('latin1', 0, at)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return end(new Error(`no Content-Length: ${head}`))
        whole = at + 4 + Number(length)
      }
      if (pending.length >= whole) end(null)
    }
    const gone = () => end(new Error('closed before the answer'))
    const timer = setTimeout(
      () => end(new Error(`no answer within ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    )
    socket.on('data', take).on('close', gone)
    socket.write(request)
  })
}

/** A whole GET request. */
export function getBytes(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines(headers)}\r\n`)
}

/** A whole POST request with a JSON body. */
export function postBytes(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(JSON.stringify(body))
  return Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n${lines(headers)}\r\n`,
    ),
    bytes,
  ])
}

const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
