import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import type { PlannedDraft } from '#contracts/money/invoices.parts.ts'
import { Names } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { sumsOf } from './sums.ts'

/**
 * What the drafts will come to, and which of them take the place of drafts that wait: an account
 * has one draft per month, so these are made again, or left as they are.
 */
export default function DraftsDialog({
  ids,
  drafts,
  to,
  busy,
  onMake,
  onClose,
}: {
  ids: readonly string[]
  drafts: readonly PlannedDraft[]
  to: string
  busy: boolean
  onMake: (ids: string[]) => void
  onClose: () => void
}) {
  const t = useT('invoices')
  const [leaves, setLeaves] = useState(false)
  const waiting = drafts.flatMap(({ replaces, ...draft }) =>
    replaces ? [{ draft, replaces }] : [],
  )
  const left = new Set(leaves ? waiting.map(({ draft }) => draft.accountId) : [])
  const made = drafts.filter(({ accountId }) => !left.has(accountId))
  // Of those nothing can be made of, the answer names why.
  const asked = ids.filter((id) => !left.has(id))
  return (
    <Modal
      open
      title={t('month.make.title', { count: made.length })}
      okText={t('month.make')}
      cancelText={t('action.back')}
      okButtonProps={{ disabled: asked.length === 0 }}
      confirmLoading={busy}
      onOk={() => onMake(asked)}
      onCancel={onClose}
    >
      {made.length > 0 && <p>{t('month.make.text', { to, sum: sumsOf(made) })}</p>}
      {waiting.length > 0 && (
        <>
          <p>{t(leaves ? 'month.make.left' : 'month.make.replaced', { count: waiting.length })}</p>
          <Names
            names={waiting.map(({ draft, replaces }) =>
              t(leaves ? 'month.make.stays' : 'month.make.replace', {
                customer: draft.customer,
                oldFrom: replaces.periodFrom,
                oldTo: replaces.periodTo,
                old: sumsOf([{ ...replaces, currency: draft.currency }]),
                from: draft.periodFrom,
                to: draft.periodTo,
                sum: sumsOf([draft]),
              }),
            )}
          />
          <Checkbox checked={leaves} onChange={({ target }) => setLeaves(target.checked)}>
            {t('month.make.leave')}
          </Checkbox>
        </>
      )}
    </Modal>
  )
}
