import { Form } from 'antd'
import { houseWaybills } from '#contracts/depot/house-waybills.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** House waybills for what a waybill batch has of parcels that are in none. */
export default function GenerateHawbs({ onClose }: { onClose: () => void }) {
  const t = useT('waybills')
  const notify = useNotify()
  const generate = useAction(houseWaybills.generate, { success: false, ownRefusals: true })
  const entry = useEntry<{ waybillId: string | null }>({
    draft: null,
    start: { waybillId: null },
    save: ({ waybillId }) => generate.run({ waybillId: waybillId ?? '' }),
    onSaved: (result) => {
      notify.success(t('houses.generated', result as Out<typeof houseWaybills.generate>))
      onClose()
    },
    label: (path) => (path === 'waybillId' ? t('houses.choose') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('houses.generate')}
      okText={t('houses.generate')}
      onClose={onClose}
    >
      <Form.Item
        name="waybillId"
        label={t('houses.choose')}
        rules={[{ required: true, message: t('field.required') }]}
        extra={t('houses.generate.effect')}
      >
        <RefSelect of="waybill-batches" autoFocus />
      </Form.Item>
    </EntryModal>
  )
}
