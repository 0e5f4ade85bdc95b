import { Form, Input } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { deliveryNumbers, type deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
import { EntryModal } from '../../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'

interface Values {
  thirdId: string
  thirdMark: string
}
const FIELDS = ['thirdId', 'thirdMark'] as const

/** The supplier's own number of a parcel, and its mark. */
export default function ThirdDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof deliveryNumberList>
  onClose: () => void
}) {
  const t = useT('delivery-numbers')
  const save = useAction(deliveryNumbers.setThird, { ownRefusals: true })
  const [start] = useState<Values>(() => ({
    thirdId: row.thirdId ?? '',
    thirdMark: row.thirdMark ?? '',
  }))
  const entry = useEntry<Values>({
    draft: null,
    start,
    version: row.version,
    save: (values, version) =>
      save.run({ id: row.id, version: Number(version ?? row.version), ...values }),
    onSaved: onClose,
    label: (path) => (FIELDS.some((field) => field === path) ? t(path) : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('third.title', { no: row.trackNo ?? '' })}
      okText={t('third.ok')}
      width={460}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <Form.Item key={field} name={field} label={t(field)}>
          <Input maxLength={60} />
        </Form.Item>
      ))}
    </EntryModal>
  )
}
