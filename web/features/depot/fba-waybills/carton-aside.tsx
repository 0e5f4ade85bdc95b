import { Skeleton } from 'antd'
import { fbaCartons } from '#contracts/depot/fba-waybills.ts'
import { fbaOrders } from '#contracts/orders/fba/fba.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { call } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Moment, Weight } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Carton = Out<typeof fbaCartons.cartons>['cartons'][number] & { id: string }

/** Prints the box labels of the order a carton list is of. */
export function useCartonLabels(): (id: string, name: string) => Promise<void> {
  const print = useDownload(fbaOrders.printLabels)
  return async (id, name) => {
    const { orderId } = await call(fbaCartons.cartons, { id })
    await print.run({ ids: [orderId] }, `${name}.pdf`)
  }
}

/** The cartons of an order on a truck, with when the depot scanned them. */
export function CartonAside({ id }: { id: string }) {
  const t = useT('fba-trucks')
  const found = useApi(fbaCartons.cartons, { id })
  const columns: Column<Carton>[] = [
    { key: 'seq', title: t('carton.seq'), width: 70, align: 'right' },
    { key: 'boxId', title: t('carton.boxId'), width: 190, card: 'title' },
    { key: 'no', title: t('carton.no'), width: 170 },
    {
      key: 'weightKg',
      title: t('carton.weight'),
      width: 100,
      align: 'right',
      render: (row) => <Weight kg={row.weightKg} />,
    },
    { key: 'pallet', title: t('carton.pallet'), width: 70, align: 'right' },
    {
      key: 'receivedAt',
      title: t('carton.received'),
      width: 150,
      render: (row) => row.receivedAt && <Moment at={row.receivedAt} />,
    },
    {
      key: 'outboundAt',
      title: t('carton.outbound'),
      width: 150,
      render: (row) => row.outboundAt && <Moment at={row.outboundAt} />,
    },
  ]
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  return (
    <DataTable<Carton>
      label={t('carton.list')}
      columns={columns}
      rows={found.data.cartons.map((one) => ({ ...one, id: String(one.seq) }))}
      keys={false}
      empty={<Empty kind="nothing" />}
    />
  )
}
