import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import { systemPrincipal } from '../access/ctx.ts'
import { answerErrors } from './error-answers.ts'
import { EnvelopeReply } from './http-side.ts'
import { mount, type MountDeps } from './mount.ts'

const person = z.object({ id: z.string() })
const leak = { id: '1', passwordHash: 'x' }

/** The answer of one endpoint, mounted by itself. */
async function answerOf(
  out: z.ZodType,
  answer: unknown,
  {
    access = { login: true },
    checkAnswers = true,
  }: { access?: object; checkAnswers?: boolean } = {},
): Promise<{ status: number; result: unknown }> {
  const app = Fastify()
  answerErrors(app, '')
  app.decorateRequest('principal', null)
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  const deps = {
    base: '',
    db: {},
    resolve: () => Promise.resolve({ principal: systemPrincipal('1') }),
    limits: null,
    checkAnswers,
    log: console,
  } as unknown as MountDeps
  const endpoint = { method: 'GET', path: '/x', in: z.object({}), out, ...access }
  mount(app, deps, [
    { name: 'x', endpoint: endpoint as unknown as Endpoint, verb: () => Promise.resolve(answer) },
  ])
  const got = await app.inject({ url: '/x', headers: { 'x-access-token': 'a'.repeat(43) } })
  await app.close()
  return { status: got.statusCode, result: got.json<{ result: unknown }>().result }
}

describe('an answer with a key its contract does not name', () => {
  test.each([
    ['on top', person, leak],
    [
      'in a row of a page',
      z.object({ records: z.array(person) }),
      { records: [{ id: '0' }, leak] },
    ],
    ['behind null and optional', z.object({ of: person.nullable().optional() }), { of: leak }],
    ['in a record', z.record(z.string(), person), { a: leak }],
    ['in a union', z.union([z.string(), person]), leak],
    ['of an envelope of its own', person, new EnvelopeReply(CODES.ok, 'ok.done', {}, leak)],
  ])('%s fails under test', async (_, out, answer) => {
    expect((await answerOf(out, answer)).status).toBe(500)
  })

  test('loses it where it is public or secret', async () => {
    for (const access of [{ public: true }, { login: true, secret: true }])
      expect(await answerOf(person, leak, { access, checkAnswers: false })).toEqual({
        status: 200,
        result: { id: '1' },
      })
  })
})

test('what the contract names goes out, undefined and open records too', async () => {
  const out = z.object({ id: z.string(), note: z.string().optional(), texts: z.looseObject({}) })
  expect(
    await answerOf(out, { id: '1', note: undefined, gone: undefined, texts: { a: 1 } }),
  ).toEqual({ status: 200, result: { id: '1', texts: { a: 1 } } })
})
