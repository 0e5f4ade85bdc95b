import { Form, Input } from 'antd'
import { useState } from 'react'
import { stockBalances } from '#contracts/orders/stock/stock-balances.ts'
import { PIECES_MAX } from '#contracts/orders/stock/stock.states.ts'
import { DayInput } from './day-input.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useText } from './use-text.ts'
import { PlaceSelect } from './place-select.tsx'
import { SkuSelect } from './sku-select.tsx'

interface Values {
  customerId: string | null
  depotId: string | null
  skuId: string | null
  placeId: string | null
  lot: string
  expiryDate: string | null
  quantity: number | null
  remark: string
}
const LABELS = [
  'customerId',
  'depotId',
  'skuId',
  'placeId',
  'lot',
  'expiryDate',
  'quantity',
  'remark',
]

/** What lay on a place before this product was used. */
export default function OpeningForm({ onClose }: { onClose: () => void }) {
  const t = useT('stock-balances')
  const [depotId] = useState(ownDepot)
  const add = useAction(stockBalances.addOpening, {
    ownRefusals: true,
    success: t('opening.saved'),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      customerId: null,
      depotId,
      skuId: null,
      placeId: null,
      lot: '',
      expiryDate: null,
      quantity: null,
      remark: '',
    },
    save: (values) =>
      add.run({
        customerId: values.customerId ?? '',
        depotId: values.depotId ?? '',
        skuId: values.skuId ?? '',
        placeId: values.placeId ?? '',
        lot: values.lot || null,
        expiryDate: values.expiryDate,
        quantity: values.quantity ?? Number.NaN,
        remark: values.remark || null,
      }),
    onSaved: onClose,
    label: (path) => (LABELS.includes(path) ? t(path) : null),
  })
  const customerId = useText(entry.form, 'customerId')
  const depot = useText(entry.form, 'depotId')
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('opening.new')} okText={t('action.save')} onClose={onClose}>
      <Form.Item name="customerId" label={t('customerId')} rules={required}>
        <RefSelect of="customers" autoFocus />
      </Form.Item>
      <Form.Item name="depotId" label={t('depotId')} rules={required}>
        <RefSelect of="depots" />
      </Form.Item>
      <Form.Item name="skuId" label={t('skuId')} rules={required}>
        <SkuSelect customerId={customerId} />
      </Form.Item>
      <Form.Item name="placeId" label={t('placeId')} rules={required}>
        <PlaceSelect depotId={depot} />
      </Form.Item>
      <Form.Item name="lot" label={t('lot')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="expiryDate" label={t('expiryDate')}>
        <DayInput />
      </Form.Item>
      <Form.Item name="quantity" label={t('quantity')} rules={required}>
        <NumberInput min={1} max={PIECES_MAX} precision={0} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
