import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useT } from '../../../../kit/text/i18n.ts'
import { CurrencySelect } from './currency-select.tsx'
import { MAX_PRODUCTS, PRODUCT_FIELDS, type ProductDraft, type ProductField } from './draft.ts'
import { addProduct, removeProduct } from './draft-edit.ts'
import { fieldId, focusField } from './field-labels.ts'
import type { Issues, SetField } from './form-field.tsx'
import { GridCell } from './grid-cell.tsx'
import { pasteProducts } from './paste-grid.ts'
import type { EditDraft } from './parcels-section.tsx'

const SHAPE: Record<ProductField, { max: number; width: string; numeric?: true }> = {
  sku: { max: 60, width: '2 1 84px' },
  nameCn: { max: 120, width: '3 1 108px' },
  nameEn: { max: 120, width: '3 1 120px' },
  hscodeCn: { max: 12, width: '2 1 92px', numeric: true },
  hscodeForeign: { max: 12, width: '2 1 92px', numeric: true },
  quanlity: { max: 9, width: '1 1 52px', numeric: true },
  unitWeightKg: { max: 14, width: '1 1 68px', numeric: true },
  unitPrice: { max: 16, width: '1 1 72px', numeric: true },
  currency: { max: 3, width: '1 1 76px' },
}

/** What is in a parcel, one line per kind of goods; lines nobody wrote in are not sent. */
export function ProductLines({
  products,
  at,
  issues,
  set,
  edit,
}: {
  products: readonly ProductDraft[]
  at: number
  issues: Issues
  set: SetField
  edit: EditDraft
}) {
  const t = useT('shipments')
  const add = () => {
    edit((draft) => addProduct(draft, at))
    setTimeout(() => focusField(`parcels.${at}.products.${products.length}.sku`))
  }
  return (
    <div className="order-products">
      {products.map((product, line) => {
        const path = (field: string) => `parcels.${at}.products.${line}.${field}`
        const wrong = PRODUCT_FIELDS.flatMap((field) => issues[path(field)] ?? [])
        return (
          <div key={product.key} className="order-product">
            <div className="order-cells" data-first={line === 0 || undefined}>
              {PRODUCT_FIELDS.map((field) =>
                field === 'currency' ? (
                  <label key={field} className="order-cell" style={{ flex: SHAPE.currency.width }}>
                    <span>{t('field.currency')}</span>
                    <CurrencySelect
                      id={fieldId(path(field))}
                      value={product.currency}
                      onChange={(next) => set(path(field), next)}
                    />
                  </label>
                ) : (
                  <GridCell
                    key={field}
                    path={path(field)}
                    label={t(t.has(`grid.${field}`) ? `grid.${field}` : `field.${field}`)}
                    value={product[field]}
                    set={set}
                    issue={issues[path(field)]}
                    max={SHAPE[field].max}
                    width={SHAPE[field].width}
                    numeric={SHAPE[field].numeric ?? false}
                    onPasteCells={(cells) =>
                      edit((draft) => pasteProducts(draft, at, line, field, cells), 'parcels')
                    }
                  />
                ),
              )}
              <span className="order-cell-tools">
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('product.remove')}
                  title={t('product.remove')}
                  onClick={() => edit((draft) => removeProduct(draft, at, line), 'parcels')}
                />
              </span>
            </div>
            {wrong.map((issue) => (
              <p key={issue} className="order-issue">
                {issue}
              </p>
            ))}
          </div>
        )
      })}
      <Button
        type="link"
        size="small"
        icon={<PlusOutlined />}
        disabled={products.length >= MAX_PRODUCTS}
        onClick={add}
      >
        {t('product.add')}
      </Button>
    </div>
  )
}
