import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileReply, sendFile } from '../http/http-side.ts'
import { sheetReply } from './sheet-reply.ts'
import type { SheetCell } from './sheets.ts'

const ROWS = 200_000
const CELL = 'x'.repeat(200)
/**
 * What is between writer and reader: buffers of the streams and of the two sockets, far below the
 * file's 40 MB.
 */
const IN_BETWEEN = 16 * 1024 * 1024

const app = fastify({ forceCloseConnections: true })
let received = 0
let made = 0
let ahead = 0
let ended = false

async function* rows(failAt = Infinity): AsyncGenerator<SheetCell[]> {
  try {
    for (let at = 0; at < ROWS; at++) {
      if (at === failAt) throw new Error('the database went away')
      made++
      ahead = Math.max(ahead, made * (CELL.length + 1) - received)
      yield [CELL]
    }
  } finally {
    ended = true
  }
}
const table = (failAt?: number) => ({ columns: [{ title: 'a' }], rows: rows(failAt) })

beforeAll(async () => {
  app.get('/whole', (_, reply) => sendFile(reply, sheetReply('t', table(), 'csv')))
  app.get('/broken/:format', (call, reply) => {
    const { format } = call.params as { format: 'csv' | 'xlsx' }
    return sendFile(reply, sheetReply('t', table(150_000), format))
  })
  app.get('/bytes', (_, reply) =>
    sendFile(reply, new FileReply('a.txt', 'text/plain', Buffer.from('all of it'))),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

const open = (path: string): Promise<IncomingMessage> => {
  received = made = ahead = 0
  ended = false
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1' }, resolve).on('error', reject).end()
  })
}
async function read(answer: IncomingMessage): Promise<number> {
  let lines = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    received += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  return lines
}

test('a sheet of two hundred thousand rows is written as fast as it is read, never whole in memory', async () => {
  const lines = await read(await open('/whole'))
  expect(lines).toBe(ROWS + 1)
  expect(received).toBeGreaterThan(ROWS * CELL.length)
  expect(ahead).toBeLessThan(IN_BETWEEN)
})

test.each(['csv', 'xlsx'])(
  'a %s that breaks off ends the connection, not the file',
  async (format) => {
    const answer = await open(`/broken/${format}`)
    expect(answer.statusCode).toBe(200)
    await expect(read(answer)).rejects.toThrow('aborted')
    expect(answer.complete).toBe(false)
  },
)

test('a reader that stops reading stops the writing', async () => {
  const answer = await open('/whole')
  for await (const _ of answer) break
  answer.destroy()
  while (!ended) await new Promise((wake) => setImmediate(wake))
  expect(made).toBeLessThan(ROWS)
})

test('the length is sent where it is known', async () => {
  const whole = await open('/bytes')
  expect(whole.headers['content-length']).toBe('9')
  await read(whole)
})
