import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { dict, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * What is filled in by itself: a generator of the product by its name, with parameters as JSON.
 * Never a script.
 */
export const fillRuleList = crud(
  entity({
    name: 'fill-rules',
    table: 'sys_fill_rule',
    scope: 'tenant',
    label: 'ruleName',
    fields: {
      ruleCode: text({
        required: true,
        max: 64,
        unique: true,
        filter: 'like',
        sort: true,
        width: 180,
      }),
      ruleClass: dict('fill_generator', { required: true, filter: 'in', sort: true, width: 160 }),
      ruleParams: textarea({ max: 2_000, show: ['list', 'form', 'detail'], width: 320 }),
      // Last: what a form shows first is the screen's business.
      ruleName: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      ruleNameEn: text({ max: 100, filter: 'like', width: 180 }),
    },
  }),
  {
    path: '/sys/fillRule',
    perm: 'sys:fill',
    sort: { column: 'ruleCode', order: 'asc' },
  },
)

export const GENERATORS = ['serial', 'depart_code', 'category_code'] as const
/** Parts of a date in a serial number; letters and digits stand for nothing else. */
export const DATE_PATTERNS = [
  '',
  'yy',
  'yyyy',
  'yyMM',
  'yyyyMM',
  'yyMMdd',
  'yyyyMMdd',
  'yyyyMMddHH',
  'yyyyMMddHHmm',
  'yyyyMMddHHmmss',
  'yyyyMMddHHmmssSSS',
] as const
export const RESETS = ['never', 'year', 'month', 'day'] as const
export const serialParams = z.strictObject({
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,16}$/, { error: 'fillRule.prefix' })
    .default(''),
  date: z.enum(DATE_PATTERNS, { error: 'fillRule.date' }).default(''),
  digits: z
    .number()
    .int()
    .min(1, { error: 'fillRule.digits' })
    .max(12, { error: 'fillRule.digits' })
    .default(4),
  reset: z.enum(RESETS, { error: 'fillRule.reset' }).default('never'),
})
export type SerialParams = z.output<typeof serialParams>

const form = z.record(z.string().max(64), z.unknown()).nullish()
const code = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(64, { error: 'field.tooLong' })
export const fillRules = endpoints({
  testFillRule: {
    method: 'GET',
    path: '/sys/fillRule/testFillRule',
    perm: 'sys:fill:list',
    in: z.object({ ruleCode: code }),
    out: z.string(),
  },
  /** The body is the form: the generator reads the parent it names. */
  executeRuleByCode: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/fillRule/executeRuleByCode/{code}',
    login: true,
    rate: 'serials',
    acting: true,
    in: z.looseObject({ code }),
    out: z.string(),
  },
  executeRuleByCodeBatch: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/fillRule/executeRuleByCodeBatch',
    login: true,
    rate: 'serials',
    acting: true,
    in: z.object({
      commonFormData: form,
      rules: z
        .array(z.object({ ruleCode: code, formData: form }))
        .min(1, { error: 'field.required' })
        .max(50, { error: 'field.tooMany' }),
    }),
    out: z.array(z.object({ ruleCode: z.string(), result: z.string() })),
  },
})
