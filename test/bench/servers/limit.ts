import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { listOf } from './limit-list.ts'
import { orderOf } from './limit-order.ts'
import { postOf } from './limit-post.ts'
import { countOf, findOf, loginOf, scanOf } from './limit-small.ts'
import { trackOf } from './limit-track.ts'

// The limit: the product's SQL and nothing else. No access check, no validation, no audit, no
// texts.
const settings: pg.PoolConfig = {
  connectionString: process.env.DATABASE_URL,
  // Times as the text PostgreSQL sends, as in the product: a Date per column would slow this side
  // down.
  types: {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      [1082, 1114, 1184].includes(id)
        ? (text: string) => text
        : pg.types.getTypeParser(id, format as 'text'),
  },
}
const pool = new pg.Pool({ ...settings, max: 20 })
const autonomous = new pg.Pool({ ...settings, max: 2 })

async function answer(request: IncomingMessage): Promise<string> {
  const url = request.url ?? '/'
  if (url.startsWith('/track?'))
    return trackOf(pool, new URLSearchParams(url.slice(7)).get('no') ?? '')
  if (url.startsWith('/list?')) return listOf(pool, new URLSearchParams(url.slice(6)))
  if (url.startsWith('/find?')) return findOf(pool, new URLSearchParams(url.slice(6)))
  if (url.startsWith('/count?')) return countOf(pool, new URLSearchParams(url.slice(7)))
  if (url === '/login') return loginOf(await bodyOf(request))
  if (url === '/post') return postOf(pool, await bodyOf(request))
  if (url === '/scan') return scanOf(pool, await bodyOf(request))
  return orderOf(pool, autonomous, await bodyOf(request))
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => {
        text += part
      })
      .on('end', () => resolve(text))
      .on('error', reject)
  })
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    },
    (error: unknown) => {
      const text = String(error)
      response.writeHead(500, { 'content-length': Buffer.byteLength(text) })
      response.end(text)
    },
  )
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
