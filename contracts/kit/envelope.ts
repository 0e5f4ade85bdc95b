import { z } from 'zod'

/** Languages of the interface; the header `client_lang` carries one of them. */
export const LANGS = ['zh_CN', 'en_US'] as const
export type Lang = (typeof LANGS)[number]
export const DEFAULT_LANG: Lang = 'zh_CN'
/** Languages of pages and mails for those outside: who waits for a parcel reads more of them. */
export const PUBLIC_LANGS = [...LANGS, 'de_DE', 'fr_FR'] as const
export type PublicLang = (typeof PUBLIC_LANGS)[number]

/**
 * Body codes (decisions.md, "Answers"): success is 200; refusals a person can act on travel with
 * HTTP 200.
 */
export const CODES = {
  ok: 200,
  partly: 201,
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  tooLarge: 413,
  rule: 422,
  tooMany: 429,
  broken: 500,
  unavailable: 503,
} as const

/**
 * What every JSON answer looks like; all five keys are always there. `requestId` is our addition.
 */
export interface Envelope<T = unknown> {
  success: boolean
  message: string
  code: number
  result: T
  timestamp: number
  requestId?: string
  /** The catalogue's code of a refusal (`shipment.notCancellable`), for programs. */
  error?: string
  /** Names of the accounts in `createBy`, `updateBy` … of the result. */
  names?: Readonly<Record<string, string>>
}

/** One refused field: `path` is the field's place in the body (`parcels.0.weightKg`). */
export const issue = z.object({ path: z.string(), code: z.string(), message: z.string() })
export type Issue = z.infer<typeof issue>

/** Outcome of one row of a bulk call. */
export const bulkRow = z.object({
  id: z.string(),
  ok: z.boolean(),
  label: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** All that is refused of the row, by field, where more is known than the one message. */
  issues: z.array(issue).optional(),
  /** Of a row that went through: what may still be asked about. */
  warnings: z.array(issue).optional(),
})
export type BulkRow = z.infer<typeof bulkRow>

/** What a bulk call answers: every row once, in the order they were done. */
export const bulkResult = z.object({
  done: z.number(),
  failed: z.number(),
  rows: z.array(bulkRow),
})
export type BulkResult = z.infer<typeof bulkResult>

const ID_MAX = '9223372036854775807'
/** Digits, no larger than the database has ids. */
export const isId = (text: string): boolean =>
  /^\d{1,19}$/.test(text) && (text.length < ID_MAX.length || text <= ID_MAX)
export const idText = z
  .string()
  // What was left empty is missing, not unknown.
  .min(1, { error: 'field.required', abort: true })
  .regex(/^\d{1,19}$/, { error: 'field.ref', abort: true })
  .refine(isId, { error: 'field.ref' })
/** A moment with its offset; also in UTC within the years a date has four digits for. */
export const moment = z.iso
  .datetime({ offset: true, error: 'field.datetime', abort: true })
  .refine((text) => /^(?!0000)\d{4}-/.test(new Date(text).toISOString()), {
    error: 'field.datetime',
  })
/** The largest whole number of a column. */
export const INT_MAX = 2_147_483_647
/** Which version of a row was changed; compared with the row's own. */
export const rowVersion = z
  .number({ error: 'field.int' })
  .int()
  .max(INT_MAX, { error: 'field.tooLarge' })

/** Ids as the family sends them: an array, or `a,b,` with a trailing comma. At most 1,000. */
export const idList = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean)
      : value,
  z.array(idText).min(1, { error: 'field.required' }).max(1000, { error: 'field.tooMany' }),
)
/** What a list's rows are part of; screens that have chosen nothing yet ask without it. */
export const partOf = z.preprocess((value) => (value === '' ? undefined : value), idText.optional())

/** A cell of a file that was refused. `row` as the file counts; `column`: the file's heading. */
export const cellError = z.object({
  row: z.number().int(),
  column: z.string(),
  code: z.string(),
  message: z.string(),
})

/** Of the named fields exactly one is sent; the description of the API lists them, its example has the first. */
export function oneOf<T extends z.ZodObject>(
  shape: T,
  names: readonly (keyof T['shape'] & string)[],
  { missing = 'field.required', several }: { missing?: string; several: string },
): T {
  return shape
    .check(({ value, issues }) => {
      const sent = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined)
      if (sent.length === 1) return
      const none = sent.length === 0
      issues.push({
        code: 'custom',
        input: value,
        message: none ? missing : several,
        path: [none ? names[0]! : sent[1]!],
      })
    })
    .meta({ anyOf: names.map((name) => ({ required: [name] })) })
}
