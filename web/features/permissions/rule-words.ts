import type { PermissionRule } from '#contracts/permissions.ts'
import { useT } from '../../kit/i18n.ts'

/** A rule as a sentence: field, condition, and what its value stands for. */
export function useRuleWords(): (rule: Pick<PermissionRule, 'ruleColumn_dictText' | 'ruleConditions' | 'ruleValue'>) => string {
  const t = useT('data-rules')
  return ({ ruleColumn_dictText, ruleConditions, ruleValue }) => {
    const name = /^#\{(\w+)\}$/.exec(ruleValue.trim())?.[1]
    const value = name !== undefined && t.has(`var.${name}`) ? t(`var.${name}`) : ruleValue
    return `${ruleColumn_dictText} ${t(`op.${ruleConditions}`)} ${value}`
  }
}
