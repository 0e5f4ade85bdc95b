import { CopyOutlined, DeleteOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { memo, useState } from 'react'
import { NumberInput } from '../../../../../kit/form/number-input.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { LineCell } from '../../../../../kit/form/lines/line-cell.tsx'
import { fieldId } from '../../../../../kit/form/paths.ts'
import type { Issues } from '../../../../../kit/form/use-entry.tsx'
import {
  isBlankProduct,
  MAX_PARCELS,
  PARCEL_FIELDS,
  type PARCEL_MORE,
  type ParcelDraft,
} from '../draft/draft.ts'
import { removeParcel, repeatParcel } from '../draft/draft-edit.ts'
import { ORDER } from '../field-labels.ts'
import type { LineTools } from '../draft/line-tools.ts'
import { ProductLines } from './product-lines.tsx'

interface ParcelRowProps {
  parcel: ParcelDraft
  at: number
  /** Fields of this kind's parcels in addition. */
  more: readonly (typeof PARCEL_MORE)[number][]
  /** Customs ask where goods come from: the field stands in the line. */
  origin: boolean
  alone: boolean
  open: boolean
  issues: Issues
  tools: LineTools
  onToggle: (key: string) => void
}
const WIDTHS = {
  reference: '2 1 120px',
  weightKg: '1 1 84px',
  lengthCm: '1 1 76px',
  widthCm: '1 1 76px',
  heightCm: '1 1 76px',
  fbaCode: '2 1 110px',
  palletNo: '1 1 56px',
} as const

const LABELS: Readonly<Record<string, string>> = {
  reference: 'field.parcelReference',
  fbaCode: 'field.boxNo',
  palletNo: 'palletNo',
}

/** One parcel: its measures in a line, its contents below. */
export const ParcelRow = memo(function ParcelRow({
  parcel,
  at,
  more,
  origin,
  alone,
  open,
  issues,
  tools,
  onToggle,
}: ParcelRowProps) {
  const t = useT('shipments')
  const path = (field: string) => `parcels.${at}.${field}`
  const named = parcel.products.filter((product) => !isBlankProduct(product)).length
  const own = Object.entries(issues)
    .filter(([where]) => !where.includes('.products.'))
    .map(([, issue]) => issue)
  return (
    <div className="order-parcel-edit">
      <div className="py-line-cells">
        <span className="order-parcel-no py-num" aria-label={t('parcel.no', { number: at + 1 })}>
          {at + 1}
        </span>
        {[...PARCEL_FIELDS, ...more].map((field) => (
          <LineCell
            key={field}
            form={ORDER}
            path={path(field)}
            label={t(LABELS[field] ?? `field.${field}`)}
            value={parcel[field]}
            issue={issues[path(field)]}
            required={field === 'weightKg'}
            numeric={field !== 'reference' && field !== 'fbaCode'}
            max={
              field === 'reference' ? 60 : field === 'fbaCode' ? 40 : field === 'lengthCm' ? 30 : 12
            }
            width={WIDTHS[field]}
            set={tools.set}
            onPasteCells={tools.paste}
            onMove={tools.move}
            {...(field === 'lengthCm' ? { onLeave: tools.splitSides } : {})}
          />
        ))}
        <span className="py-line-tools">
          <Button
            type="text"
            size="small"
            icon={<DownOutlined rotate={open ? 180 : 0} />}
            aria-expanded={open}
            // What is asked of contents that are closed leads here.
            id={fieldId(ORDER, `parcels.${at}`)}
            onClick={() => onToggle(parcel.lineKey)}
          >
            {t('detail.contents', { count: named })}
          </Button>
          <Repeat onRepeat={(times) => tools.edit((draft) => repeatParcel(draft, at, times))} />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            disabled={alone}
            aria-label={t('parcel.remove')}
            title={t('parcel.remove')}
            onClick={() => tools.edit((draft) => removeParcel(draft, at))}
          />
        </span>
      </div>
      {own.map((issue) => (
        <p key={issue} className="order-issue">
          {issue}
        </p>
      ))}
      {open && (
        <ProductLines
          products={parcel.products}
          at={at}
          origin={origin}
          issues={issues}
          tools={tools}
        />
      )}
    </div>
  )
})

function Repeat({ onRepeat }: { onRepeat: (times: number) => void }) {
  const t = useT('shipments')
  const [open, setOpen] = useState(false)
  const [times, setTimes] = useState(1)
  const run = () => {
    if (times > MAX_PARCELS - 1) return
    setOpen(false)
    onRepeat(times)
  }
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      title={t('parcel.repeat')}
      destroyOnHidden
      content={
        <span className="order-line">
          <NumberInput
            autoFocus
            min={1}
            max={MAX_PARCELS - 1}
            value={times}
            aria-label={t('parcel.repeatTimes')}
            onChange={(next) => setTimes(next ?? 1)}
            onPressEnter={(event) => {
              event.preventDefault()
              run()
            }}
          />
          <Button type="primary" onClick={run}>
            {t('parcel.repeatRun')}
          </Button>
        </span>
      }
    >
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('parcel.repeat')}
        title={t('parcel.repeat')}
      />
    </Popover>
  )
}
