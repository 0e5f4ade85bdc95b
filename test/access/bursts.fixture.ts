import { connect } from 'node:net'
import type { Envelope } from '#contracts/kit/envelope.ts'

export interface BurstAnswer extends Partial<Envelope> {
  status: number
  retryAfter: number | null
}
export interface BurstCall {
  path: string
  body: unknown
  method?: string
  headers?: Record<string, string>
}

/** Many calls whose last bytes leave together, each on a connection of its own. */
export async function burst(base: string, calls: readonly BurstCall[]): Promise<BurstAnswer[]> {
  const url = new URL(base)
  const opened = await Promise.all(
    calls.map(async ({ path, body, method = 'POST', headers = {} }) => {
      const socket = connect(Number(url.port), url.hostname)
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      const ended = new Promise<void>((done, failed) => {
        socket.once('close', () => done())
        socket.once('error', failed)
      })
      const text = JSON.stringify(body)
      const lines = Object.entries({
        Host: url.host,
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(text)),
        Connection: 'close',
        client_lang: 'en_US',
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`)
      const bytes = Buffer.from(
        `${method} ${url.pathname}${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`,
      )
      await new Promise<void>((sent) => socket.write(bytes.subarray(0, -1), () => sent()))
      return { socket, last: bytes.subarray(-1), ended, chunks }
    }),
  )
  for (const { socket, last } of opened) socket.write(last)
  return await Promise.all(
    opened.map(async ({ ended, chunks }) => {
      await ended
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
      const json = /\{.*\}/s.exec(rest.join('\r\n\r\n'))?.[0]
      const retryAfter = /^retry-after: (\d+)/im.exec(head)?.[1]
      return {
        ...(json ? (JSON.parse(json) as Envelope) : {}),
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      }
    }),
  )
}
