import { Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { cases } from '#contracts/returns/cases/cases.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { CaseStatus } from '#contracts/returns/cases/cases.states.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useCaseStatus } from './case-status.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
export type CaseVerb = 'assign' | 'setStatus'

/** Who has the cases, or how far they are, from now on. */
export default function BulkDialog({
  verb,
  ids,
  onClose,
  onDone,
}: {
  verb: CaseVerb
  ids: readonly string[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useT('cases')
  const notify = useNotify()
  const statusOf = useCaseStatus()
  const [refused, setRefused] = useState<BulkResult | null>(null)
  const staff = useApi(comments.staff, {}, { enabled: verb === 'assign' })
  const own = { ownRefusals: true, success: false } as const
  const assign = useAction(cases.assign, own)
  const move = useAction(cases.setStatus, own)
  const entry = useEntry<{ userId: string | null; status: CaseStatus | null }>({
    draft: null,
    start: { userId: null, status: null },
    save: ({ userId, status }) =>
      verb === 'assign'
        ? assign.run({ ids: [...ids], userId })
        : move.run({ ids: [...ids], status: status! }),
    onSaved: (result) => {
      const outcome = result as BulkResult
      if (outcome.failed > 0) return setRefused(outcome)
      notify.success(t('done', { what: became(), count: outcome.done }))
      return onDone()
    },
    label: (path) => (path === 'userId' ? t('assigneeId') : path === 'status' ? t('status') : null),
  })
  const became = () => {
    const { userId, status } = entry.form.getFieldsValue()
    if (verb === 'setStatus') return statusOf(status ?? '')
    const name = staff.data?.find(({ id }) => id === userId)?.name
    return name ? `${t('assigneeId')} ${name}` : t('assignee.none')
  }
  if (refused)
    return (
      <Suspense>
        <ResultSheet outcome={{ title: t(verb), result: refused }} onClose={onDone} />
      </Suspense>
    )
  return (
    <EntryModal
      entry={entry}
      title={t(verb === 'assign' ? 'assign.title' : 'setStatus', { count: ids.length })}
      okText={t(verb)}
      onClose={onClose}
    >
      {verb === 'assign' ? (
        <Form.Item name="userId" label={t('assigneeId')}>
          <ChoiceInput
            loading={staff.isFetching}
            options={(staff.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      ) : (
        <Form.Item
          name="status"
          label={t('status')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <DictSelect code="case_status" />
        </Form.Item>
      )}
    </EntryModal>
  )
}
