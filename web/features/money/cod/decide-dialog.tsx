import { Form, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { codLines } from '#contracts/money/cod/cod-remittances.ts'
import { COD_DECISIONS, isUnclear, type CodDecision } from '#contracts/money/cod/cod.states.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './rows.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

interface Values {
  decision: CodDecision
  reason: string
}

/** What becomes of lines that do not fit their order, or have none. */
export default function DecideDialog({
  rows,
  onClose,
}: {
  rows: readonly LineRow[]
  onClose: () => void
}) {
  const t = useT('cod')
  const save = useAction(codLines.decide, {
    ownRefusals: true,
    success: ({ done, failed }) => (failed > 0 ? null : t('decide.done', { count: done })),
  })
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const offered = COD_DECISIONS.filter(
    (one) => one !== 'writeOff' || rows.some(({ kind }) => !isUnclear(kind ?? '')),
  )
  const entry = useEntry<Values>({
    draft: null,
    start: { decision: 'claim', reason: '' },
    save: async (values) => {
      const answer = await save.run({ ids: rows.map(({ id }) => id), ...values })
      if (answer.ok && answer.result.failed > 0)
        setOutcome({ title: t('decide'), result: answer.result })
      return answer
    },
    // Rows that were refused are shown first.
    onSaved: (result) => {
      if ((result as Out<typeof codLines.decide>).failed === 0) onClose()
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
    <EntryModal entry={entry} title={t('decide')} okText={t('decide')} onClose={onClose}>
      <p className="py-hint">{t('decide.count', { count: rows.length })}</p>
      <Form.Item name="decision" label={t('decide')}>
        <Radio.Group className="cod-choice">
          {offered.map((one) => (
            <Radio key={one} value={one}>
              {t(`decide.${one}`)}
              <small>{t(`decide.${one}.help`)}</small>
            </Radio>
          ))}
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
