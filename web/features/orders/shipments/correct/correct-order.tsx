import { Button, Form, Modal, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { corrections } from '#contracts/orders/corrections.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { withoutCancelled } from '#contracts/orders/shipments.states.ts'
import { shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import { useValue } from '../../../../kit/form/form-values.ts'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../kit/session/session.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { ConsigneeSection } from '../form/address/consignee-section.tsx'
import { BlockSection } from '../form/block-section.tsx'
import { CustomsCheck } from '../form/customs/customs-check.tsx'
import { formPath, fromDetail, toWire, type Draft } from '../form/draft/draft.ts'
import { labelOf, ORDER } from '../form/field-labels.ts'
import { ProductLines } from '../form/parcels/product-lines.tsx'
import { useLineTools } from '../form/parcels/parcels-section.tsx'
import { stateOfDetail } from '../list/order-state.ts'
import { usePrintLabels } from '../print/use-print-labels.tsx'
import { CorrectionEffect } from './correction-effect.tsx'
import { newNumbers, shorter } from './new-numbers.ts'
import './correct-order.css'

/** Corrects where a labelled order goes, and its customs data, in one dialog. */
export default function CorrectOrder({
  id,
  goods = false,
  onClose,
}: {
  id: string
  /** Begins with the contents open: they are what is missing. */
  goods?: boolean
  onClose: () => void
}) {
  const t = useT('shipments')
  const found = useApi(shipments.queryById, { id }, { staleTime: 0 })
  const [order, setOrder] = useState<OrderDetail | null>(null)
  // What the form began with stays, whatever is fetched while it is open.
  if (found.data && !found.isFetching && order === null) setOrder(found.data)
  if (order) return <CorrectionForm order={order} goods={goods} onClose={onClose} />
  return (
    <Modal
      open
      width={1080}
      title={t(goods ? 'correct.titleGoods' : 'correct.title', { number: '' })}
      footer={null}
      onCancel={onClose}
    >
      {found.isError ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  )
}

const PAUSE_MS = 400

/** What of an order is corrected; contents only where they were changed. */
function wanted(order: OrderDetail, draft: Draft) {
  const [now, before] = [toWire(draft), toWire(fromDetail(order))]
  const changed = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const goods = now.parcels.flatMap(({ products }, at) =>
    changed(products, before.parcels[at]?.products)
      ? [{ parcelId: order.parcels[at]!.id, products }]
      : [],
  )
  return {
    consignee: now.consignee,
    ...(changed(now.customs, before.customs) ? { customs: now.customs } : {}),
    ...(goods.length > 0 ? { goods } : {}),
  }
}

function CorrectionForm({
  order,
  goods,
  onClose,
}: {
  order: OrderDetail
  goods: boolean
  onClose: () => void
}) {
  const t = useT('shipments')
  const notify = useNotify()
  const may = useRightsCheck()
  const staff = useSession().user?.customerId === null
  const [start] = useState(() => fromDetail(order))
  const [version, setVersion] = useState(order.version)
  const printing = usePrintLabels()
  const correct = useAction(corrections.correct, { success: false, ownRefusals: true })
  const [key, setKey] = useState<string | null>(null)
  const entry = useEntry<Draft>({
    name: ORDER,
    draft: null,
    start,
    version,
    save: async (values, seen) => {
      const answer = await correct.run({
        id: order.id,
        version: Number(seen),
        ...wanted(order, values),
        key: key ?? '',
      })
      const newer = answer.ok ? null : (answer.error.result as { version?: unknown } | null)
      if (!answer.ok && answer.error.stale && typeof newer?.version === 'number')
        setVersion(newer.version)
      return answer
    },
    onSaved: (result) => {
      const { state, order: after } = result as Out<typeof corrections.correct>
      const fresh = state === 'done' ? newNumbers(order, after) : []
      const data = { number: order.serialNumber, count: fresh.length, trackNo: shorter(fresh) }
      // Until it is printed the parcel has a label that is void.
      if (fresh.length > 0)
        notify.warning(
          <>
            {t('correct.doneLabels', data)}{' '}
            {may('ship:label:print') && (
              <Button size="small" onClick={() => void printing.run([stateOfDetail(after)])}>
                {t('action.print')}
              </Button>
            )}
          </>,
        )
      else notify.success(t(`correct.${state}`, data))
      onClose()
    },
    label: (path) => labelOf(path, t),
    pathOf: formPath,
    valuesOf: () => start,
  })
  const { form } = entry
  const now = JSON.stringify(
    wanted(
      order,
      (Form.useWatch((draft: Draft) => draft, { form, preserve: true }) as Draft | undefined)
        ?.parcels
        ? form.getFieldsValue(true)
        : start,
    ),
  )
  const settled = useDebouncedValue(now, PAUSE_MS)
  const same = settled === JSON.stringify(wanted(order, start))
  const shown = useApi(
    corrections.preview,
    { id: order.id, version, ...(JSON.parse(settled) as ReturnType<typeof wanted>) },
    { enabled: !same, quiet: true, staleTime: 0 },
  )
  const current = !same && settled === now && !shown.isFetching
  const preview = current && !shown.isError ? (shown.data ?? null) : null
  const next = preview?.key ?? null
  useEffect(() => setKey(next), [next])
  const searches = may('ship:customs:check')
  const customerId = staff ? order.customerId : ''
  const kind = kindOf(order.shipmentResource)
  return (
    <Modal
      open
      width={1080}
      mask={{ closable: false }}
      title={t(goods ? 'correct.titleGoods' : 'correct.title', { number: order.serialNumber })}
      okText={t(preview && preview.labels.length > 0 ? 'correct.okLabels' : 'correct.ok', {
        count: preview?.labels.length ?? 0,
      })}
      okButtonProps={{ disabled: preview === null || entry.busy }}
      confirmLoading={entry.busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form {...entry.props} className="order-form order-correct">
        <CustomsCheck
          form={form}
          customerId={customerId || null}
          enabled={searches}
          exists
          searches={searches}
          remembers={searches}
          strict={kind.can.needsCustoms}
        >
          {entry.notes}
          <ConsigneeSection entry={entry} customerId={customerId} required={kind.required} />
          <BlockSection
            entry={entry}
            block="customs"
            required={[]}
            first={kind.can.needsCustoms}
            can={kind.can}
          />
          <Form.Item name="parcels" noStyle validateStatus="">
            <Goods entry={entry} order={order} begin={goods} />
          </Form.Item>
        </CustomsCheck>
      </Form>
      <CorrectionEffect
        asking={!same && !current}
        unchanged={same}
        preview={preview}
        error={current && shown.isError ? shown.error : null}
      />
    </Modal>
  )
}

/** The contents of the parcels, opened where they are wanted: most corrections are of the address. */
function Goods({
  entry,
  order,
  begin,
  value: parcels = [],
}: {
  entry: ReturnType<typeof useEntry<Draft>>
  order: OrderDetail
  begin: boolean
  value?: Draft['parcels']
}) {
  const t = useT('shipments')
  const tools = useLineTools(entry)
  const live = withoutCancelled(order.parcels)
  const chosen = useValue(entry.form, 'customs.exportType')
  const refused = Object.keys(entry.issues).some((path) => path.startsWith('parcels.'))
  const [open, setOpen] = useState(begin)
  if (!open && !refused)
    return (
      <Button type="link" className="order-add-block" onClick={() => setOpen(true)}>
        {t('correct.goods')}
      </Button>
    )
  return (
    <section className="order-section" data-export={String(chosen ?? '')}>
      <h2>{t('correct.goods')}</h2>
      {parcels.map((parcel, at) => (
        <div hidden={!live.includes(order.parcels[at]!)} key={parcel.lineKey}>
          <h3>{order.parcels[at]?.serialNumber}</h3>
          <ProductLines
            products={parcel.products}
            at={at}
            origin
            issues={entry.issues}
            tools={tools}
          />
        </div>
      ))}
    </section>
  )
}
