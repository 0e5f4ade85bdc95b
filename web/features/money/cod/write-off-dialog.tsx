import { Form, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { cod } from '#contracts/money/cod/cod.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ItemRow } from './rows.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

interface Values {
  bearer: 'company' | 'customer'
  reason: string
}

/** The carrier will not pay the rest: who bears it. */
export default function WriteOffDialog({
  rows,
  onClose,
}: {
  rows: readonly ItemRow[]
  onClose: () => void
}) {
  const t = useT('cod')
  const save = useAction(cod.writeOff, {
    ownRefusals: true,
    success: ({ done, failed }, { bearer }) =>
      failed > 0 ? null : t(`writeOff.done.${bearer}`, { count: done }),
  })
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const entry = useEntry<Values>({
    draft: null,
    start: { bearer: 'company', reason: '' },
    save: async (values) => {
      const answer = await save.run({ ids: rows.map(({ id }) => id), ...values })
      if (answer.ok && answer.result.failed > 0)
        setOutcome({ title: t('writeOff'), result: answer.result })
      return answer
    },
    // Rows that were refused are shown first.
    onSaved: (result) => {
      if ((result as Out<typeof cod.writeOff>).failed === 0) onClose()
    },
    label: (path) => (path === 'reason' ? t('decide.reason') : null),
  })
  if (outcome)
    return (
      <Suspense>
        <ResultSheet outcome={outcome} onClose={onClose} />
      </Suspense>
    )
  return (
    <EntryModal
      entry={entry}
      title={t('writeOff.title', { count: rows.length })}
      okText={t('writeOff')}
      onClose={onClose}
    >
      <Form.Item name="bearer" label={t('writeOff.bearer')}>
        <Radio.Group className="cod-choice">
          <Radio value="company">{t('writeOff.company')}</Radio>
          <Radio value="customer">{t('writeOff.customer')}</Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('decide.reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
