import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { RE2JS } from 're2js'
import { expandedSize, shortPattern } from '#server/kit/patterns/pattern-cost.ts'
import { runPatterns } from '#server/kit/patterns/run-patterns.ts'
import { postalRules } from '#seeds/reference/postal-rules.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const segments = (patterns: readonly string[]) =>
  JSON.stringify(patterns.map((pattern) => ({ digits: '*', pattern, message: 'no' })))
const tryRule = async (patterns: readonly string[], value = 'a'.repeat(256)) => {
  const admin = await world().as('tenantAdmin')
  return admin.post('/sys/checkRule/try', { ruleJson: segments(patterns), value })
}
const issue = (answer: { result: unknown }) =>
  (answer.result as { issues?: { code: string }[] } | null)?.issues?.[0]?.code

describe('a check rule', () => {
  test('that costs too much is neither tried nor saved nor asked for', async () => {
    const costly = Array.from({ length: 20 }, (_, i) => `(((a{1,10}){1,10}){1,10})|c${i}`)
    expect(issue(await tryRule(costly))).toBe('checkRule.tooCostly')
    expect(issue(await tryRule(costly.slice(0, 1)))).toBe('checkRule.tooCostly')
    const six = Array.from({ length: 6 }, () => '\\d{2}')
    expect(issue(await tryRule(six, '12'))).toBe('checkRule.tooCostly')
    expect((await tryRule(six.slice(1), '12')).result).toMatchObject({ passed: true })
    const admin = await world().as('tenantAdmin')
    const ruleCode = 'costly'
    const saved = await admin.post('/sys/checkRule/add', {
      ruleName: 'Costly',
      ruleCode,
      ruleJson: segments(costly),
    })
    expect(issue(saved)).toBe('checkRule.tooCostly')
    // One stored before the limits were.
    await world().db.pool.query(
      `insert into sys_check_rule (tenant_id, rule_name, rule_code, rule_json)
        values ($1, 'Old', $2, $3)`,
      [world().tenantId, ruleCode, segments(costly)],
    )
    const sub = await world().as('sub')
    const asked = await sub.get('/sys/checkRule/checkByCode', { ruleCode, value: 'a'.repeat(256) })
    expect(issue(asked)).toBe('checkRule.tooCostly')
  })

  test('within the limits that takes its thread too long is ended there, while others are served', async () => {
    // 1,900 steps over 256 letters, and nothing a cheaper way of matching could shorten.
    const slow = ['((\\p{L}|\\pN|\\pP){1,17}){1,17}x']
    const pending = tryRule(slow)
    const health = await fetch(`${world().origin}/boot/health/live`)
    expect(health.status).toBe(200)
    const answer = await pending
    expect(issue(answer)).toBe('checkRule.tooCostly')
    expect((await tryRule(['[a-z]+'])).result).toMatchObject({ passed: true })
  })
})

describe('patterns of users', () => {
  test('are run again after their thread ended by itself', async () => {
    const order = [{ pattern: '^a+$', text: 'aa' }]
    const threads: Worker[] = []
    const note = (thread: Worker) => threads.push(thread)
    process.on('worker', note)
    try {
      // Ends the thread there may be, so the next order starts one that is seen here.
      expect(
        await runPatterns([{ pattern: '(((a{1,10}){1,10}){1,10})|c', text: 'a'.repeat(4096) }]),
      ).toBeNull()
      const first = await runPatterns(order)
      expect(first).not.toBeNull()
      await threads.at(-1)!.terminate()
      expect(await runPatterns(order)).toEqual(first)
    } finally {
      process.off('worker', note)
    }
  })
  test('are never estimated at less than they compile to', () => {
    for (const pattern of [
      '[A-Z]{2}\\d{9}[A-Z]{2}',
      '(((a{1,10}){1,10}){1,10})|c1',
      '(a{1000})',
      '(\\p{L}{1,30}){1,30}',
      '(a|b|c){1,200}x{1,300}',
      '[^x]{1,1000}',
      '(?i)(?:ab?){3,}[]x{9}]{2,5}\\{7\\}',
      '((a?){20}b*){30}',
      '[[:alpha:]]{40}\\x{41}{3}',
      '(?P<n>a{5}){5}',
      'a**',
    ]) {
      let size: number
      try {
        size = RE2JS.compile(pattern).programSize()
      } catch {
        continue
      }
      // Two are the start and the match.
      expect(expandedSize(pattern) * 2 + 8, pattern).toBeGreaterThanOrEqual(size)
    }
    expect(expandedSize('\\Qa\\E{1000}')).toBe(Infinity)
  })

  test('that do not compile are distinguished from those that do not fit', async () => {
    expect(
      await runPatterns([
        { pattern: '(', text: 'a' },
        { pattern: 'a', text: 'b' },
        { pattern: 'a', text: 'a' },
      ]),
    ).toEqual([null, { size: 3, fits: false }, { size: 3, fits: true }])
  })
})

describe('a rule for postal codes', () => {
  test('is refused where it could run away; every rule that comes with the product is short', async () => {
    expect(postalRules().filter(({ pattern }) => shortPattern(pattern) === null)).toEqual([])
    const admin = await world().as('tenantAdmin')
    const save = (pattern: string) =>
      admin.post('/erp/postalRule/add', { country: 'AQ', pattern, sample: 'x' })
    for (const pattern of ['(?=a)b', '(', '(a)\\1', '(\\d{1,30}){1,30}'])
      expect(issue(await save(pattern)), pattern).toBe('postalRule.pattern')
    expect((await save('(a+)+')).success).toBe(true)
  })
})
