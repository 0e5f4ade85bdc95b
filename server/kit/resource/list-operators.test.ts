import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld, type Client } from '#test/harness.ts'

/**
 * The operators of the family's list queries, as wire.md §2 describes them, on rows whose codes
 * name their values.
 */
const world = useWorld()
let staff: Client
const CODES = ['Q-AB', 'Q-ABC', 'Q-XAB', 'Q-B%', 'Q-B_', 'Q-*', 'Q->=5']

beforeAll(async () => {
  staff = await world().as('manager')
  for (const [at, code] of CODES.entries())
    await staff.post('/erp/supplier/add', {
      code,
      name: `Name ${at}`,
      currency: at % 2 ? 'EUR' : 'CNY',
      enabled: at < 3,
      ...(at < 3 ? {} : { statusReason: 'x' }),
    })
  for (const at of [1, 2, 3])
    await staff.post('/erp/fee/add', {
      code: `F-${at}`,
      name: 'x',
      kind: '1',
      currency: 'EUR',
      stepMode: 'A',
      validFrom: `2026-0${at}-01`,
      status: '0',
    })
})
const codes = async (path: string, query: Record<string, unknown>) => {
  const answer = await staff.get(`${path}/list`, {
    pageSize: 100,
    column: 'code',
    order: 'asc',
    _t: 1_700_000_000,
    field: 'id,,code,undefined,action',
    ...query,
  })
  if (!answer.success) return `${answer.error}`
  return (answer.result as { records: { code: string }[] }).records
    .map((row) => row.code)
    .filter((code) => /^[QF]-/.test(code))
}
const item = (...items: object[]) => ({
  superQueryParams: encodeURIComponent(JSON.stringify(items)),
})

describe('the value names the operator', () => {
  test.each<[string, string, string[]]>([
    ['contains', '*AB*', ['Q-AB', 'Q-ABC', 'Q-XAB']],
    ['ends with', '*AB', ['Q-AB', 'Q-XAB']],
    ['starts with', 'Q-AB*', ['Q-AB', 'Q-ABC']],
    ['one of several', 'Q-AB,Q-XAB', ['Q-AB', 'Q-XAB']],
    ['one of several, with gaps', ' Q-AB , ,Q-XAB,', ['Q-AB', 'Q-XAB']],
    ['a percent sign is a percent sign', '*B%*', ['Q-B%']],
    ['an underscore is an underscore', '*B_', ['Q-B_']],
    ['a star in the middle is a star', 'Q*A', []],
    ['contains goes before one of several', '*AB,Q*', []],
  ])('%s: %s', async (_, value, expected) => {
    expect(await codes('/erp/supplier', { code: value })).toEqual(expected)
  })

  test('not equal leaves only that one out', async () => {
    expect(await codes('/erp/supplier', { code: '!Q-AB' })).toEqual(
      CODES.filter((code) => code !== 'Q-AB').sort(),
    )
  })

  test.each([
    ['>= 2026-02-01', ['F-2', 'F-3']],
    ['>=2026-02-01', ['F-2', 'F-3']],
    ['<= 2026-02-01', ['F-1', 'F-2']],
    ['> 2026-02-01', ['F-3']],
    ['<2026-02-01', ['F-1']],
  ])('a day %s', async (value, expected) => {
    expect(await codes('/erp/fee', { validFrom: value, code: 'F-*' })).toEqual(expected)
  })

  test('in a text, a comparison is text', async () => {
    expect(await codes('/erp/supplier', { code: 'Q->=5' })).toEqual(['Q->=5'])
  })

  test('from and to hold their ends', async () => {
    expect(
      await codes('/erp/fee', {
        validFrom_begin: '2026-01-01',
        validFrom_end: '2026-02-01',
        code: 'F-*',
      }),
    ).toEqual(['F-1', 'F-2'])
  })

  test('a list of values, empty ones left out; nothing but commas is nothing', async () => {
    expect(await codes('/erp/supplier', { code_MultiString: 'Q-AB,,Q-ABC,' })).toEqual([
      'Q-AB',
      'Q-ABC',
    ])
    expect(await codes('/erp/supplier', { currency_MultiString: 'CNY', code: 'Q-' })).toHaveLength(
      4,
    )
    expect(await codes('/erp/supplier', { code_MultiString: ',,,' })).toEqual([])
  })

  test('what is no filter is refused by its name; what clients always send means nothing', async () => {
    const strays = { _t: '1795471234', field: 'id,,code,undefined,action', delFlag: '1', other: '' }
    expect(await codes('/erp/supplier', { ...strays, code: 'Q-' })).toHaveLength(CODES.length)
    for (const [name, value] of [
      ['phone', 'x'],
      ['tenant_id', '1'],
      ['nonsense', 'x'],
      ['code; drop', 'x'],
      ['code_begin', 'A'],
    ] as const)
      expect(await codes('/erp/supplier', { [name]: value, code: 'Q-' }), name).toBe(
        'request.invalid',
      )
  })

  test('what is of no such type is refused', async () => {
    expect(await codes('/erp/fee', { validFrom: 'yesterday' })).toBe('request.invalid')
    expect(await codes('/erp/channel', { supplierId: '1 or 1=1' })).toBe('request.invalid')
  })
})

