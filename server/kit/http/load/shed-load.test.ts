import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { answerErrors } from '../error-answers.ts'
import { classOf, shedLoad, type Limits } from './shed-load.ts'

const call = (more: object): Endpoint =>
  ({ method: 'GET', path: '/x', in: z.object({}), out: z.null(), login: true, ...more }) as Endpoint
const calls = {
  '/scan': call({ method: 'POST', login: undefined, perm: 'wh:in:scan' }),
  '/step': call({ method: 'POST' }),
  '/list': call({ path: '/erp/shipment/list' }),
}
const limits: Limits = {
  first: { running: 4, own: 2, each: 4, waiting: 40, ms: 2_000 },
  normal: { running: 3, own: 1, each: 3, waiting: 10, ms: 1_000 },
  last: { running: 2, own: 1, each: 2, waiting: 6, ms: 150 },
}

let app: FastifyInstance
let open: number
let most: number
beforeEach(async () => {
  app = Fastify()
  open = most = 0
  answerErrors(app, '')
  shedLoad(app, limits)
  for (const [url, endpoint] of Object.entries(calls))
    app.route({
      url,
      method: ['GET', 'POST'],
      config: { endpoint },
      handler: async () => {
        most = Math.max(most, ++open)
        await sleep(100)
        open--
        return {}
      },
    })
  app.get('/plain', async () => ({}))
  await app.ready()
})
afterEach(() => app.close())

const statuses = async (url: string, count: number) => {
  const all = await Promise.all(Array.from({ length: count }, () => app.inject(url)))
  return all.map(({ statusCode, headers }) =>
    statusCode === 503 && headers['retry-after'] !== '2' ? 0 : statusCode,
  )
}
const of = (all: number[], status: number) => all.filter((one) => one === status).length

test('scans and sign-ins come first, lists and files last', () => {
  expect(classOf(calls['/scan'])).toBe('first')
  expect(classOf(call({ rate: 'login', public: true }))).toBe('first')
  expect(classOf(calls['/step'])).toBe('normal')
  expect(classOf(calls['/list'])).toBe('last')
  expect(classOf(call({ reply: 'file' }))).toBe('last')
  expect(classOf(call({ rate: 'heavy' }))).toBe('last')
})

test('past a short queue lists are refused at once with the time to come back, scans are served', async () => {
  const lists = statuses('/list', 50)
  await sleep(10)
  const began = performance.now()
  const scans = await statuses('/scan', 2)
  expect(scans).toEqual([200, 200])
  expect(performance.now() - began, 'scans find room of their own').toBeLessThan(190)
  const answered = await lists
  expect(of(answered, 503)).toBeGreaterThanOrEqual(45)
  expect(of(answered, 200) + of(answered, 503)).toBe(50)
  expect(most).toBeLessThanOrEqual(4)
  expect((await app.inject('/list')).statusCode).toBe(200)
})

test('places are given to who comes first by class, and come back after errors and hang-ups', async () => {
  const [steps, scans] = await Promise.all([statuses('/step', 8), statuses('/scan', 20)])
  expect(of(scans, 200)).toBe(20)
  expect(of(steps, 200) + of(steps, 503)).toBe(8)
  expect(most).toBeLessThanOrEqual(5)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await Promise.allSettled(
    Array.from({ length: 4 }, () => fetch(`${address}/scan`, { signal: AbortSignal.timeout(30) })),
  )
  await sleep(150)
  expect(await statuses('/list', 2)).toEqual([200, 200])
  // Pages and health are asked for without a place.
  await app.close()
})

test('who sends slowly or hangs up before the answer holds no place', async () => {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const half = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const socket = connect(Number(address.port), address.hostname)
      await once(socket, 'connect')
      socket.write('POST /scan HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
      socket.write('content-length: 20\r\n\r\n{')
      return socket
    }),
  )
  await sleep(50)
  expect(await statuses('/scan', 4), 'bodies on their way').toEqual([200, 200, 200, 200])
  for (const socket of half) socket.destroy()
  // Some wait in the queue when they go.
  const gone = Array.from({ length: 12 }, () =>
    fetch(new URL('/scan', address), {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(40),
    }),
  )
  await Promise.allSettled(gone)
  await sleep(600)
  expect(open).toBe(0)
  expect(await statuses('/scan', 4)).toEqual([200, 200, 200, 200])
})

test('no class stands still however many of another are under way', async () => {
  const scans = statuses('/scan', 12)
  await sleep(10)
  expect(await statuses('/list', 1)).toEqual([200])
  expect(of(await scans, 200)).toBe(12)
})

test('health and pages need no place', async () => {
  const lists = statuses('/list', 5)
  expect((await app.inject('/plain')).statusCode).toBe(200)
  await lists
})

test('one caller never has all places of a class, nor all of its queue', async () => {
  await app.close()
  app = Fastify({ trustProxy: true })
  answerErrors(app, '')
  shedLoad(app, { ...limits, first: { running: 4, own: 2, each: 3, waiting: 20, ms: 2_000 } })
  app.post('/scan', { config: { endpoint: calls['/scan'] } }, async () => {
    await sleep(100)
    return {}
  })
  await app.ready()
  const from = (ip: string) =>
    app.inject({ method: 'POST', url: '/scan', headers: { 'x-forwarded-for': ip } })
  const many = Array.from({ length: 40 }, () => from('192.0.2.1'))
  await sleep(10)
  const began = performance.now()
  const [fourth, fifth] = await Promise.all([from('192.0.2.2'), from('192.0.2.3')])
  // The first takes the place left over, the second the next one that comes free.
  expect([fourth.statusCode, fifth.statusCode]).toEqual([200, 200])
  expect(performance.now() - began).toBeLessThan(400)
  const all = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect([of(all, 200), of(all, 503)]).toEqual([13, 27])
})
