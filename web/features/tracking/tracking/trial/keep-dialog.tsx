import { Form, Input } from 'antd'
import { useState } from 'react'
import { testTrack, type Dialect } from '#contracts/tracking/test-track.ts'
import { EntryModal } from '../../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'

interface Values {
  name: string
}

/** A name for a payload that is kept as a case. */
export default function KeepDialog({
  courier,
  payload,
  onClose,
}: {
  courier: Dialect
  payload: string
  onClose: () => void
}) {
  const t = useT('test-track')
  const keep = useAction(testTrack.keep, { success: t('keep.done'), ownRefusals: true })
  const [start] = useState<Values>({ name: '' })
  const entry = useEntry<Values>({
    draft: null,
    start,
    save: ({ name }) => keep.run({ courier, payload, name }),
    onSaved: onClose,
    label: (path) => (path === 'name' ? t('keep.name') : null),
  })
  return (
    <EntryModal entry={entry} title={t('keep')} okText={t('keep')} onClose={onClose}>
      <Form.Item name="name" label={t('keep.name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} />
      </Form.Item>
    </EntryModal>
  )
}
