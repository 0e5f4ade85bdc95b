import { Form, Input } from 'antd'
import { useState } from 'react'
import { stockCounts, type CountDetail } from '#contracts/orders/stock/stock-counts.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Values {
  depotId: string | null
  placeIds: string[]
  skuIds: string[]
  tolerance: number | null
  remark: string
}
const LABELS = ['depotId', 'placeIds', 'skuIds', 'tolerance', 'remark']

/** Opens a count over places, SKUs or both. */
export default function NewCount({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT('stock-counts')
  const may = useRightsCheck()
  const [depotId] = useState(ownDepot)
  const add = useAction(stockCounts.add, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { depotId, placeIds: [], skuIds: [], tolerance: null, remark: '' },
    save: (values) =>
      add.run({ ...values, depotId: values.depotId ?? '', remark: values.remark || null }),
    onSaved: (made) => onMade((made as CountDetail).id),
    label: (path) => {
      const [field = ''] = path.split('.')
      return LABELS.includes(field) ? t(field) : null
    },
  })
  return (
    <EntryModal entry={entry} title={t('form.new')} okText={t('action.save')} onClose={onClose}>
      <Form.Item
        name="depotId"
        label={t('depotId')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <RefSelect of="depots" autoFocus />
      </Form.Item>
      <Form.Item name="placeIds" label={t('placeIds')} extra={t('scope.help')}>
        <RefSelect of="stock-places" many />
      </Form.Item>
      <Form.Item name="skuIds" label={t('skuIds')}>
        <RefSelect of="stock-skus" many />
      </Form.Item>
      {may(stockCounts.approve) && (
        <Form.Item name="tolerance" label={t('tolerance')}>
          <NumberInput min={0} max={100} precision={0} placeholder="2" />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
