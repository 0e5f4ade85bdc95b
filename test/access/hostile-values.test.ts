import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Client } from '../harness.ts'

const world = useWorld()

let admin: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  await (
    await world().otherTenantUser()
  ).post('/erp/customer/add', {
    code: 'FOREIGN',
    name: 'FOREIGNDATA',
    currency: 'EUR',
    status: '1',
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

/** As many as a browser asks at once. */
const AT_ONCE = 8

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

  test.each(places)('as %s: refused or found nothing, and no word of SQL', async (place, send) => {
    const payloads = place.startsWith('a name') ? PAYLOADS.slice(0, 12) : [...new Set(PAYLOADS)]
    const ask = async (payload: string) => {
      const answer = await send(payload)
      const text = answer.bytes.toString('utf8')
      expect(answer.status, `${payload}: ${text.slice(0, 300)}`).toBeLessThan(500)
      expect(text, payload).not.toMatch(
        /FOREIGNDATA|"password|syntax error|pg_catalog|SQLSTATE|does not exist at|argon2/i,
      )
    }
    while (payloads.length > 0) await Promise.all(payloads.splice(0, AT_ONCE).map(ask))
  })

  test('stored once, it is only text ever after', async () => {
    const nasty = `'); drop table customer; --`
    // Codes have no blanks (check rule).
    const code = nasty.replaceAll(' ', '+')
    const row = (
      await admin.post(`${area}/add`, {
        code,
        name: nasty,
        currency: 'EUR',
        status: '1',
        remark: nasty,
      })
    ).result as { id: string }
    expect((await admin.get(`${area}/list`, { code })).result).toMatchObject({ total: 1 })
    expect(
      (
        await admin.get(`${area}/list`, {
          code,
          name: `*${nasty}*`,
          column: 'name',
          order: 'asc',
        })
      ).result,
    ).toMatchObject({ records: [{ id: row.id, name: nasty }] })
    expect((await admin.get(`${area}/exportXls`, { code })).status).toBe(200)
    expect((await admin.get(`${area}/list`)).success).toBe(true)
  })
})
