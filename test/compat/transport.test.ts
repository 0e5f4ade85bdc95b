import { describe, expect, test } from 'vitest'
import { PASSWORD, useWorld } from '../harness.ts'
import { handshake, signIn } from '../sockets.ts'

const world = useWorld()

describe('the socket', () => {
  test('answers at the specification’s path and under the base path, by a cookie for each', async () => {
    const answer = await world().anonymous.post('/sys/login', {
      username: world().username('service'),
      password: PASSWORD,
    })
    const set = answer.headers
      .getSetCookie()
      .filter((line) => line.startsWith('parcelyard_socket='))
    expect(set.map((line) => /Path=([^;]+)/.exec(line)?.[1])).toEqual([
      '/websocket',
      '/boot/websocket',
    ])
  })
  test('lets the cookie’s own user in, and no other, at both', async () => {
    const service = await signIn(world(), world().username('service'))
    const manager = await signIn(world(), world().username('manager'))
    const { origin } = world()
    for (const path of ['/websocket', '/boot/websocket']) {
      const at = (id: string, cookie: string, from = origin) =>
        handshake(origin, `${path}/${id}`, { cookie, origin: from })
      expect(await at(service.userId, service.cookie), path).toBe(101)
      expect(await at(service.userId, manager.cookie), path).toBe(403)
      expect(await at(service.userId, ''), path).toBe(401)
      expect(await at(service.userId, service.cookie, 'https://evil.example'), path).toBe(403)
    }
    for (const path of ['/boot/boot/websocket', '/boot/api/websocket'])
      expect(
        await handshake(origin, `${path}/${service.userId}`, { cookie: service.cookie, origin }),
        path,
      ).toBe(404)
  })
})

describe('a wrong method', () => {
  test.each([
    ['POST', '/sys/user/queryUserRole', ['GET']],
    ['GET', '/sys/user/edit', ['PUT', 'POST']],
    ['DELETE', '/sys/dict/getDictItems/sex', ['GET']],
    ['PUT', '/sys/login', ['POST']],
  ] as const)('%s %s names those there are', async (method, path, allowed) => {
    const client = await world().as('service')
    const answer = await client.raw(method, path, { headers: { client_lang: 'zh_CN' } })
    expect(answer).toMatchObject({
      status: 405,
      success: false,
      code: 405,
      error: 'request.method',
      result: null,
      message: `不支持${method}请求方法，支持以下${allowed.map((one) => `${one}、`).join('')}`,
    })
    expect(
      answer.headers
        .get('allow')
        ?.split(', ')
        .filter((one) => one !== 'HEAD')
        .toSorted(),
    ).toEqual([...allowed].toSorted())
    const english = await client.raw(method, path, { headers: { client_lang: 'en_US' } })
    expect(english.message).toBe(`${method} is not supported here. Use ${allowed.join(', ')}.`)
  })
  test('is no way to find out more: an unknown path is not found, whatever the method', async () => {
    const client = await world().as('service')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      for (const path of ['/sys/nothing', '/sys/user/edit/7', '/sys/dict/getDictItems/a/b']) {
        const answer = await client.raw(method, path)
        expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([
          404,
          null,
        ])
      }
  })
  test('OPTIONS of a known path lists its methods too', async () => {
    const answer = await world().anonymous.raw('OPTIONS', '/sys/login')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('an address the router cannot read is answered like all else, and not repeated', async () => {
  // Where the web part is built its own routes come after ours: a long one is then none of both.
  for (const [path, statuses] of [
    ['/sys/user/%ff', [400]],
    ['/erp/%E0%A4%A', [400]],
    [`/thirdLogin/render/${'a'.repeat(500)}`, [404, 414]],
  ] as const) {
    const answer = await world().anonymous.get(path)
    expect(statuses, path).toContain(answer.status)
    expect(answer, path).toMatchObject({
      success: false,
      error: answer.status === 404 ? 'request.notFound' : 'request.malformed',
      result: null,
      requestId: expect.any(String),
    })
    expect(answer.bytes.toString()).not.toMatch(/FST_|%ff|aaaa/)
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
  }
})

test('a path is the same with a slash at its end', async () => {
  const client = await world().as('tenantAdmin')
  for (const path of [
    '/sys/category/loadDictItem',
    '/sys/dict/loadDictItem/sex',
    '/sys/user/list',
  ]) {
    const plain = await client.get(path, { ids: '1', key: '1,2' })
    const slashed = await client.get(`${path}/`, { ids: '1', key: '1,2' })
    expect(slashed.status, path).toBe(200)
    expect(slashed.result, path).toEqual(plain.result)
  }
  expect((await world().anonymous.get('/sys/user/list/')).status).toBe(401)
})
