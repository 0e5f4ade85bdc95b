import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { stockWaves } from '#contracts/orders/stock/stock-waves.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Empty } from '../../../kit/platform/empty.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useSelection } from '../../../kit/list/use-selection.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Order = Out<typeof stockWaves.open>[number]
const NONE: readonly Order[] = []

/** Chooses the orders of a wave among those that have all their pieces. Ctrl+Enter starts it. */
export default function NewWave({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT('waves')
  const [depotId, setDepotId] = useState<string | null>(ownDepot)
  const [remark, setRemark] = useState('')
  const found = useApi(stockWaves.open, { depotId: depotId ?? '' }, { enabled: depotId !== null })
  const rows = depotId === null ? NONE : (found.data ?? NONE)
  const selection = useSelection(rows)
  const add = useAction(stockWaves.add, { onDone: (wave) => onMade(wave.id) })
  const start = () => {
    if (depotId !== null && selection.ids.size > 0)
      void add.run({ depotId, ids: [...selection.ids], remark: remark || null })
  }
  const columns: Column<Order>[] = [
    { key: 'serialNumber', title: t('order'), width: 150, card: 'title' },
    { key: 'customerName', title: t('customer'), width: 160 },
    {
      key: 'pieces',
      title: t('pieces'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.pieces} />,
    },
    {
      key: 'skus',
      title: t('skus'),
      width: 80,
      align: 'right',
      render: (row) => <Num value={row.skus} />,
    },
    {
      key: 'createTime',
      title: t('createTime'),
      width: 140,
      render: (row) => <Moment at={row.createTime} />,
    },
  ]
  return (
    <Modal
      open
      width={760}
      title={t('form.new')}
      okText={t('start')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: add.busy, disabled: selection.ids.size === 0 }}
      onOk={start}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('depotId')} htmlFor="wave-depot">
          <RefSelect
            id="wave-depot"
            of="depots"
            value={depotId}
            onChange={(next) => {
              setDepotId(typeof next === 'string' ? next : null)
              selection.clear()
            }}
            autoFocus
          />
        </Form.Item>
        <Form.Item label={t('remark')} htmlFor="wave-remark">
          <Input
            id="wave-remark"
            value={remark}
            maxLength={300}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
      <DataTable<Order>
        label={t('choose')}
        columns={columns}
        rows={rows}
        selection={selection}
        loading={found.isFetching}
        keys={false}
        empty={
          <Empty kind="nothing" title={t(depotId === null ? 'choose.depot' : 'choose.none')} />
        }
      />
    </Modal>
  )
}
