import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import ExportDialog, { type ExportDialogProps } from '../../../../kit/list/export-dialog.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { OrderRow } from './order-state.ts'

type Given = Omit<ExportDialogProps<OrderRow>, 'endpoint' | 'layout' | 'name'>

const NAMED: readonly string[] = ['city', 'country']

/** Orders as a file: the columns of the list, or all fields in the layout an import reads. */
export default function ExportOrders({ columns = [], ...given }: Given) {
  const t = useT('shipments')
  return (
    <ExportDialog
      {...given}
      endpoint={shipmentList.endpoints.exportXls}
      layout={{ endpoint: shipmentImports.exportLines, title: t('export.lines') }}
      name="orders"
      columns={columns
        .filter(({ key }) => key in shipmentList.fields || key === 'createBy')
        // A cell of the list may show more than its field: the file has them apart.
        .map((column) =>
          NAMED.includes(column.key) ? { ...column, title: t(column.key) } : column,
        )}
    />
  )
}
