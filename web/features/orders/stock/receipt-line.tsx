import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef } from 'react'
import type { NoticeDetail } from '#contracts/orders/stock/stock-notices.ts'
import { PIECES_MAX } from '#contracts/orders/stock/stock.states.ts'
import type { Line } from '../../../kit/form/lines/lines.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { DayInput } from './day-input.tsx'
import { PlaceSelect } from './place-select.tsx'
import { SkuSelect, skuText } from './sku-select.tsx'

export interface Receipt extends Line {
  skuId: string | null
  text: string | null
  quantity: number | null
  /** Announced and not in yet. */
  open: number
  lot: string
  expiryDate: string | null
  placeId: string | null
}

export const fieldOf = (line: Receipt): string => `receive-quantity-${line.lineKey}`
/** So many digits are a barcode, from a scanner too slow to be known by its speed. */
const BARCODE = /^\d{8,}$/

/** What came of a SKU in one lot, with one expiry, on one place. */
export function ReceiptLine({
  line,
  notice,
  issue,
  onChange,
  onScan,
  onRemove,
}: {
  line: Receipt
  notice: NoticeDetail
  issue: string | undefined
  onChange: (part: Partial<Receipt>) => void
  onScan: (code: string) => void
  onRemove: () => void
}) {
  const t = useT('stock-notices')
  const lang = useLang()
  const before = useRef(line.quantity)
  return (
    <div className="stock-receipt">
      <label>
        <span>{t('lineSku')}</span>
        <SkuSelect
          value={line.skuId}
          text={line.text}
          customerId={notice.customerId}
          onChange={(skuId) => onChange({ skuId })}
          onFound={(sku) => sku && onChange({ text: skuText(sku, lang) })}
        />
      </label>
      <label data-scan="page">
        <span>{t('quantity')}</span>
        <NumberInput
          id={fieldOf(line)}
          min={0}
          max={PIECES_MAX}
          precision={0}
          placeholder={line.open > 0 ? `/ ${line.open}` : ''}
          value={line.quantity}
          onFocus={() => {
            before.current = line.quantity
          }}
          onPressEnter={({ target }) => {
            if (!(target instanceof HTMLInputElement) || !BARCODE.test(target.value)) return
            onChange({ quantity: before.current })
            onScan(target.value)
          }}
          onChange={(quantity) => onChange({ quantity })}
        />
      </label>
      <label>
        <span>{t('lot')}</span>
        <Input
          value={line.lot}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => onChange({ lot: event.target.value })}
        />
      </label>
      <label>
        <span>{t('expiryDate')}</span>
        <DayInput value={line.expiryDate} onChange={(expiryDate) => onChange({ expiryDate })} />
      </label>
      <label>
        <span>{t('place')}</span>
        <PlaceSelect
          depotId={notice.depotId}
          value={line.placeId}
          onChange={(placeId) => onChange({ placeId })}
        />
      </label>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t('line.remove')}
        onClick={onRemove}
      />
      {issue && (
        <span className="stock-issue" role="alert">
          {issue}
        </span>
      )}
    </div>
  )
}
