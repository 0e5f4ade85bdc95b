import { Form, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { houseWaybills } from '#contracts/depot/house-waybills.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { pastedNumbers } from '../../../kit/list/filters/pasted-numbers.ts'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const AT_ONCE = 500

/** Puts parcels on a house waybill by their numbers; each is linked or refused by itself. */
export default function LinkParcels({
  hawb,
  onClose,
}: {
  hawb: { id: string; no: string | null }
  onClose: () => void
}) {
  const t = useT('waybills')
  const link = useAction(houseWaybills.link, { success: false, ownRefusals: true })
  const [result, setResult] = useState<BulkResult | null>(null)
  const entry = useEntry<{ numbers: string }>({
    draft: null,
    start: { numbers: '' },
    save: ({ numbers }) =>
      link.run({ id: hawb.id, numbers: pastedNumbers(numbers, AT_ONCE).numbers }),
    onSaved: (answer) => setResult(answer as BulkResult),
    label: (path) => (path.startsWith('numbers') ? t('house.link.numbers') : null),
  })
  if (result)
    return (
      <Suspense>
        <ResultSheet outcome={{ title: t('house.link'), result }} onClose={onClose} />
      </Suspense>
    )
  return (
    <EntryModal entry={entry} title={t('house.link')} okText={t('house.link')} onClose={onClose}>
      <Form.Item
        name="numbers"
        label={t('house.link.numbers')}
        rules={[{ required: true, message: t('field.required') }]}
        extra={t('house.link.effect', { no: hawb.no ?? '' })}
      >
        <Input.TextArea autoFocus autoSize={{ minRows: 4, maxRows: 10 }} spellCheck={false} />
      </Form.Item>
    </EntryModal>
  )
}
