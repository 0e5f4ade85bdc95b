import type { FormRule } from 'antd'
import type { z } from 'zod'
import type { Field } from '#contracts/kit/field.ts'
import { isMask } from '#contracts/kit/personal.ts'
import { moneyIssue } from '#contracts/kit/money.ts'
import type { T } from '../../text/i18n.ts'

/**
 * The contract's own schema as form rules: what the browser lets pass, the server will too. An
 * entry that is still missing is only reported on sending, not to a user who tabs past it.
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

/**
 * An amount by the decimals and the sign the server takes, in the same words; unchecked while the
 * currency is unknown.
 */
export function moneyRule(spec: Field, currency: string | null, t: T): FormRule {
  return {
    validator: (_: unknown, value: unknown) => {
      const text = typeof value === 'string' ? value.trim() : ''
      const issue = text && currency !== null ? moneyIssue(text, currency, spec.sign) : null
      if (!issue) return Promise.resolve()
      const { currency: code, decimals } = issue.data
      return Promise.reject(
        new Error(
          issueText(`field.${issue.code}`, t, { currency: code, decimals: decimals ?? '' }),
        ),
      )
    },
  }
}

function ruleOf(
  schema: z.ZodType,
  t: T,
  spec: Pick<Field, 'max' | 'min' | 'scale'> | undefined,
  filledOnly: boolean,
) {
  return {
    validator: (rule: object, value: unknown) => {
      const name = String(Reflect.get(rule, 'field') ?? '')
      const empty = value === null || value === undefined || value === ''
      // A mask is not sent unless it was changed, and then the server refuses it in words of its own.
      if (empty === filledOnly || isMask(name.slice(name.lastIndexOf('.') + 1), value))
        return Promise.resolve()
      const checked = schema.safeParse(value ?? null)
      if (checked.success) return Promise.resolve()
      return Promise.reject(
        new Error(issueText(checked.error.issues[0]?.message, t, boundsOf(spec))),
      )
    },
  }
}

const boundsOf = (spec: Pick<Field, 'max' | 'min' | 'scale'> | undefined) => ({
  max: spec?.max ?? '',
  min: spec?.min ?? '',
  scale: spec?.scale ?? '',
})

/**
 * Words for a contract's message code (`field.tooLong`); a code without words is never shown raw.
 */
export function issueText(
  code: string | undefined,
  t: T,
  data: Readonly<Record<string, string | number>>,
): string {
  return code && t.has(code) ? t(code, data) : t('field.invalid')
}
