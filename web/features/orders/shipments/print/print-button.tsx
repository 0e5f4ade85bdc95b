import { DownOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { printSets } from '#contracts/platform/operations/print-sets.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useApi } from '../../../../kit/http/query.ts'
import type { OrderState } from '../list/order-state.ts'
import { FORMATS, paperText, rememberedWay, setFormat } from './print-format.ts'
import type { LabelPrinting } from './use-print-labels.tsx'

/** Prints as this workstation does; the arrow chooses another print set or format for it. */
export function PrintButton({
  orders,
  printing,
  blocked = null,
  children,
}: {
  orders: readonly OrderState[]
  printing: LabelPrinting
  blocked?: string | null
  children: ReactNode
}) {
  const t = useT('shipments')
  const [, drawAgain] = useState(0)
  const { data } = useApi(printSets.offered, {}, { quiet: true, staleTime: 60_000 })
  const { format, set } = rememberedWay(data)
  const sets = (data?.sets ?? []).map((one) => ({
    key: setFormat(one),
    label: (
      <span className="order-print-set">
        {one.name}
        <small>
          {paperText(one)}
          {one.preview ? '' : ` · ${t('print.noPreview')}`}
        </small>
      </span>
    ),
    onClick: () => void printing.run(orders, setFormat(one)),
  }))
  const plain = FORMATS.map((one) => ({
    key: one,
    label: t(`print.${one}`),
    onClick: () => void printing.run(orders, one),
  }))
  const items =
    sets.length > 0
      ? [
          { key: 'sets', type: 'group' as const, label: t('print.sets'), children: sets },
          { key: 'plain', type: 'group' as const, label: t('print.plain'), children: plain },
        ]
      : plain
  return (
    <Space.Compact>
      <Button
        icon={<PrinterOutlined />}
        loading={printing.busy}
        disabled={blocked !== null}
        title={blocked ?? `${set ? `${set.name} · ${paperText(set)}` : t(`print.${format}`)} (p)`}
        onClick={() => void printing.run(orders)}
      >
        {children}
      </Button>
      <Dropdown
        trigger={['click']}
        disabled={blocked !== null}
        menu={{ items, selectable: true, selectedKeys: [format], className: 'order-print-menu' }}
        onOpenChange={() => drawAgain((round) => round + 1)}
      >
        <Button icon={<DownOutlined />} aria-label={t('print.settings')} />
      </Dropdown>
    </Space.Compact>
  )
}
