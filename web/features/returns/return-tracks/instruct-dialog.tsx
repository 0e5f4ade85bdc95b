import { Alert, Form, Input } from 'antd'
import { Suspense, useEffect } from 'react'
import { ActionFees, sumsOf, useTracks } from './action-fees.tsx'
import { ForwardFields, type Forward } from './forward-fields.tsx'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import {
  RETURN_ACTIONS,
  type Grade,
  type ReturnAction,
} from '#contracts/returns/return-tracks.states.ts'
import type { ForwardTo } from '#contracts/returns/return-tracks.shapes.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useValue } from '../../../kit/form/form-values.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { ApiError } from '../../../kit/http/api.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { Chosen } from './use-track-actions.tsx'

interface Values {
  action: ReturnAction | null
  note: string
  forward: Forward
}

/** The question was answered with no: the form stays as it is. */
const STAYED = { ok: false, error: new ApiError({ status: 0, message: '' }) } as const
/** To be asked is no decision of who is asked. */
const DECISIONS = RETURN_ACTIONS.filter((action) => action !== 'ask')
/** Grades of what is not sold as new again: defective, empty or wrong. */
const UNFIT: readonly string[] = ['D', 'E'] satisfies Grade[]

/** What is done with one return or many; a forwarding names service and address. */
export default function InstructDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly Chosen[]
  onClose: () => void
  onDone: (result: BulkResult) => void
}) {
  const t = useT('return-tracks')
  const own = (useSession().user?.customerId ?? null) !== null
  const ask = useConfirm()
  const known = useTracks(rows)
  const grades = useDict('return_grade')
  const gradeOf = (grade: string | null) =>
    grades.find(({ value }) => value === grade)?.text ?? grade ?? ''
  const { tracks } = known
  const mayDestroy = async () => {
    const valued = tracks.flatMap(({ value, currency }) =>
      value ? [[value, currency] as const] : [],
    )
    const worth = sumsOf(valued).join(', ')
    const count = rows.length
    const without = count - valued.length
    const sure = await ask({
      title: t('instruct.destroy.title', { count }),
      content:
        tracks.length < count || !worth
          ? t('instruct.destroy.text')
          : without === 0
            ? t('instruct.destroy.worth', { worth })
            : t('instruct.destroy.atLeast', { worth, count: without }),
      ok: t('instruct.destroy.ok'),
      danger: true,
    })
    return sure !== null
  }
  const instruct = useAction(returnTracks.instruct, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: null,
    start: { action: null, note: '', forward: {} },
    save: async ({ action, note, forward }) => {
      if (action === 'destroy' && !(await mayDestroy())) return STAYED
      return instruct.run({
        ids: rows.map(({ id }) => id),
        action: action ?? 'ask',
        note: note || null,
        forward: action === 'forward' ? (forward as ForwardTo) : null,
      })
    },
    onSaved: (result) => onDone(result as BulkResult),
    label: (path) =>
      path.startsWith('forward.')
        ? t(path)
        : path === 'note'
          ? t('instruct.note')
          : path === 'action'
            ? t('action')
            : null,
  })
  const action = useValue(entry.form, 'action')
  const unfit = tracks.filter(({ grade }) => grade !== null && UNFIT.includes(grade))
  const { edit } = entry
  // What the address lacked concerns a forwarding only.
  useEffect(() => {
    if (action !== null && action !== 'forward') edit((values) => values, 'forward')
  }, [action, edit])
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={t('instruct.title', { count: rows.length })}
      okText={t('instruct.ok', { count: rows.length })}
      onClose={onClose}
    >
      <ActionFees {...known} all={rows.length} />
      <Form.Item name="action" label={t('action')} rules={required}>
        <DictSelect code="return_action" only={own ? DECISIONS : undefined} />
      </Form.Item>
      {action === 'restock' && unfit.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="py-form-wide"
          title={t('instruct.restock.unfit', {
            names: unfit.map(({ no, grade }) => `${no} (${gradeOf(grade)})`).join(t('list.comma')),
          })}
        />
      )}
      {action === 'forward' && (
        <Suspense>
          <ForwardFields
            form={entry.form}
            tracks={tracks}
            all={rows.length}
            customers={rows.map(({ customerId }) => customerId ?? null)}
            onAddress={(address) =>
              edit((now) => ({ ...now, forward: { ...now.forward, ...address } }), 'forward')
            }
          />
        </Suspense>
      )}
      <Form.Item name="note" label={t('instruct.note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
