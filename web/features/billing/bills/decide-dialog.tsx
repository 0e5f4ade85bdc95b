import { Form, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { billLines } from '#contracts/billing/bill-lines.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { call } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { Decision, LineRow } from './decisions.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

interface Values {
  what: 'difference' | 'amount'
  note: string
}

/** What becomes of open lines, with the reason where one is needed. */
export default function DecideDialog({
  decision,
  rows,
  onClose,
}: {
  decision: Decision
  rows: readonly LineRow[]
  onClose: () => void
}) {
  const t = useT('bills')
  const options = { ownRefusals: true } as const
  const calls = {
    accept: useAction(billLines.accept, options),
    dispute: useAction(billLines.dispute, { ...options, success: false }),
    rebill: useAction(billLines.rebill, options),
    writeOff: useAction(billLines.writeOff, options),
  }
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const entry = useEntry<Values>({
    draft: null,
    start: { what: 'difference', note: '' },
    save: async ({ what, note }) => {
      const body = { ids: rows.map(({ id }) => id), note }
      const answer =
        decision === 'rebill'
          ? await calls.rebill.run({ ...body, what })
          : await calls[decision].run(body)
      const [first] = rows
      if (answer.ok && decision === 'dispute' && first) {
        // It may be a dispute that was there before.
        const line = (await call(billLines.queryById, { id: first.id }, { quiet: true }).catch(
          () => null,
        )) as LineRow | null
        const count = answer.result.done
        const no = line?.disputeId_dictText
        if (count > 0)
          notify.success(no ? t('dispute.lines', { count, no }) : t('dispute.done', { count }))
      }
      if (answer.ok && answer.result.failed > 0)
        setOutcome({ title: t(decision), result: answer.result })
      return answer
    },
    // Rows that were refused are shown first.
    onSaved: (result) => {
      if ((result as Out<typeof billLines.accept>).failed === 0) onClose()
    },
    label: (path) => (path === 'note' ? t('decide.note') : null),
  })
  if (outcome)
    return (
      <Suspense>
        <ResultSheet outcome={outcome} onClose={onClose} />
      </Suspense>
    )
  return (
    <EntryModal entry={entry} title={t(decision)} okText={t(decision)} onClose={onClose}>
      <p className="py-hint">{t(`decide.${decision}`, { count: rows.length })}</p>
      {decision === 'rebill' && (
        <Form.Item name="what" label={t('rebill.what')}>
          <Radio.Group>
            <Radio value="difference">{t('rebill.difference')}</Radio>
            <Radio value="amount">{t('rebill.amount')}</Radio>
          </Radio.Group>
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label={t('decide.note')}
        rules={decision === 'writeOff' ? [{ required: true, message: t('field.required') }] : []}
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
