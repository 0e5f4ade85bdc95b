import { TAX_ITEM } from '#contracts/money/tax.ts'
import type { TradeExplanation } from '#contracts/orders/charging.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Line = Pick<TradeExplanation, 'tradeItem' | 'taxCategory' | 'taxRate'>

/** What a line is called: a tax by its rate, what is not taxed with the reason. */
export function useItemName(): (line: Line) => string {
  const tax = useT('tax')
  const items = useDict('money_trade_item')
  const categories = useDict('tax_category')
  return ({ tradeItem, taxCategory, taxRate }) => {
    if (tradeItem === TAX_ITEM && taxRate !== null)
      return tax('line', { item: tax('vat'), rate: String(taxRate / 100) })
    const item = items.find(({ value }) => value === tradeItem)?.text ?? tradeItem
    if (taxCategory === null || taxCategory === 'S') return item
    const reason = categories.find(({ value }) => value === taxCategory)?.text ?? taxCategory
    return tax('untaxed', { item, reason })
  }
}
