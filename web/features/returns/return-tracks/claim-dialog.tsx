import { Form, Input } from 'antd'
import { useState } from 'react'
import { files } from '#contracts/platform/operations/files.ts'
import { returnClaims } from '#contracts/returns/return-claims.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { send } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Papers with a claim at most. */
const PROOFS = 5

/** Why a return is the customer's, with what proves it. */
export default function ClaimDialog({
  trackId,
  onClose,
}: {
  trackId: string
  onClose: () => void
}) {
  const t = useT('common-returns')
  const [proofs, setProofs] = useState<readonly string[]>([])
  const notify = useNotify()
  const add = useAction(returnClaims.add, { ownRefusals: true })
  const upload = async (chosen: readonly File[]) => {
    const paths: string[] = []
    for (const file of chosen.slice(0, PROOFS))
      try {
        paths.push((await send(files.upload, {}, { files: { file } })).message)
      } catch (error) {
        notify.failed(error)
      }
    setProofs(paths)
  }
  const entry = useEntry<{ text: string }>({
    draft: null,
    start: { text: '' },
    save: ({ text }) => add.run({ trackId, text, proofs: [...proofs] }),
    onSaved: onClose,
    label: (path) =>
      path === 'text' ? t('claim.text') : path.startsWith('proofs') ? t('claim.proof') : null,
  })
  return (
    <EntryModal entry={entry} title={t('claim.title')} okText={t('claim.ok')} onClose={onClose}>
      <Form.Item
        name="text"
        label={t('claim.text')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 3 }} />
      </Form.Item>
      <Form.Item label={t('claim.proof')}>
        <input
          type="file"
          multiple
          accept=".pdf,.png,.jpg,.jpeg,.webp"
          aria-label={t('claim.proof')}
          onChange={(event) => void upload([...(event.target.files ?? [])])}
        />
      </Form.Item>
    </EntryModal>
  )
}
