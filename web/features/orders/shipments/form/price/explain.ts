import type { Explanation, QuoteOut } from '#contracts/commercial/rating.ts'
import { transitWords } from '#contracts/commercial/transit.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { paramsIn } from '#contracts/kit/names.ts'
import type { T } from '../../../../../kit/text/i18n.ts'

export interface PriceLine {
  key: string
  label: string
  formula: string
  why: string | null
  amount: string
}
export interface ExplainedPrice {
  /** Working days to the address; empty where none are promised. */
  days: string
  steps: string[]
  lines: PriceLine[]
}

/**
 * A price in sentences: how weight and zone came about, then line by line what is charged, how it
 * is reckoned and why. `t` speaks the rating texts.
 */
export function explainPrice(quote: QuoteOut, t: T, lang: Lang): ExplainedPrice {
  const days = transitWords(quote.transit)
  return {
    days: days ? t(`days.${days.name}`, days.params) : '',
    steps: quote.steps.map((step) => sentence(step, t, lang)).filter((text) => text !== ''),
    lines: quote.lines.map((line, at) => ({
      key: `${at}:${line.ruleId}`,
      label: labelOf(line.tradeItem, t),
      formula: sentence(line, t, lang),
      why: line.why ? sentence(line.why, t, lang) || null : null,
      amount: line.amount,
    })),
  }
}

/** A sentence this version has no words for is left out: a raw code does not help. */
export function sentence({ code, params }: Explanation, t: T, lang: Lang): string {
  const key = `formula.${code}`
  return t.has(key) ? t(key, paramsIn(params, lang)) : ''
}
function labelOf(item: string, t: T): string {
  const key = `tradeItem.${item}`
  return t.has(key) ? t(key) : item
}
