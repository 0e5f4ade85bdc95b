import Fastify from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { diskWatch } from './disk-watch.ts'
import { answerErrors } from '../error-answers.ts'
import { healthRoutes } from './health.ts'

const db = openDatabase(inject('databaseUrl'), { max: 1 })
const app = Fastify()
const disk = diskWatch(import.meta.dirname)
let draining = false

beforeAll(async () => {
  answerErrors(app, '', disk.note)
  healthRoutes(app, {
    base: '',
    url: db.url,
    disk,
    draining: () => draining,
    ready: () => true,
  })
  app.post('/full', () =>
    db.pool.query(`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`),
  )
  await app.ready()
})
afterAll(() => Promise.all([app.close(), db.close()]))

const ready = async () => {
  const { statusCode, body } = await app.inject('/health/ready')
  return [statusCode, (JSON.parse(body) as { status: string }).status]
}

test('a busy server is ready: the database is asked on a connection of its own', async () => {
  const busy = await db.pool.connect()
  expect(await ready()).toEqual([200, 'ready'])
  expect(await Promise.all([ready(), ready(), ready()])).toEqual(Array(3).fill([200, 'ready']))
  busy.release()
})

test('a stop comes before all else, and connections end with their answers', async () => {
  draining = true
  expect(await ready()).toEqual([503, 'draining'])
  expect((await app.inject('/health/live')).headers.connection).toBe('close')
  draining = false
})

test('a full disk is named in both languages, and others are asked until there is room', async () => {
  expect(await ready()).toEqual([200, 'ready'])
  for (const [lang, text] of [
    ['en_US', 'The disk of the server is full'],
    ['zh_CN', '服务器磁盘已满'],
  ] as const) {
    const full = await app.inject({ method: 'POST', url: '/full', headers: { client_lang: lang } })
    expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '60'])
    expect(JSON.parse(full.body)).toMatchObject({
      error: 'server.diskFull',
      message: expect.stringContaining(text) as string,
    })
  }
  expect(await ready()).toEqual([503, 'disk'])
})

test('without a database it is not ready, and alive', async () => {
  const alone = Fastify()
  healthRoutes(alone, {
    base: '',
    url: 'postgres://x:y@127.0.0.1:9/z',
    disk: { full: async () => false },
    draining: () => false,
    ready: () => true,
  })
  const { statusCode, body } = await alone.inject('/health/ready')
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'database' }])
  expect((await alone.inject('/health/live')).statusCode).toBe(200)
  await alone.close()
})
