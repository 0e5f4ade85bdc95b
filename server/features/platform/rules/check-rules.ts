import { errorCodeOf } from '#server/kit/http/texts.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { sql } from 'kysely'
import {
  checkSegments,
  type checkRuleList,
  type CheckSegment,
} from '#contracts/platform/rules/check-rules.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, Refusal } from '#server/kit/http/errors.ts'
import { expandedSize } from '#server/kit/patterns/pattern-cost.ts'
import type { PatternReply } from '#server/kit/patterns/pattern-worker.ts'
import { runPatterns } from '#server/kit/patterns/run-patterns.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Longest value a rule is asked about; the time taken grows with pattern × value and no faster. */
export const VALUE_MAX = 256

interface Verdict {
  passed: boolean
  failed: (CheckSegment & { beginIndex: number; endIndex: number; checkValue: string }) | null
}

/** What a rule's patterns may compile to together, and how many of them may count repetitions. */
const SIZE_MAX = 2_000
const COUNTED_MAX = 5
const refuse = (code: ErrorCode, data?: Record<string, unknown>): never =>
  failFields([{ path: 'ruleJson', code, ...(data ? { data } : {}) }])

/**
 * Segments of a rule's JSON, small enough to be compiled. @throws Refusal `field.*`/`checkRule.*`
 * on `ruleJson`
 */
export function readSegments(json: string): CheckSegment[] {
  let found: unknown
  try {
    found = JSON.parse(json)
  } catch {
    return refuse('checkRule.json')
  }
  const parsed = checkSegments.safeParse(found)
  if (!parsed.success)
    return refuse(errorCodeOf(parsed.error.issues[0]?.message) ?? 'checkRule.json')
  const patterns = parsed.data.map(({ pattern }) => pattern)
  if (
    patterns.reduce((sum, pattern) => sum + expandedSize(pattern), 0) > SIZE_MAX ||
    patterns.filter((pattern) => /\{\d/.test(pattern)).length > COUNTED_MAX
  )
    refuse('checkRule.tooCostly')
  return parsed.data
}

/**
 * Proves that the patterns compile. What only backtracking can do (look-behind, back-references)
 * does not.
 */
async function requireSound(segments: readonly CheckSegment[]): Promise<void> {
  requireRun(await runPatterns(segments.map(({ pattern }) => ({ pattern, text: null }))))
}

/** @throws Refusal where the patterns took too long, do not compile, or compile to too much */
function requireRun(replies: readonly PatternReply[] | null): readonly { fits: boolean }[] {
  if (replies === null) return refuse('checkRule.tooCostly')
  const sound = replies.map((reply, at) => reply ?? refuse('checkRule.pattern', { n: at + 1 }))
  if (sound.reduce((sum, { size }) => sum + size, 0) > SIZE_MAX) refuse('checkRule.tooCostly')
  return sound
}

/**
 * What each segment of a rule looks at (wire.md §6.3): `*` at all of the value, a number at so many
 * characters further on; a value that is too short shows what there is.
 */
export function piecesOf(
  segments: readonly CheckSegment[],
  value: string,
): NonNullable<Verdict['failed']>[] {
  const letters = [...value]
  let at = 0
  return segments.map((segment) => {
    const [beginIndex, endIndex] =
      segment.digits === '*'
        ? [0, letters.length]
        : [Math.min(at, letters.length), Math.min(at + Number(segment.digits), letters.length)]
    if (segment.digits !== '*') at = endIndex
    return {
      ...segment,
      beginIndex,
      endIndex,
      checkValue: letters.slice(beginIndex, endIndex).join(''),
    }
  })
}

/**
 * A pattern means the whole of what it is shown; the first segment that does not fit is the
 * verdict.
 */
async function verdictOn(segments: readonly CheckSegment[], value: string): Promise<Verdict> {
  const pieces = piecesOf(segments, value)
  const replies = requireRun(
    await runPatterns(pieces.map(({ pattern, checkValue }) => ({ pattern, text: checkValue }))),
  )
  const failed = pieces.find((_, at) => !replies[at]?.fits) ?? null
  return { passed: failed === null, failed }
}

/**
 * Clients encode the value once more than the transport does; a value with a stray `%` is as it is.
 */
export function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The segment of a tenant's rule a value fails; undefined where there is no such rule. */
export async function failedSegment(
  ctx: Ctx,
  ruleCode: string,
  value: string,
): Promise<Verdict['failed'] | undefined> {
  const found = await sql<{
    ruleJson: string
  }>`select r.rule_json
    from ${ctx.rows('sysCheckRule').as('r')} where r.rule_code = ${ruleCode}`.execute(ctx.db)
  const rule = found.rows[0]
  if (!rule) return undefined
  if (value.length > VALUE_MAX) fail('checkRule.tooLong', { max: VALUE_MAX })
  return (await verdictOn(readSegments(rule.ruleJson), value)).failed
}

export async function checkByCode(
  ctx: Ctx,
  { ruleCode, value }: { ruleCode: string; value: string },
): Promise<null> {
  const failed = await failedSegment(ctx, ruleCode, decodedOnce(value))
  if (failed === undefined) fail('checkRule.missing')
  if (failed) {
    const { digits, pattern, message, beginIndex, endIndex, checkValue } = failed
    throw new Refusal('checkRule.failed', {
      data: { text: message },
      result: { digits, pattern, message, beginIndex, endIndex, checkValue, passed: false },
    })
  }
  return null
}

export async function tryValue(
  _ctx: Ctx,
  { ruleJson, value }: { ruleJson: string; value: string },
) {
  if (value.length > VALUE_MAX) fail('checkRule.tooLong', { max: VALUE_MAX })
  const { passed, failed } = await verdictOn(readSegments(ruleJson), value)
  return {
    passed,
    message: failed?.message ?? null,
    beginIndex: failed?.beginIndex ?? null,
    endIndex: failed?.endIndex ?? null,
    checkValue: failed?.checkValue ?? null,
  }
}

const CODE = /^[A-Za-z0-9_-]{1,64}$/
export function requireCode(code: string | null | undefined): void {
  if (typeof code === 'string' && !CODE.test(code))
    failFields([{ path: 'ruleCode', code: 'rule.code' }])
}

export const checkRuleHooks: Hooks<typeof checkRuleList> = {
  beforeSave: async (_tx, draft) => {
    requireCode(draft.ruleCode)
    if (typeof draft.ruleJson === 'string') await requireSound(readSegments(draft.ruleJson))
  },
}
