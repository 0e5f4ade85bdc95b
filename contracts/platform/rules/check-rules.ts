import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * What a typed value must look like, in segments (wire.md §6.3): `ruleJson` is a list of `{digits,
 * pattern, message}`.
 */
export const checkRuleList = crud(
  entity({
    name: 'check-rules',
    table: 'sys_check_rule',
    scope: 'tenant',
    label: 'ruleName',
    fields: {
      ruleName: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      ruleNameEn: text({ max: 100, filter: 'like', width: 180 }),
      ruleCode: text({
        required: true,
        max: 64,
        unique: true,
        filter: 'like',
        sort: true,
        width: 200,
      }),
      ruleJson: textarea({ required: true, max: 10_000 }),
      ruleDescription: textarea({ max: 500, show: ['list', 'form', 'detail'], width: 260 }),
    },
  }),
  {
    path: '/sys/checkRule',
    perm: 'sys:check',
    sort: { column: 'ruleCode', order: 'asc' },
  },
)

/** `*`: the whole value; else so many characters further on. */
export const checkSegment = z.object({
  digits: z.union([z.string(), z.number().transform(String)], { error: 'checkRule.digits' }).pipe(
    z
      .string()
      .trim()
      .regex(/^(\*|[1-9]\d{0,2})$/, { error: 'checkRule.digits' }),
  ),
  pattern: z
    .string({ error: 'field.required' })
    .min(1, { error: 'field.required' })
    .max(256, { error: 'field.tooLong' }),
  message: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(200, { error: 'field.tooLong' }),
  priority: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().max(2))
    .optional(),
})
export type CheckSegment = z.output<typeof checkSegment>
export const checkSegments = z
  .array(checkSegment, { error: 'checkRule.json' })
  .min(1, { error: 'field.required' })
  .max(20, { error: 'field.tooMany' })

export const checkRules = endpoints({
  /** `value` may be encoded twice. Refused with the failed segment as the result. */
  checkByCode: {
    method: 'GET',
    path: '/sys/checkRule/checkByCode',
    login: true,
    in: z.object({ ruleCode: z.string().max(64), value: z.string().max(2_000) }),
    out: z.null(),
  },
  /** Tries a value on segments that are not saved yet. */
  try: {
    method: 'POST',
    path: '/sys/checkRule/try',
    perm: 'sys:check:list',
    in: z.object({ ruleJson: z.string().max(10_000), value: z.string().max(2_000) }),
    out: z.object({
      passed: z.boolean(),
      message: z.string().nullable(),
      beginIndex: z.number().nullable(),
      endIndex: z.number().nullable(),
      checkValue: z.string().nullable(),
    }),
  },
})