describe('the super query', () => {
  test.each<[string, string, string[]]>([
    ['eq', 'Q-AB', ['Q-AB']],
    ['=', 'Q-AB', ['Q-AB']],
    ['ne', 'Q-AB', CODES.filter((code) => code !== 'Q-AB').sort()],
    ['!=', 'Q-AB', CODES.filter((code) => code !== 'Q-AB').sort()],
    ['in', 'Q-AB,Q-XAB', ['Q-AB', 'Q-XAB']],
    ['IN', 'Q-AB', ['Q-AB']],
    ['like', 'AB', ['Q-AB', 'Q-ABC', 'Q-XAB']],
    ['LIKE', 'B%', ['Q-B%']],
    ['left_like', 'AB', ['Q-AB', 'Q-XAB']],
    ['LEFT_LIKE', 'C', ['Q-ABC']],
    ['right_like', 'Q-AB', ['Q-AB', 'Q-ABC']],
    ['RIGHT_LIKE', 'Q-X', ['Q-XAB']],
    ['gt', 'Q-XA', ['Q-XAB']],
    ['ext', '1=1', CODES.toSorted()],
    ['USE_SQL_RULES', 'true; drop table supplier', CODES.toSorted()],
  ])('%s %s', async (rule, val, expected) => {
    expect(
      await codes('/erp/supplier', {
        ...item({ field: 'code', rule, val, type: 'string' }),
        code: 'Q-',
      }),
    ).toEqual(expected)
  })

  test('adds its items up with and, or with or, together with the other filters', async () => {
    const both = item(
      { field: 'code', rule: 'like', val: 'AB' },
      { field: 'currency', rule: 'eq', val: 'EUR' },
    )
    expect(await codes('/erp/supplier', { ...both, code: 'Q-' })).toEqual(['Q-ABC'])
    expect(
      await codes('/erp/supplier', { ...both, superQueryMatchType: 'or', code: 'Q-B' }),
    ).toEqual(['Q-B%'])
  })

  test('leaves out what is incomplete, and refuses what is no field or cannot be read', async () => {
    expect(
      await codes('/erp/supplier', {
        ...item(
          { field: 'code', rule: 'eq' },
          { rule: 'eq', val: 'x' },
          { field: 'code', rule: 'like', val: 'XAB' },
        ),
        code: 'Q-',
      }),
    ).toEqual(['Q-XAB'])
    expect(
      await codes('/erp/supplier', {
        superQueryParams: JSON.stringify([{ field: 'code', rule: 'eq', val: 'Q-AB' }]),
      }),
    ).toEqual(['Q-AB'])
    for (const field of ['nothing', '__proto__'])
      expect(await codes('/erp/supplier', item({ field, rule: 'eq', val: 'x' }))).toBe(
        'request.invalid',
      )
    expect(await codes('/erp/supplier', { superQueryParams: '%%%' })).toBe('request.invalid')
    expect(
      await codes('/erp/supplier', { superQueryParams: '{"field":"code"}', code: 'Q-AB' }),
    ).toEqual(['Q-AB', 'Q-ABC'])
  })
})

