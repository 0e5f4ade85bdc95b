import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkRuleList } from '#contracts/platform/rules/check-rules.ts'
import {
  DATE_PATTERNS,
  fillRules,
  fillRuleList,
  RESETS,
} from '#contracts/platform/rules/fill-rules.ts'
import { departments } from '#contracts/platform/departments/departments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { decodedOnce, piecesOf } from './check-rules.ts'
import { periodOf, serialText, distinguishes } from './serial.ts'

const world = useWorld()

let admin: Client

let stranger: Client

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  stranger = await world().otherTenantUser()
})

const INJECTIONS = [
  "' or '1'='1",
  "'; drop table sys_user;--",
  '" or ""="',
  '1 union select password_hash from sys_user',
  "x' and pg_sleep(3)--",
  '(select pg_sleep(3))',
  '%',
  '_',
  '\\',
  '\u0000',
  '${7*7}',
  '__proto__',
  'constructor',
  'sys_user;--',
  'concat(username,password_hash)',
  '../../etc/passwd',
  '%27%20or%201=1',
  'a'.repeat(60),
]

describe('check rules', () => {
  const json = JSON.stringify([
    { digits: '2', pattern: '[A-Z]{2}', message: '前两位为大写字母' },
    { digits: 3, pattern: '\\d{3}', message: '后三位为数字' },
    { digits: '*', pattern: '.{5}', message: '共五位' },
  ])
  test('look at a value by segments and report which one failed where', async () => {
    await admin.call(checkRuleList.endpoints.add, {
      ruleName: '编码',
      ruleCode: 'five',
      ruleJson: json,
    } as never)
    const check = (value: string, client = admin) =>
      client.raw('GET', '/sys/checkRule/checkByCode', {
        query: { ruleCode: 'five', value },
        headers: { client_lang: 'zh_CN' },
      })
    expect((await check('AB123')).success).toBe(true)
    expect((await check(encodeURIComponent('AB123'))).success).toBe(true)
    expect(await check('Ab123')).toMatchObject({
      success: false,
      status: 200,
      message: '前两位为大写字母',
      result: {
        digits: '2',
        pattern: '[A-Z]{2}',
        beginIndex: 0,
        endIndex: 2,
        checkValue: 'Ab',
        passed: false,
      },
    })
    expect(await check('AB12')).toMatchObject({
      success: false,
      message: '后三位为数字',
      result: { beginIndex: 2, endIndex: 4, checkValue: '12' },
    })
    expect(await check('AB1234')).toMatchObject({
      success: false,
      message: '共五位',
      result: { digits: '*', checkValue: 'AB1234' },
    })
    for (const value of ['%', '%E0%A4%A', '', ...INJECTIONS])
      expect((await check(value)).status, value).toBe(200)
    expect(
      await admin.raw('GET', '/sys/checkRule/checkByCode', {
        query: { ruleCode: 'none', value: '1' },
        headers: { client_lang: 'zh_CN' },
      }),
    ).toMatchObject({ success: false, message: '该编码不存在' })
    expect((await check('AB123', stranger)).success).toBe(false)
    for (const ruleCode of INJECTIONS)
      expect(await admin.get('/sys/checkRule/checkByCode', { ruleCode, value: '1' })).toMatchObject(
        { status: 200, success: false },
      )
    expect(
      (await admin.post('/sys/checkRule/try', { ruleJson: json, value: 'AB12x' })).result,
    ).toMatchObject({ passed: false, beginIndex: 2, endIndex: 5, checkValue: '12x' })
  })

  test('cannot be saved with what does not compile or is too much, and hostile patterns cost little', async () => {
    const save = (segments: unknown) =>
      admin.post('/sys/checkRule/add', {
        ruleName: 'x',
        ruleCode: `c${Math.random().toString(36).slice(2)}`,
        ruleJson: typeof segments === 'string' ? segments : JSON.stringify(segments),
      })
    const one = (pattern: string, digits: unknown = '*') => [{ digits, pattern, message: 'no' }]
    for (const bad of [
      'x',
      '{}',
      '[]',
      '[1]',
      'null',
      one('[a-z'),
      one('(?=a)b'),
      one('(a)\\1'),
      one('(a{1000}){1000}'),
      one('a'.repeat(257)),
      one('a', '0'),
      one('a', '-1'),
      one('a', '1e9'),
      one('a', null),
      Array.from({ length: 21 }, () => one('a')[0]),
      [{ digits: '*', pattern: 'a' }],
    ])
      expect((await save(bad)).code, JSON.stringify(bad).slice(0, 80)).toBe(400)
    for (const pattern of ['(a+)+$', '(x+x+)+y', '(a|aa)+$', '([a-zA-Z]+)*$', '(.*a){20}']) {
      const made = await save(one(pattern))
      expect(made.success, pattern).toBe(true)
      expect(
        (
          await admin.get('/sys/checkRule/checkByCode', {
            ruleCode: (made.result as { ruleCode: string }).ruleCode,
            value: `${'a'.repeat(250)}!`,
          })
        ).status,
      ).toBe(200)
    }
    expect(
      (await admin.get('/sys/checkRule/checkByCode', { ruleCode: 'five', value: 'a'.repeat(257) }))
        .success,
    ).toBe(false)
    for (const ruleCode of ['a b', "x'", '<b>'])
      expect(
        (await admin.post('/sys/checkRule/add', { ruleName: 'x', ruleCode, ruleJson: json })).code,
      ).toBe(400)
  })

  test('walk a value without losing or repeating a letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        (digits, value) => {
          let at = 0
          const letters = [...value]
          for (const [n, size] of digits.entries()) {
            const segments = digits.slice(0, n + 1).map((one, k) => ({
              digits: String(one),
              pattern: k === n ? '[^\\s\\S]' : '[\\s\\S]*',
              message: 'm',
            }))
            expect(piecesOf(segments, value)[n]).toMatchObject({
              beginIndex: Math.min(at, letters.length),
              endIndex: Math.min(at + size, letters.length),
              checkValue: letters.slice(at, at + size).join(''),
            })
            at += size
          }
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(decodedOnce(encodeURIComponent(value.toWellFormed()))).toBe(value.toWellFormed())
      }),
    )
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(typeof decodedOnce(value)).toBe('string')
      }),
    )
  })
})

