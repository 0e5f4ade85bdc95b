import { CloseOutlined, EllipsisOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../../kit/text/i18n.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import { LineCell } from '../../../../../kit/form/lines/line-cell.tsx'
import type { Issues } from '../../../../../kit/form/use-entry.tsx'
import { FieldFindings, HsPicker, SkuMemory, useFindingsAt } from '../../../customs/index.ts'
import {
  MAX_PRODUCTS,
  PRODUCT_DETAILS,
  PRODUCT_FIELDS,
  type ProductDetail,
  type ProductDraft,
  type ProductField,
} from '../draft/draft.ts'
import { CodeSelect } from './code-select.tsx'
import { SkuList } from './sku-list.tsx'
import { addProduct, completeProduct, fillProduct, removeProduct } from '../draft/draft-edit.ts'
import { ORDER } from '../field-labels.ts'
import type { LineTools } from '../draft/line-tools.ts'

/** Cells that are chosen: a code cut from a name would be another country's. */
const CHOSEN = { currency: 'currency', origin: 'country' } as const
const isChosen = (field: string): field is keyof typeof CHOSEN => field in CHOSEN

// A line is one row at 1280 px, with ten digits of a code read whole in any font.
const SHAPE: Record<ProductField | 'origin', { max: number; width: string; numeric?: true }> = {
  sku: { max: 60, width: '2 1 68px' },
  nameCn: { max: 120, width: '3 1 86px' },
  nameEn: { max: 120, width: '3 1 94px' },
  hscodeCn: { max: 12, width: '2 1 104px', numeric: true },
  hscodeForeign: { max: 12, width: '2 1 104px', numeric: true },
  quanlity: { max: 9, width: '1 1 52px', numeric: true },
  unitWeightKg: { max: 14, width: '1 1 68px', numeric: true },
  unitPrice: { max: 16, width: '1 1 68px', numeric: true },
  currency: { max: 3, width: '1 1 76px' },
  origin: { max: 2, width: '1 1 76px' },
}

/** What each kind of goods needs, whatever the service. */
const NEEDED: readonly string[] = ['quanlity', 'unitWeightKg', 'unitPrice']

const DETAIL_MAX: Readonly<Record<Exclude<ProductDetail, 'origin'>, number>> = {
  material: 120,
  usage: 120,
  brand: 60,
  model: 60,
  unit: 12,
  shopUrl: 500,
  photoUrl: 500,
  remark: 200,
}

/** What is in a parcel, one line per kind of goods; lines without entries are not sent. */
export function ProductLines({
  products,
  at,
  origin,
  issues: refused,
  tools,
}: {
  products: readonly ProductDraft[]
  at: number
  origin: boolean
  issues: Issues
  tools: LineTools
}) {
  const t = useT('shipments')
  const add = () => {
    tools.edit((draft) => addProduct(draft, at))
    tools.focus(`parcels.${at}.products.${products.length}.sku`)
  }
  // Suggestions are asked for where the cursor is.
  const [cursor, setCursor] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const found = useFindingsAt(`parcels.${at}.products.`)
  // What customs refuse marks its own field; what they ask about is there to be jumped to.
  const issues: Issues = {
    ...Object.fromEntries(
      found
        .filter(({ severity }) => severity === 'error')
        .map(({ path, message }) => [path, message]),
    ),
    ...refused,
  }
  const inLine = origin ? ([...PRODUCT_FIELDS, 'origin'] as const) : PRODUCT_FIELDS
  const inDetails = PRODUCT_DETAILS.filter((field) => !origin || field !== 'origin')
  return (
    <div className="order-products" onFocus={({ target }) => setCursor(target.id)}>
      {products.map((product, line) => {
        const path = (field: string) => `parcels.${at}.products.${line}.${field}`
        const wrong = [...PRODUCT_FIELDS, ...PRODUCT_DETAILS].flatMap(
          (field) => refused[path(field)] ?? [],
        )
        const details =
          opened.has(product.lineKey) ||
          inDetails.some(
            (field) =>
              product[field] ||
              issues[path(field)] ||
              found.some((one) => one.path === path(field)),
          )
        const skuId = fieldId(ORDER, path('sku'))
        const chosen = (field: keyof typeof CHOSEN) => (
          <label key={field} className="py-line-cell" style={{ flex: SHAPE[field].width }}>
            {field === 'currency' ? (
              <span data-required>{t('field.currency')}</span>
            ) : (
              <span>{t('product.origin')}</span>
            )}
            <CodeSelect
              dict={CHOSEN[field]}
              form={ORDER}
              path={path(field)}
              value={product[field]}
              issue={issues[path(field)]}
              set={tools.set}
            />
          </label>
        )
        return (
          <div key={product.lineKey} className="order-product">
            <div className="py-line-cells" data-first={line === 0 || undefined}>
              {inLine.map((field) =>
                isChosen(field) ? (
                  chosen(field)
                ) : (
                  <LineCell
                    key={field}
                    form={ORDER}
                    path={path(field)}
                    label={t(t.has(`grid.${field}`) ? `grid.${field}` : `field.${field}`)}
                    value={product[field]}
                    issue={issues[path(field)]}
                    max={SHAPE[field].max}
                    width={SHAPE[field].width}
                    numeric={SHAPE[field].numeric ?? false}
                    required={NEEDED.includes(field)}
                    set={tools.set}
                    onPasteCells={tools.paste}
                    onMove={tools.move}
                    {...(field === 'sku' ? { onLeave: tools.fillSku, list: `${skuId}-list` } : {})}
                  />
                ),
              )}
              <span className="py-line-tools">
                <HsPicker
                  sku={product.sku}
                  words={product.nameCn || product.nameEn}
                  onPick={(goods) => tools.edit((draft) => fillProduct(draft, at, line, goods))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<EllipsisOutlined />}
                  aria-expanded={details}
                  aria-label={t('product.details')}
                  title={t('product.details')}
                  disabled={details && !opened.has(product.lineKey)}
                  onClick={() =>
                    setOpened((now) => {
                      const next = new Set(now)
                      if (!next.delete(product.lineKey)) next.add(product.lineKey)
                      return next
                    })
                  }
                />
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('product.remove')}
                  title={t('product.remove')}
                  onClick={() => tools.edit((draft) => removeProduct(draft, at, line))}
                />
              </span>
            </div>
            {details && (
              <div className="py-line-cells" data-first>
                {inDetails.map((field) =>
                  isChosen(field) ? (
                    chosen(field)
                  ) : (
                    <LineCell
                      key={field}
                      form={ORDER}
                      path={path(field)}
                      label={t(`product.${field}`)}
                      value={product[field]}
                      issue={issues[path(field)]}
                      max={DETAIL_MAX[field]}
                      width={field.endsWith('Url') || field === 'remark' ? '3 1 120px' : '1 1 72px'}
                      set={tools.set}
                      onPasteCells={tools.paste}
                      onMove={tools.move}
                    />
                  ),
                )}
              </div>
            )}
            {wrong.map((issue) => (
              <p key={issue} className="order-issue">
                {issue}
              </p>
            ))}
            {product.sku && !product.nameCn && !product.nameEn && (
              <SkuMemory
                sku={product.sku}
                onFill={(goods) => tools.edit((draft) => completeProduct(draft, at, line, goods))}
              />
            )}
            {cursor === skuId && <SkuList id={`${skuId}-list`} typed={product.sku} />}
            <FieldFindings path={`parcels.${at}.products.${line}.`} />
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
