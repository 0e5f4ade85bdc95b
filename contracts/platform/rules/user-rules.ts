import { z } from 'zod'

/**
 * Sign-in names are plain: two that look alike are one (no letters of other scripts, no blanks).
 */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/
/**
 * A Chinese mobile number, one of the company's country with its leading zero, or any number in
 * international form.
 */
export const MOBILE = /^(?:1[3-9]\d{9}|(?:\+|00?)[1-9][\d ()/-]{6,20}\d)$/
/** A Chinese landline with its area code, or any number in international form. */
export const TELEPHONE = /^(?:0\d{2,3}-[1-9]\d{6,7}(?:-\d{1,6})?|\+[1-9][\d ()-]{6,20}\d)$/

const emptyIsNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : value
const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .max(max, { error: 'field.tooLong' })
    .refine((value) => !value.includes('\0'), { error: 'field.text' })
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(emptyIsNull, schema.nullable().optional())

/** A field that must be filled, reported as `field.required` where it is not. */
const required = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    emptyIsNull,
    z
      .custom<unknown>((value) => value !== null && value !== undefined, {
        error: 'field.required',
      })
      .pipe(schema),
  )

export const username = required(
  line(64).pipe(z.string().regex(USERNAME, { error: 'field.username' })),
)
export const userFields = {
  realname: required(line(60)),
  nickname: optional(line(60)),
  workNo: optional(line(30)),
  sex: optional(
    z.union(
      [
        z.enum(['1', '2']),
        z.literal([1, 2]).transform((value): '1' | '2' => (value === 1 ? '1' : '2')),
      ],
      { error: 'field.dict' },
    ),
  ),
  birthday: optional(
    z
      .string({ error: 'field.date' })
      .trim()
      .transform((value) => value.slice(0, 10))
      .pipe(z.iso.date({ error: 'field.date' })),
  ),
  phone: optional(line(40).pipe(z.string().regex(MOBILE, { error: 'field.mobile' }))),
  email: optional(line(120).pipe(z.email({ error: 'field.email' }))),
  telephone: optional(line(40).pipe(z.string().regex(TELEPHONE, { error: 'field.telephone' }))),
}
/**
 * As it was typed; whether it is good enough is decided by the server
 * (contracts/platform/session/passwords.ts).
 */
export const passwordText = z.string({ error: 'field.text' }).max(200, { error: 'field.tooLong' })

/** `a,b,` or an array; absent stays absent, which is not the same as empty. */
export const idsText = z
  .preprocess(
    (value) =>
      value === null
        ? []
        : typeof value === 'string'
          ? value
              .split(',')
              .map((id) => id.trim())
              .filter(Boolean)
          : value,
    z
      .array(z.string({ error: 'field.ref' }).regex(/^\d{1,18}$/, { error: 'field.ref' }))
      .max(200, { error: 'field.tooMany' }),
  )
  .optional()
export const codesText = z
  .preprocess(
    (value) =>
      value === null
        ? []
        : typeof value === 'string'
          ? value
              .split(',')
              .map((code) => code.trim())
              .filter(Boolean)
          : value,
    z
      .array(z.string({ error: 'field.text' }).max(64, { error: 'field.tooLong' }))
      .max(50, { error: 'field.tooMany' }),
  )
  .optional()

/** The path of an upload; left as it is where it is not sent. */
export const avatarPath = z.preprocess(
  (value) => (value === '' ? null : value),
  z.string({ error: 'field.text' }).max(100, { error: 'field.ref' }).nullable().optional(),
)
export const departName = optional(line(100))

/** The writable part. `customerId` counts when a user is added and never again. */
export const userDraft = z.object({
  ...userFields,
  avatar: avatarPath,
  userIdentity: z.preprocess(
    (value) => (value === null || value === '' ? undefined : String(value)),
    z.enum(['1', '2'], { error: 'field.dict' }).optional(),
  ),
  post: codesText,
  departIds: idsText,
  selectedroles: idsText,
  selecteddeparts: idsText,
  depotIds: idsText,
  relTenantIds: idsText,
})
export type UserDraft = z.output<typeof userDraft>