describe('fill rules', () => {
  const run = (client: Client, code: string, body: object = {}) =>
    client.put(`/sys/fillRule/executeRuleByCode/${code}`, body)
  test('of the product are there, give what they promise, and are each tenant’s own', async () => {
    expect((await run(admin, 'erp_no')).result).toMatch(/^PY\d{17}\d{3,}$/)
    expect(await admin.call(fillRules.testFillRule, { ruleCode: 'shop_order_num' })).toMatch(
      /^CN\d{14}\d{3,}$/,
    )
    const [top] = await admin.call(departments.queryTreeList, {})
    expect((await run(admin, 'org_num_role', { parentId: top!.id })).result).toMatch(
      new RegExp(`^${top!.orgCode}[A-Z]\\d\\d$`),
    )
    expect((await run(admin, 'category_code_rule', { pid: '' })).result).toMatch(/^[A-Z]\d\d$/)
    const batch = await admin.put('/sys/fillRule/executeRuleByCodeBatch', {
      commonFormData: { pid: '0' },
      rules: [{ ruleCode: 'category_code_rule', formData: {} }, { ruleCode: 'erp_no' }],
    })
    expect(batch.result).toEqual([
      { ruleCode: 'category_code_rule', result: expect.any(String) },
      { ruleCode: 'erp_no', result: expect.any(String) },
    ])
    expect((await run(stranger, 'org_num_role', { parentId: top!.id })).success).toBe(false)
    expect((await run(await world().as('customer'), 'org_num_role')).status).toBe(403)
    for (const code of INJECTIONS)
      expect((await run(admin, encodeURIComponent(code))).status, code).toBeLessThan(500)
    for (const parentId of [...INJECTIONS, {}, [], 1.5, true, '99999999999999999999'])
      expect(
        await run(admin, 'org_num_role', { parentId }),
        JSON.stringify(parentId),
      ).toMatchObject({ status: 200, success: false })
    expect((await run(admin, 'none')).success).toBe(false)
  })

  test('give no number twice, however many ask at once', async () => {
    await admin.call(fillRuleList.endpoints.add, {
      ruleName: 'n',
      ruleCode: 'many',
      ruleClass: 'serial',
      ruleParams: '{"prefix":"A-","date":"yyyyMMdd","digits":2,"reset":"day"}',
    } as never)
    const given = (await Promise.all(Array.from({ length: 120 }, () => run(admin, 'many')))).map(
      ({ result }) => String(result),
    )
    expect(new Set(given).size).toBe(120)
    expect(given.every((one) => /^A-\d{8}\d{2,}$/.test(one))).toBe(true)
  })

  test('name a generator of the house and parameters it knows, never anything else', async () => {
    const save = (draft: object) =>
      admin.post('/sys/fillRule/add', {
        ruleName: 'x',
        ruleCode: `f${Math.random().toString(36).slice(2)}`,
        ruleClass: 'serial',
        ruleParams: '{}',
        ...draft,
      })
    expect((await save({})).success).toBe(true)
    for (const bad of [
      { ruleClass: 'org.jeecg.Rule' },
      { ruleClass: 'constructor' },
      { ruleClass: '__proto__' },
      { ruleParams: 'x' },
      { ruleParams: '[]' },
      { ruleParams: '{"script":"1"}' },
      { ruleParams: '{"prefix":"${x}"}' },
      { ruleParams: '{"digits":99}' },
      { ruleParams: '{"date":"yyyy年"}' },
      { ruleParams: '{"reset":"hour"}' },
      { ruleParams: '{"reset":"day","date":"yyyyMM"}' },
      { ruleClass: 'depart_code', ruleParams: '{"a":1}' },
    ])
      expect((await save(bad)).code, JSON.stringify(bad)).toBe(400)
  })

  test('show no number twice over any two moments where the parameters may be saved', () => {
    const params = fc
      .record({
        prefix: fc.stringMatching(/^[A-Z]{0,3}$/),
        date: fc.constantFrom(...DATE_PATTERNS),
        digits: fc.integer({ min: 1, max: 6 }),
        reset: fc.constantFrom(...RESETS),
      })
      .filter(distinguishes)
    const moment = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        params,
        moment,
        moment,
        fc.bigInt({ min: 1n, max: 2_000_000n }),
        fc.bigInt({ min: 1n, max: 2_000_000n }),
        (p, a, b, m, n) => {
          const samePeriod = periodOf(p.reset, a) === periodOf(p.reset, b)
          fc.pre(!samePeriod || m !== n)
          // Within a period the counter differs; across periods the date does, which is as long on
          // both sides.
          expect(serialText(p, m, a)).not.toBe(serialText(p, n, b))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
