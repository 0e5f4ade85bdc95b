import type { PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** A rule as a sentence: field, condition, and what it compares with. */
export function useRuleTexts(): (
  rule: Pick<PermissionRule, 'ruleColumn_dictText' | 'ruleConditions' | 'ruleValue_dictText'>,
) => string {
  const t = useT('data-rules')
  return ({ ruleColumn_dictText, ruleConditions, ruleValue_dictText }) =>
    `${ruleColumn_dictText} ${t(`op.${ruleConditions}`)} ${ruleValue_dictText}`
}
