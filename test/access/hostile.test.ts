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

/** A request as bytes say it: nothing is tidied up on the way. */
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

/** The same address, as those write it who look for a gap between the guard and the house. */
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
  ])('%s is never answered to nobody', async (path) => {
    for (const disguise of disguises(path)) {
      const answer = await bare(disguise)
      // The back office's own page is what anybody may load.
      if (answer.status === 200) expect(answer.type, disguise).toMatch(/^text\/html/)
      else expect([400, 401, 404], `${disguise}: ${answer.text}`).toContain(answer.status)
      expect(answer.text, disguise).not.toMatch(/"success":true|records/)
    }
  })

  test('opens nothing to somebody without the permission', async () => {
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

/** Two hundred ways to make a value into a statement. */
const PAYLOADS: string[] = [
  "'",
  '"',
  '`',
  '\\',
  ';',
  '--',
  '/*',
  '$$',
  '%',
  '_',
  '\u0000',
  '$1',
  '${1}',
  '{{1}}',
  ':id',
  '?',
  '||',
  ')',
  '(',
  "'||'",
]
  .flatMap((sign) => [
    sign,
    `1${sign}`,
    `${sign} or 1=1 --`,
    `1${sign}) union select username, password_hash from sys_user --`,
    `name${sign}; drop table customer; --`,
  ])
  .concat(
    ['id', 'name', 'createTime', 'code'].flatMap((name) => [
      `${name} desc, (select 1)`,
      `${name};select pg_sleep(5)`,
      `(case when (select count(*) from sys_user)>0 then ${name} else id end)`,
      `${name}/**/asc`,
      `${name} nulls first`,
      `t.${name}`,
      `"${name}"`,
      `${name}::text`,
      `cast(${name} as int)`,
      `${name} collate "C"`,
    ]),
  )
  .concat([
    'pg_sleep(5)',
    'version()',
    'current_user',
    "pg_read_file('/etc/passwd')",
    "lo_import('/etc/passwd')",
    'sys_user.password_hash',
    'chr(65)||chr(66)',
    "E'\\\\047'",
    "U&'\\0027'",
    '0x27',
    '%27%20or%201=1',
    '%2527',
    'ʼ or 1=1',
    '＇ or 1=1',
    "1'/*!or*/1=1",
    "';COPY sys_user TO '/tmp/x'--",
    "' and extractvalue(1,1)--",
    '[]',
    '{}',
    'true',
    'null',
    'NaN',
    '-1',
    '9223372036854775808',
    '1e309',
    '99999999999999999999',
    '2026-13-45',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'asc',
    'desc;',
    'desc,1',
    'random()',
    ',',
    ',,,',
    '*',
    '**',
    '***',
    '!',
    '!!',
    '>= ',
    '>= x',
    '< ',
    '!*x*',
    '*,*',
    '=1+1',
    '@SUM(1)',
    "admin'--",
    '1;select 1',
    "' waitfor delay '0:0:5'--",
    '(select 1)',
    '1 procedure analyse()',
    "x'; notify x",
    `*${'%'.repeat(200)}*`,
    'x'.repeat(7_000),
    '\ud800',
    '‮',
    '\r\n',
    '\t',
  ])

describe('a value that would be a statement', () => {
  const area = '/erp/customer'
  const places: [
    string,
    (value: string) => Promise<{ status: number; bytes: Buffer; success: boolean }>,
  ][] = [
    ['column', (value) => admin.get(`${area}/list`, { column: value })],
    ['order', (value) => admin.get(`${area}/list`, { column: 'code', order: value })],
    ['a text filter', (value) => admin.get(`${area}/list`, { name: value })],
    ['a prefix filter', (value) => admin.get('/erp/shipment/list', { serialNumber: value })],
    ['a choice', (value) => admin.get(`${area}/list`, { country: value })],
    ['a reference', (value) => admin.get('/erp/channel/list', { supplierId: value })],
    ['a list of values', (value) => admin.get(`${area}/list`, { code_MultiString: value })],
    [
      'a range',
      (value) => admin.get('/erp/fee/list', { validFrom_begin: value, validFrom_end: value }),
    ],
    [
      'a number',
      (value) =>
        admin.get('/erp/shipment/list', { shipmentPieces: value, shipmentWeight_begin: value }),
    ],
    ['the super query', (value) => admin.get(`${area}/list`, { superQueryParams: value })],
    [
      'its field',
      (value) =>
        admin.get(`${area}/list`, {
          superQueryParams: JSON.stringify([{ field: value, rule: 'like', val: 'x' }]),
        }),
    ],
    [
      'its rule',
      (value) =>
        admin.get(`${area}/list`, {
          superQueryParams: JSON.stringify([{ field: 'name', rule: value, val: 'x' }]),
          superQueryMatchType: value,
        }),
    ],
    [
      'its value',
      (value) =>
        admin.get(`${area}/list`, {
          superQueryParams: encodeURIComponent(
            JSON.stringify(
              ['eq', 'ne', 'gt', 'in', 'like', 'left_like', 'right_like'].map((rule) => ({
                field: 'name',
                rule,
                val: value,
              })),
            ).replaceAll('\ud800', ''),
          ),
        }),
    ],
    [
      'its value in a number',
      (value) =>
        admin.get('/erp/surcharge/list', {
          superQueryParams: JSON.stringify([
            { field: 'amount', rule: 'ge', val: value },
            { field: 'validFrom', rule: 'le', val: value },
            { field: 'feeId', rule: 'in', val: value },
          ]),
          superQueryMatchType: 'or',
        }),
    ],
    ['ticked rows', (value) => admin.get(`${area}/list`, { selections: value })],
    ['an id', (value) => admin.get(`${area}/queryById`, { id: value })],
    ['a page', (value) => admin.get(`${area}/list`, { pageNo: value, pageSize: value })],
    ['ids', (value) => admin.delete(`${area}/deleteBatch`, { ids: value })],
    ['words to pick by', (value) => admin.get(`${area}/options`, { keyword: value })],
    [
      'a path',
      (value) => admin.get(`/sys/dict/getDictItems/${encodeURIComponent(value.toWellFormed())}`),
    ],
    ['a number to track', (value) => admin.post('/erp/tracking/search', { nos: [value] })],
    ['a scanned number', (value) => admin.post('/erp/intoParcel/scan', { no: value })],
    [
      'a name to sign in with',
      (value) => world().anonymous.post('/sys/login', { username: value, password: value }),
    ],
  ]
  test('comes in more than two hundred ways', () => {
    expect(new Set(PAYLOADS).size).toBeGreaterThan(200)
  })

  test.each(places)(
    'as %s: refused or found nothing, and no word of SQL',
    async (place, send) => {
      const payloads = place.startsWith('a name') ? PAYLOADS.slice(0, 12) : [...new Set(PAYLOADS)]
      for (const payload of payloads) {
        const answer = await send(payload)
        const text = answer.bytes.toString('utf8')
        expect(answer.status, `${payload}: ${text.slice(0, 300)}`).toBeLessThan(500)
        expect(text, payload).not.toMatch(
          /FOREIGNDATA|"password|syntax error|pg_catalog|SQLSTATE|does not exist at|argon2/i,
        )
      }
    },
    60_000,
  )

  test('stored once, it is only text ever after', async () => {
    const nasty = `'); drop table customer; --`
    const row = (
      await admin.post(`${area}/add`, {
        code: nasty,
        name: nasty,
        currency: 'EUR',
        status: '1',
        remark: nasty,
      })
    ).result as { id: string }
    expect((await admin.get(`${area}/list`, { code: nasty })).result).toMatchObject({ total: 1 })
    expect(
      (
        await admin.get(`${area}/list`, {
          code: nasty,
          name: `*${nasty}*`,
          column: 'name',
          order: 'asc',
        })
      ).result,
    ).toMatchObject({ records: [{ id: row.id, name: nasty }] })
    expect((await admin.get(`${area}/exportXls`, { code: nasty })).status).toBe(200)
    expect((await admin.get(`${area}/list`)).success).toBe(true)
  })
})
