import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { interceptList } from '#contracts/depot/intercepts.ts'
import { predictedShipments, type PredictedShipment } from '#contracts/depot/predicted-shipments.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useT } from '../../../kit/text/i18n.ts'

const MOST = 50
type Row = RowOf<typeof interceptList> & { version: number }

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
  // Kept by itself: what is typed next brings other rows.
  const [intercept, setIntercept] = useState<Row | null>(null)
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
  const rows = (apart.data?.records ?? []) as Row[]
  const link = useAction(predictedShipments.link, {
    success: t('link.done', { no: parcel?.no ?? '' }),
    onDone: onLinked,
  })
  const send = () => {
    if (parcel && intercept)
      void link.run({
        parcelId: parcel.id,
        interceptId: intercept.id,
        version: intercept.version,
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
          <ChoiceInput
            id="link-intercept"
            autoFocus
            clearable={false}
            value={intercept?.id ?? null}
            onChange={(id) => setIntercept(rows.find((row) => row.id === id) ?? null)}
            onTyped={(typed) => setSearch(typed.trim())}
            pending={apart.isFetching}
            notFoundContent={t('link.none')}
            options={[
              ...rows,
              ...(intercept && !rows.some(({ id }) => id === intercept.id) ? [intercept] : []),
            ].map(({ id, no, note }) => ({
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
