import { Form, Input } from 'antd'
import { useState } from 'react'
import { outboundTracks } from '#contracts/depot/outbound-tracks.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** A mail to each supplier of the chosen parcels, with a note. */
export default function MailDialog({
  parcelIds,
  suppliers,
  onClose,
}: {
  parcelIds: readonly string[]
  suppliers: readonly string[]
  onClose: () => void
}) {
  const t = useT('outbound-tracks')
  const notify = useNotify()
  const mail = useAction(outboundTracks.mail, {
    success: false,
    ownRefusals: true,
    onDone: ({ mails, without }) => {
      notify.success(t('mail.done', { count: mails.length }))
      if (without.length > 0) notify.warning(t('mail.without', { suppliers: without.join(', ') }))
    },
  })
  const [start] = useState({ note: '' })
  const entry = useEntry<{ note: string }>({
    draft: null,
    start,
    save: ({ note }) => mail.run({ parcelIds: [...parcelIds], note }),
    onSaved: onClose,
    label: (path) => (path === 'note' ? t('mail.note') : null),
  })
  return (
    <EntryModal entry={entry} title={t('mail.title')} okText={t('mail.send')} onClose={onClose}>
      <p>{t('mail.to', { suppliers: suppliers.join(', '), count: parcelIds.length })}</p>
      <Form.Item name="note" label={t('mail.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 3 }} />
      </Form.Item>
    </EntryModal>
  )
}
