import type { ReturnAction } from '#contracts/returns/return-tracks.states.ts'

export interface StandingRule {
  priority: number
  sku: string | null
  /** Grades it is for, one letter each; null for any, also before grading. */
  grades: string | null
  maxValue: bigint | null
  currency: string
  maxWeight: number | null
  action: ReturnAction
}

/** What a return is like, as far as it is known. */
export interface ReturnFacts {
  skus: readonly string[]
  grade: string | null
  value: bigint | null
  currency: string
  weight: number | null
}

/**
 * The first rule by priority that fits decides. A condition on what is not known does not fit: a
 * value that was never entered is not below any limit.
 */
export function decideAction(
  rules: readonly StandingRule[],
  facts: ReturnFacts,
): StandingRule | null {
  return (
    rules.toSorted((a, b) => a.priority - b.priority).find((rule) => fitsRule(rule, facts)) ?? null
  )
}

export function fitsRule(rule: StandingRule, facts: ReturnFacts): boolean {
  if (rule.sku !== null && (facts.skus.length === 0 || facts.skus.some((sku) => sku !== rule.sku)))
    return false
  if (rule.grades !== null && (facts.grade === null || !rule.grades.includes(facts.grade)))
    return false
  if (rule.maxValue !== null) {
    if (facts.value === null || facts.currency !== rule.currency) return false
    if (facts.value > rule.maxValue) return false
  }
  return rule.maxWeight === null || (facts.weight !== null && facts.weight <= rule.maxWeight)
}

/** The conditions of a rule in short: what the track shows as the reason. */
export function ruleWords(rule: StandingRule): string {
  return [
    rule.sku,
    rule.grades,
    rule.maxValue === null ? null : `≤ ${rule.currency}`,
    rule.maxWeight === null ? null : `≤ ${rule.maxWeight / 1000} kg`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
