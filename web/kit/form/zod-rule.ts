import type { FormRule } from 'antd'
import type { z } from 'zod'
import type { Field } from '#contracts/kit/field.ts'
import type { T } from '../text/i18n.ts'

/**
 * The contract's own schema as form rules: what the browser lets pass, the server will too. An entry that is still
 * missing is only told on sending, not to someone who tabs past it.
 */
export function zodRules(
  schema: z.ZodType,
  t: T,
  spec?: Pick<Field, 'max' | 'min' | 'scale'>,
): FormRule[] {
  return [
    { ...ruleOf(schema, t, spec, true) },
    { ...ruleOf(schema, t, spec, false), validateTrigger: 'onSubmit' },
  ]
}

function ruleOf(
  schema: z.ZodType,
  t: T,
  spec: Pick<Field, 'max' | 'min' | 'scale'> | undefined,
  filledOnly: boolean,
) {
  return {
    validator: (_: unknown, value: unknown) => {
      const empty = value === null || value === undefined || value === ''
      if (empty === filledOnly) return Promise.resolve()
      const checked = schema.safeParse(value ?? null)
      if (checked.success) return Promise.resolve()
      return Promise.reject(new Error(issueText(checked.error.issues[0]?.message, t, spec)))
    },
  }
}

/** Words for a contract's message code (`field.tooLong`); a code without words is never shown raw. */
export function issueText(
  code: string | undefined,
  t: T,
  spec?: Pick<Field, 'max' | 'min' | 'scale'>,
): string {
  if (!code || !t.has(code)) return t('field.invalid')
  return t(code, { max: spec?.max ?? '', min: spec?.min ?? '', scale: spec?.scale ?? '' })
}
