import { tax } from '#contracts/money/tax.ts'
import { useApi } from '../../../../../kit/http/query.ts'
import { useDict } from '../../../../../kit/http/dict.ts'
import { useT } from '../../../../../kit/text/i18n.ts'

/** Whether a price is without VAT or with it; nothing where the company charges none. */
export function TaxNote({
  customerId,
  country,
}: {
  customerId?: string | null | undefined
  country?: string | null | undefined
}) {
  const noteText = useT('tax')
  const categories = useDict('tax_category')
  const { data } = useApi(
    tax.note,
    {
      ...(customerId ? { customerId } : {}),
      ...(country && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    },
    { quiet: true, keepPrevious: true },
  )
  if (!data || data.prices === 'off') return null
  const { prices, category, rate } = data
  const words =
    category === null
      ? noteText(`note.${prices}`)
      : category === 'S'
        ? noteText(`note.${prices}.rate`, { rate: String((rate ?? 0) / 100) })
        : noteText('note.none', {
            reason: categories.find(({ value }) => value === category)?.text ?? category,
          })
  return <p className="order-price-weights">{words}</p>
}
