import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { deliveryNumbers, type deliveryNumberList } from '#contracts/tracking/delivery-numbers.ts'
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
    <Modal
      open
      width={460}
      title={t('third.title', { no: row.trackNo ?? '' })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <Form<Values> {...entry.props}>
        {entry.notes}
        {FIELDS.map((field) => (
          <Form.Item key={field} name={field} label={t(field)}>
            <Input maxLength={60} />
          </Form.Item>
        ))}
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('third.ok')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
