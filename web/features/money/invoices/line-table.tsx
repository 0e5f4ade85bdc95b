import type { InvoiceLine, VatLine } from '#contracts/money/invoices.parts.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** The name of a fee item, in the reader's language. */
export function useItemName(): (code: string) => string {
  const items = useDict('money_trade_item')
  return (code) => items.find(({ value }) => value === code)?.text ?? code
}

/** `DE 19 %`, why it is not taxed in words, or that it is not taxed yet. */
export function useTaxName() {
  const t = useT('invoices')
  const categories = useDict('tax_category')
  return (country: string | null, category: string | null, rate: number | null): string =>
    category === null
      ? t('untaxed')
      : category === 'S'
        ? [country, `${(rate ?? 0) / 100} %`].filter(Boolean).join(' ')
        : (categories.find(({ value }) => value === category)?.text ?? category)
}

export function LineTable({
  lines,
  currency,
}: {
  lines: readonly InvoiceLine[]
  currency: string
}) {
  const t = useT('invoices')
  const itemName = useItemName()
  const taxName = useTaxName()
  return (
    <div className="inv-scroll">
      <table className="inv-table">
        <thead>
          <tr>
            <th scope="col">{t('service')}</th>
            <th scope="col">{t('tradeItem')}</th>
            <th scope="col" className="inv-number">
              {t('count')}
            </th>
            <th scope="col">{t('taxCategory')}</th>
            <th scope="col" className="inv-number">{`${t('net')} ${currency}`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.lineNo}>
              <td>{line.service ?? t('noService')}</td>
              <td>{itemName(line.tradeItem)}</td>
              <td className="inv-number">{line.count}</td>
              <td>{taxName(line.taxCountry, line.taxCategory, line.taxRate)}</td>
              <td className="inv-number">
                <Money amount={line.net} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function VatTable({
  vat,
  row,
}: {
  vat: readonly VatLine[]
  row: { currency: string | null; net: string | null; tax: string | null; gross: string | null }
}) {
  const t = useT('invoices')
  const taxName = useTaxName()
  return (
    <div className="inv-scroll">
      <table className="inv-table">
        <thead>
          <tr>
            <th scope="col">{t('taxCategory')}</th>
            <th scope="col" className="inv-number">{`${t('taxable')} ${row.currency ?? ''}`}</th>
            <th scope="col" className="inv-number">{`${t('tax')} ${row.currency ?? ''}`}</th>
            <th scope="col" className="inv-number">{`${t('gross')} ${row.currency ?? ''}`}</th>
          </tr>
        </thead>
        <tbody>
          {vat.map((one) => (
            <tr key={`${one.country} ${one.category} ${one.rate}`}>
              <td>{taxName(one.country, one.category, one.rate)}</td>
              <td className="inv-number">
                <Money amount={one.taxable} />
              </td>
              <td className="inv-number">
                <Money amount={one.tax} />
              </td>
              <td />
            </tr>
          ))}
          <tr className="inv-total">
            <td />
            <td className="inv-number">
              <Money amount={row.net} />
            </td>
            <td className="inv-number">
              <Money amount={row.tax} />
            </td>
            <td className="inv-number">
              <Money amount={row.gross} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
