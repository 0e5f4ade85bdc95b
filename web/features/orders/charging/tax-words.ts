import type { OrderCharge } from '#contracts/orders/charging.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Line = OrderCharge['lines'][number]

/** What a line of a charge is called: a tax by its rate, what is not taxed with the reason. */
export function useTaxWords(): (line: Line, item: string) => string {
  const t = useT('charging')
  const tax = useT('tax')
  const categories = useDict('tax_category')
  return ({ tax: isTax, taxCategory, taxRate }, item) => {
    if (isTax && taxRate !== null)
      return tax('line', { item: tax('vat'), rate: String(taxRate / 100) })
    if (isTax) return t('order.tax', { item })
    if (taxCategory === null || taxCategory === 'S') return item
    const reason = categories.find(({ value }) => value === taxCategory)?.text ?? taxCategory
    return tax('untaxed', { item, reason })
  }
}
