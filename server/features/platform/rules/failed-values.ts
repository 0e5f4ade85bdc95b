import { sql } from 'kysely'
import { CHECKED_FORMS, type CheckedForm } from '#contracts/platform/rules/checked-fields.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { runPatterns } from '#server/kit/patterns/run-patterns.ts'
import { piecesOf, readSegments, VALUE_MAX } from './check-rules.ts'

export interface FailedValue {
  code: ErrorCode
  data?: Record<string, unknown>
}
export type FailedValues<F extends CheckedForm> = ReadonlyMap<
  keyof (typeof CHECKED_FORMS)[F],
  ReadonlyMap<string, FailedValue>
>

/** Values asked at once: their patterns share the time of one run. */
const AT_ONCE = 100

/** Of many values of a form's fields those that fail the tenant's rules, with the reason. */
export async function failedValues<F extends CheckedForm>(
  ctx: Ctx,
  form: F,
  values: Readonly<Record<keyof (typeof CHECKED_FORMS)[F], ReadonlySet<string>>>,
): Promise<FailedValues<F>> {
  const fields = Object.entries(CHECKED_FORMS[form]) as [keyof (typeof CHECKED_FORMS)[F], string][]
  const rules = await sql<{ code: string; json: string }>`select r.rule_code as code,
      r.rule_json as json
    from ${ctx.rows('sysCheckRule').as('r')}
    where r.rule_code = any(${fields.map(([, code]) => code)}::text[])`.execute(ctx.db)
  const found = new Map<keyof (typeof CHECKED_FORMS)[F], ReadonlyMap<string, FailedValue>>()
  for (const [field, code] of fields) {
    const rule = rules.rows.find((one) => one.code === code)
    if (rule) found.set(field, await failedOf(rule.json, [...values[field]]))
  }
  return found
}

async function failedOf(
  json: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, FailedValue>> {
  const segments = readSegments(json)
  const failed = new Map<string, FailedValue>()
  const ask = async (some: readonly string[]): Promise<void> => {
    const pieces = some.map((value) => piecesOf(segments, value))
    const replies = await runPatterns(
      pieces.flat().map(({ pattern, checkValue }) => ({ pattern, text: checkValue })),
    )
    if (replies === null && some.length === 1)
      return void failed.set(some[0]!, { code: 'checkRule.tooCostly' })
    if (replies === null) {
      const half = Math.ceil(some.length / 2)
      await ask(some.slice(0, half))
      return ask(some.slice(half))
    }
    for (const [at, value] of some.entries()) {
      const piece = pieces[at]!.find((_, place) => !replies[at * segments.length + place]?.fits)
      if (piece) failed.set(value, { code: 'checkRule.failed', data: { text: piece.message } })
    }
  }
  const short = values.filter((value) => value !== '' && value.length <= VALUE_MAX)
  for (let at = 0; at < short.length; at += AT_ONCE) await ask(short.slice(at, at + AT_ONCE))
  return failed
}
