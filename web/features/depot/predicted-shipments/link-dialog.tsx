import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { interceptList } from '#contracts/depot/intercepts.ts'
import { predictedShipments, type PredictedShipment } from '#contracts/depot/predicted-shipments.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useT } from '../../../kit/text/i18n.ts'

const MOST = 50

/** What the depot registered as unknown is a parcel of this order. */
export default function LinkDialog({
  order,
  onClose,
  onLinked,
}: {
  order: PredictedShipment
  onClose: () => void
  onLinked: () => void
}) {
  const t = useT('predicted-shipments')
  const [search, setSearch] = useState('')
  const [interceptId, setInterceptId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const parcels = useApi(predictedShipments.waiting, { id: order.id }).data ?? []
  const apart = useApi(
    listOf(interceptList),
    {
      depotId: order.depotId,
      status: INTERCEPT.intercepted,
      pageSize: MOST,
      ...(search ? { no: `${search}*` } : {}),
    },
    { keepPrevious: true },
  )
  const parcel = parcels.find(({ id }) => id === chosen) ?? parcels[0]
  const intercept = apart.data?.records.find(({ id }) => id === interceptId)
  const link = useAction(predictedShipments.link, {
    success: t('link.done', { no: parcel?.no ?? '' }),
    onDone: onLinked,
  })
  const send = () => {
    if (parcel && intercept)
      void link.run({
        parcelId: parcel.id,
        interceptId: intercept.id,
        version: (intercept as { version: number }).version,
      })
  }
  return (
    <Modal
      open
      title={t('link.title', { no: order.serialNumber })}
      onCancel={onClose}
      onOk={send}
      okText={t('link.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !parcel || !intercept, loading: link.busy }}
      destroyOnHidden
    >
      <p>{t('link.note')}</p>
      <Form layout="vertical" component="div">
        <Form.Item label={t('link.intercept')} htmlFor="link-intercept">
          <Select
            id="link-intercept"
            autoFocus
            showSearch={{ filterOption: false, onSearch: (text) => setSearch(text.trim()) }}
            value={interceptId}
            onChange={setInterceptId}
            notFoundContent={t('link.none')}
            options={(apart.data?.records ?? []).map(({ id, no, note }) => ({
              value: id,
              label: [no, note].filter(Boolean).join(' · '),
            }))}
          />
        </Form.Item>
        {parcels.length > 1 && (
          <Form.Item label={t('link.parcel')} htmlFor="link-parcel">
            <Select
              id="link-parcel"
              value={parcel?.id ?? null}
              onChange={setChosen}
              options={parcels.map(({ id, no, seq }) => ({ value: id, label: `${seq} · ${no}` }))}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
