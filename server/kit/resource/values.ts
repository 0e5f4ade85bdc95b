import { asErrorCode } from '../http/texts.ts'
import type { ErrorCode } from '../runtime/error-codes.ts'
import type { Field } from '#contracts/kit/field.ts'
import { formatMoney, moneyIssue } from '#contracts/kit/money.ts'
import { gramsToKg, mmToCm } from '#contracts/kit/units.ts'

/** Why `toDatabase` answers undefined: the message's code and what it names. */
export function valueIssue(
  spec: Field,
  value: unknown,
  currency: string | null,
): { code: ErrorCode; data: Record<string, unknown> } {
  const issue = spec.type === 'money' ? moneyIssue(String(value), currency, spec.sign) : null
  return { code: asErrorCode(`field.${issue?.code ?? spec.type}`), data: { ...issue?.data } }
}

/**
 * A database value as the wire carries it. Throws RangeError on an amount without a known currency.
 */
export function toWire(spec: Field, value: unknown, currency: string | null): unknown {
  if (value === null || value === undefined) return null
  switch (spec.type) {
    case 'weight':
      return gramsToKg(Number(value))
    case 'length':
      return mmToCm(Number(value))
    case 'money':
      return formatMoney({ minor: BigInt(value as string | number), currency: currency ?? '' })
    case 'int':
      return Number(value)
    case 'bool':
      return value === true
    default:
      return String(value)
  }
}
