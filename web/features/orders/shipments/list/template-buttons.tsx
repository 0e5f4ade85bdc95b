import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KindCode } from '#contracts/orders/kinds/kinds.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useDownload } from '../../../../kit/http/use-download.ts'

/** The empty order file of a kind; without one the customer's. */
export function TemplateButtons({ kind = '' }: { kind?: KindCode | '' }) {
  const t = useT('shipment-imports')
  const template = useDownload(shipmentImports.template)
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      icon={<DownloadOutlined />}
      disabled={template.busy}
      onClick={() =>
        void template.run(
          { format, ...(kind ? { shipmentResource: kind } : {}) },
          `orders.${format}`,
        )
      }
    >
      {t(`template.${format}`)}
    </Button>
  ))
}
