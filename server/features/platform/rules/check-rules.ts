import { errorCodeOf } from '#server/kit/http/texts.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { RE2JS } from 're2js'
import { sql } from 'kysely'
import {
  checkSegments,
  type checkRules,
  type CheckSegment,
} from '#contracts/platform/check-rules.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, Refusal } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Longest value a rule is asked about; the time taken grows with pattern × value and no faster. */
export const VALUE_MAX = 256

export interface Verdict {
  passed: boolean
  failed: (CheckSegment & { beginIndex: number; endIndex: number; checkValue: string }) | null
}

/** Segments of a rule's JSON, patterns proven to compile. @throws Refusal `field.*`/`checkRule.*` on `ruleJson` */
export function readSegments(json: string): CheckSegment[] {
  const refuse = (code: ErrorCode, data?: Record<string, unknown>): never =>
    failFields([{ path: 'ruleJson', code, ...(data ? { data } : {}) }])
  let found: unknown
  try {
    found = JSON.parse(json)
  } catch {
    return refuse('checkRule.json')
  }
  const parsed = checkSegments.safeParse(found)
  if (!parsed.success)
    return refuse(errorCodeOf(parsed.error.issues[0]?.message) ?? 'checkRule.json')
  for (const [at, { pattern }] of parsed.data.entries())
    if (!compiled(pattern)) refuse('checkRule.pattern', { n: at + 1 })
  return parsed.data
}

const compiledPatterns = new Map<string, RE2JS | null>()
/** A pattern for the engine whose time is linear: what only backtracking can do (look-behind, back-references) does not compile. */
function compiled(pattern: string): RE2JS | null {
  const known = compiledPatterns.get(pattern)
  if (known !== undefined) return known
  let made: RE2JS | null
  try {
    made = RE2JS.compile(pattern)
  } catch {
    made = null
  }
  if (compiledPatterns.size >= 500) compiledPatterns.clear()
  compiledPatterns.set(pattern, made)
  return made
}

/**
 * Walks a value by its segments (wire.md §6.3): `*` looks at all of it, a number at so many characters further on. A
 * pattern means the whole of what it is shown; a value that is too short shows what there is.
 */
export function evaluateSegments(segments: readonly CheckSegment[], value: string): Verdict {
  const letters = [...value]
  let at = 0
  for (const segment of segments) {
    const [beginIndex, endIndex] =
      segment.digits === '*'
        ? [0, letters.length]
        : [Math.min(at, letters.length), Math.min(at + Number(segment.digits), letters.length)]
    if (segment.digits !== '*') at = endIndex
    const checkValue = letters.slice(beginIndex, endIndex).join('')
    if (!compiled(segment.pattern)?.matches(checkValue))
      return { passed: false, failed: { ...segment, beginIndex, endIndex, checkValue } }
  }
  return { passed: true, failed: null }
}

/** Clients encode the value once more than the transport does; a value with a stray `%` is as it is. */
export function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export async function checkByCode(
  ctx: Ctx,
  { ruleCode, value }: { ruleCode: string; value: string },
): Promise<null> {
  const found = await sql<{
    ruleJson: string
  }>`select r.rule_json from ${ctx.rows('sysCheckRule').as('r')} where r.rule_code = ${ruleCode}`.execute(
    ctx.db,
  )
  const rule = found.rows[0] ?? fail('checkRule.missing')
  const requested = decodedOnce(value)
  if (requested.length > VALUE_MAX) fail('checkRule.tooLong', { max: VALUE_MAX })
  const { failed } = evaluateSegments(readSegments(rule.ruleJson), requested)
  if (failed) {
    const { digits, pattern, message, beginIndex, endIndex, checkValue } = failed
    throw new Refusal('checkRule.failed', {
      data: { text: message },
      result: { digits, pattern, message, beginIndex, endIndex, checkValue, passed: false },
    })
  }
  return null
}

export function tryValue(_ctx: Ctx, { ruleJson, value }: { ruleJson: string; value: string }) {
  if (value.length > VALUE_MAX) fail('checkRule.tooLong', { max: VALUE_MAX })
  const { passed, failed } = evaluateSegments(readSegments(ruleJson), value)
  return Promise.resolve({
    passed,
    message: failed?.message ?? null,
    beginIndex: failed?.beginIndex ?? null,
    endIndex: failed?.endIndex ?? null,
    checkValue: failed?.checkValue ?? null,
  })
}

const CODE = /^[A-Za-z0-9_-]{1,64}$/
export function requireCode(code: string | null | undefined): void {
  if (typeof code === 'string' && !CODE.test(code))
    failFields([{ path: 'ruleCode', code: 'rule.code' }])
}

export const checkRuleHooks: Hooks<typeof checkRules> = {
  beforeSave: (_tx, draft) => {
    requireCode(draft.ruleCode)
    if (typeof draft.ruleJson === 'string') readSegments(draft.ruleJson)
    return Promise.resolve()
  },
}
