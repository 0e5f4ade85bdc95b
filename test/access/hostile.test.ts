import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Client } from '../harness.ts'

const world = useWorld()

let admin: Client

let plain: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  plain = await world().as('nobodySpecial')
  await (
    await world().otherTenantUser()
  ).post('/erp/customer/add', {
    code: 'FOREIGN',
    name: 'FOREIGNDATA',
    currency: 'EUR',
    status: '1',
  })
})

/** A request as its bytes: nothing is tidied up on the way. */
function bare(
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
  body?: string,
): Promise<{ status: number; text: string; type: string }> {
  const { hostname, port } = new URL(world().origin)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }),
        },
      },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk
          })
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text,
              type: String(answer.headers['content-type']),
            }),
          )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The same address, as those write it who look for a gap between the check and the router. */
function disguises(path: string): string[] {
  const [, base = '', ...rest] = path.split('/')
  const tail = rest.join('/')
  return [
    `${path}/`,
    `/${path}`,
    `/${base}//${tail}`,
    `/${base}/./${tail}`,
    `/${base}/x/../${tail}`,
    `/${base}/sys/login/../../${tail}`,
    `/${base}/sys/login/..;/..;/${tail}`,
    `/${base}/health/live/../../${tail}`,
    `/${base}/%2e%2e/${base}/${tail}`,
    `/${base}/%2e/${tail}`,
    `/${base}/sys/login/%2e%2e/%2e%2e/${tail}`,
    `/${base}/sys/login%2f..%2f..%2f${tail}`,
    `/${base}/${tail.replaceAll('/', '%2f')}`,
    `/${base}/${tail.replaceAll('/', '%2F')}`,
    `/${base}/${tail.replaceAll('/', '\\')}`,
    `${path};x.js`,
    `${path};.css`,
    `${path}.js`,
    `${path}.css`,
    `${path}.ico`,
    `${path}%00`,
    `${path}%00.js`,
    `${path}%20`,
    `${path}%09`,
    `${path}%0d%0aX-Access-Token:x`,
    `${path}#/sys/login`,
    `${path}?/sys/login`,
    `${path}?x=.js`,
    path.toUpperCase(),
    `/${base.toUpperCase()}/${tail}`,
    `/${base}/${tail.replace('list', 'LIST')}`,
    `/${base}/${encodeURIComponent('‮')}${tail}`,
    `/%62oot/${tail}`,
    `/${base};jsessionid=1/${tail}`,
    `http://evil.example${path}`,
    `/track/../${base}/${tail}`,
    `/assets/../${base}/${tail}`,
    `/assets/..%2f${base}/${tail}`,
  ]
}

describe('an address in disguise', () => {
  test.each([
    '/boot/erp/customer/list',
    '/boot/sys/dict/queryAllDictItems',
    '/boot/erp/shipment/queryById',
  ])('%s is never answered without a sign-in', async (path) => {
    for (const disguise of disguises(path)) {
      const answer = await bare(disguise)
      // The back office's own page is open to all.
      if (answer.status === 200) expect(answer.type, disguise).toMatch(/^text\/html/)
      else expect([400, 401, 404], `${disguise}: ${answer.text}`).toContain(answer.status)
      expect(answer.text, disguise).not.toMatch(/"success":true|records/)
    }
  })

  test('opens nothing to a user without the permission', async () => {
    for (const disguise of disguises('/boot/erp/customer/list')) {
      const answer = await bare(disguise, { 'x-access-token': plain.token! })
      if (answer.status === 200) expect(answer.type, disguise).toMatch(/^text\/html/)
      else expect([400, 403, 404], disguise).toContain(answer.status)
    }
  })

  test('is no other method, nor does a header make it one', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'COPY'])
      expect([400, 404, 405, 501], method).toContain(
        (await bare('/boot/erp/customer/list', { 'x-access-token': plain.token! }, method)).status,
      )
    for (const header of [
      'x-http-method-override',
      'x-method-override',
      'x-original-url',
      'x-rewrite-url',
      'x-forwarded-prefix',
    ])
      expect(
        (
          await bare('/boot/erp/customer/list', {
            'x-access-token': plain.token!,
            [header]: header.includes('url') ? '/boot/health/live' : 'GET',
          })
        ).status,
        header,
      ).toBe(403)
    for (const header of ['authorization', 'x-authorization', 'cookie', 'token'])
      expect(
        (await bare('/boot/erp/customer/list', { [header]: `X-Access-Token=${admin.token}` }))
          .status,
        header,
      ).toBe(401)
    expect(
      (await bare(`/boot/erp/customer/list?token=${admin.token}&X-Access-Token=${admin.token}`))
        .status,
    ).toBe(401)
  })

  test('a dictionary code is a code', async () => {
    for (const code of [
      'sex.js',
      'sex;x.js',
      'a%2Fb',
      '%00',
      '..',
      'sys_user,realname,id',
      "x'--",
      'x%20y',
      '%2e%2e%2f%2e%2e',
    ]) {
      const answer = await bare(`/boot/sys/dict/getDictItems/${code}`, {
        'x-access-token': plain.token!,
      })
      expect(answer.text, code).not.toContain('"success":true')
      expect(answer.status, code).toBeLessThan(500)
      expect([400, 401, 404], code).toContain(
        (await bare(`/boot/sys/dict/getDictItems/${code}`)).status,
      )
    }
  })
})

