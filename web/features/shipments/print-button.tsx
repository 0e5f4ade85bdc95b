import { DownOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../kit/i18n.ts'
import type { OrderState } from './order-state.ts'
import { FORMATS } from './print-format.ts'
import type { LabelPrinting } from './use-print-labels.tsx'

/** Prints in the remembered format; the arrow chooses another one for this workstation. */
export function PrintButton({ orders, printing, blocked = null, children }: { orders: readonly OrderState[]; printing: LabelPrinting; blocked?: string | null; children: ReactNode }) {
  const t = useT('shipments')
  const formats = FORMATS.map((format) => ({ key: format, label: t(`print.${format}`), onClick: () => void printing.run(orders, format) }))
  return (
    <Space.Compact>
      <Button icon={<PrinterOutlined />} loading={printing.busy} disabled={blocked !== null} title={blocked ?? `${t(`print.${printing.format}`)} (p)`} onClick={() => void printing.run(orders)}>{children}</Button>
      <Dropdown trigger={['click']} disabled={blocked !== null} menu={{ items: formats, selectable: true, selectedKeys: [printing.format] }}>
        <Button icon={<DownOutlined />} aria-label={t('print.settings')} />
      </Dropdown>
    </Space.Compact>
  )
}