describe('order and pages', () => {
  test('a column that may not be sorted by is passed over, an order that is none is refused', async () => {
    const newest = await codes('/erp/supplier', { column: 'phone', order: 'asc', code: 'Q-' })
    expect(newest).toEqual(CODES.toReversed())
    expect(
      await codes('/erp/supplier', { column: 'code_dictText', order: 'DESC', code: 'Q-' }),
    ).toEqual(CODES.toSorted().reverse())
    expect(
      await codes('/erp/supplier', { column: 'code', order: 'asc; drop table supplier' }),
    ).toBe('request.invalid')
    expect(await codes('/erp/supplier', { column: 'code; drop', order: 'asc' })).toBe(
      'request.invalid',
    )
  })

  test('a page is no larger than two hundred and no deeper than ten thousand', async () => {
    const answer = await staff.get('/erp/supplier/list', { pageSize: 99_999 })
    expect(answer.result).toMatchObject({ size: 200, current: 1, capped: false })
    expect((await staff.get('/erp/supplier/list', { pageNo: 10_000, pageSize: 10 })).error).toBe(
      'list.tooDeep',
    )
  })

  test('a parameter sent twice is refused', async () => {
    const answer = await staff.raw('GET', '/erp/supplier/list?code=Q-AB&code=Q-ABC')
    expect(answer).toMatchObject({ success: false, error: 'request.invalid' })
  })
})

describe('what every list takes', () => {
  test('when a row was made, from and to, by day or moment', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(
      await codes('/erp/supplier', { createTime_begin: today, createTime_end: today, code: 'Q-' }),
    ).toHaveLength(CODES.length)
    expect(await codes('/erp/supplier', { createTime_end: '2020-01-01', code: 'Q-' })).toEqual([])
    expect(
      await codes('/erp/supplier', { createTime_begin: '2999-01-01T00:00:00Z', code: 'Q-' }),
    ).toEqual([])
    // A moment of the year 10000 in UTC, and what only a program calls a date.
    for (const outside of ['yesterday', '9999-12-31T23:59:59-23:59', '+275760-09-13', '0000-01-01'])
      expect(await codes('/erp/supplier', { createTime_begin: outside })).toBe('request.invalid')
  })

  test('a query too long for an address comes as a body and means the same', async () => {
    const requested = [
      'Q-AB',
      'Q-XAB',
      ...Array.from(
        { length: 900 },
        (_, at) => `NO-SUCH-SUPPLIER-CODE-${String(at).padStart(12, '0')}`,
      ),
    ].join(',')
    const answer = await staff.post('/erp/supplier/list', {
      code_MultiString: requested,
      missing: 'code',
      pageNo: '1',
      pageSize: '1',
      column: 'code',
      order: 'asc',
    })
    expect(answer).toMatchObject({
      success: true,
      result: { total: 2, records: [{ code: 'Q-AB' }] },
    })
    expect((answer.result as { missing: string[] }).missing).toHaveLength(900)
    const file = await staff.post('/erp/supplier/exportXls', { code_MultiString: requested })
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect(await staff.post('/erp/supplier/list', { code: ['Q-AB'] })).toMatchObject({
      success: false,
      error: 'request.invalid',
    })
  })

  test('names the requested values it does not have, on any page and under the other filters', async () => {
    const missing = async (query: object) =>
      (
        (
          await staff.get('/erp/supplier/list', {
            code_MultiString: 'Q-AB, Q-ABC,NOPE,Q-AB,',
            missing: 'code',
            pageSize: 1,
            column: 'code',
            order: 'asc',
            ...query,
          })
        ).result as { missing?: string[] }
      ).missing
    expect([await missing({}), await missing({ pageNo: 2 }), await missing({ pageNo: 9 })]).toEqual(
      [['NOPE'], ['NOPE'], ['NOPE']],
    )
    expect(await missing({ currency_MultiString: 'CNY' })).toEqual(['Q-ABC', 'NOPE'])
    expect([
      await missing({ missing: undefined }),
      await missing({ missing: 'phone' }),
      await missing({ missing: 'currency' }),
      await missing({ missing: '__proto__' }),
    ]).toEqual([undefined, undefined, undefined, undefined])
    expect(
      await (async () =>
        (
          (
            await (
              await world().otherTenantUser()
            ).get('/erp/supplier/list', { code_MultiString: 'Q-AB', missing: 'code' })
          ).result as { missing?: string[] }
        ).missing)(),
    ).toEqual(['Q-AB'])
  })
})