describe('headers', () => {
  test('sent twice are not chosen from', async () => {
    expect(
      (
        await bare('/boot/erp/customer/list', {
          'x-access-token': admin.token!,
          tenant_id: [world().tenantId, '1'],
        })
      ).status,
    ).toBe(403)
    expect(
      (await bare('/boot/erp/customer/list', { 'x-access-token': [admin.token!, plain.token!] }))
        .status,
    ).toBe(401)
  })

  test('a language that is none is the usual one, and reaches nothing', async () => {
    for (const lang of [
      'fr_FR',
      '../../etc/passwd',
      'en_US; drop table',
      "' or 1=1",
      'x'.repeat(4_000),
      'EN_US',
    ]) {
      const answer = JSON.parse(
        (await bare('/boot/erp/customer/list', { client_lang: lang })).text,
      ) as { message: string }
      expect(answer.message, lang).toMatch(/[一-鿿]/)
    }
    expect(
      (
        JSON.parse((await bare('/boot/erp/customer/list', { client_lang: 'en_US' })).text) as {
          message: string
        }
      ).message,
    ).not.toMatch(/[一-鿿]/)
  })

  test('too large are refused', async () => {
    expect((await bare('/boot/erp/customer/list', { 'x-long': 'x'.repeat(20_000) })).status).toBe(
      431,
    )
  })
})

describe('a body', () => {
  const nested = (depth: number, open: string, close: string) =>
    `{"code":${open.repeat(depth)}1${close.repeat(depth)}}`
  const bodies: [string, string][] = [
    ['32 levels and more', nested(40, '[', ']')],
    ['10,000 levels', nested(10_000, '{"a":', '}')],
    ['100,000 levels, unclosed', '['.repeat(100_000)],
    ['prototype', '{"__proto__":{"admin":true},"code":"X"}'],
    ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ['cut off', '{"code":"X'],
    ['NaN', '{"code":NaN}'],
    ['a huge number', '{"code":"X","name":"Y","currency":"EUR","status":1e400}'],
    ['a long number', `{"code":${'9'.repeat(5_000)}}`],
    ['an array', '[1,2,3]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['nothing at all', ''],
    ['lone surrogates', '{"code":"\\ud800","name":"\\udc00x","currency":"EUR"}'],
    ['NUL', '{"code":"a\\u0000b","name":"x","currency":"EUR"}'],
    ['many keys', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['a thousand of one key', `{${'"code":"x",'.repeat(1_000)}"name":"y"}`],
    ['right-to-left override', '{"code":"\\u202eX","name":"\\u202egpj.exe","currency":"??"}'],
    ['not UTF-8', '{"code":"\ufffd\ufffe"}'],
  ]
  test.each(bodies)('of %s breaks nothing', async (_, body) => {
    for (const path of ['/boot/erp/customer/add', '/boot/erp/shipment/add', '/boot/sys/login']) {
      const answer = await bare(path, { 'x-access-token': admin.token! }, 'POST', body)
      expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
      if (!answer.text.includes('"success":false'))
        expect(answer.text).toMatch(/"code":"(\\u202e|‮|\ufffd|x")/u)
      expect(answer.text).not.toMatch(/at .*\.ts:\d+|node_modules|syntax error at/)
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  test('over a mebibyte is refused, and one of another kind too', async () => {
    expect(
      (
        await bare(
          '/boot/erp/customer/add',
          { 'x-access-token': admin.token! },
          'POST',
          `{"code":"${'x'.repeat(1_100_000)}"}`,
        )
      ).status,
    ).toBe(413)
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      const answer = await admin.raw('POST', '/erp/customer/add', {
        body: 'code=X',
        headers: { 'content-type': type },
      })
      expect(answer.status, type).toBeLessThan(500)
      expect(answer.success, type).toBe(false)
    }
  })
})
