import type { Explanation, QuoteOut } from '#contracts/commercial/rating.ts'
import type { T } from '../../../../kit/text/i18n.ts'

export interface PriceLine {
  key: string
  label: string
  formula: string
  why: string | null
  amount: string
}
export interface ExplainedPrice {
  steps: string[]
  lines: PriceLine[]
}

/**
 * A price in sentences: how weight and zone came about, then line by line what is charged, how it
 * is reckoned and why. `t` speaks the rating texts.
 */
export function explainPrice(quote: QuoteOut, t: T): ExplainedPrice {
  return {
    steps: quote.steps.map((step) => sentence(step, t)).filter((text) => text !== ''),
    lines: quote.lines.map((line, at) => ({
      key: `${at}:${line.ruleId}`,
      label: labelOf(line.tradeItem, t),
      formula: sentence(line, t),
      why: line.why ? sentence(line.why, t) || null : null,
      amount: line.amount,
    })),
  }
}

/** A sentence this version has no words for is left out: a raw code helps nobody. */
function sentence({ code, params }: Explanation, t: T): string {
  const key = `formula.${code}`
  return t.has(key) ? t(key, params) : ''
}
function labelOf(item: string, t: T): string {
  const key = `tradeItem.${item}`
  return t.has(key) ? t(key) : item
}
