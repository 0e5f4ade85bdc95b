import { Form, Input } from 'antd'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { FinishFees } from './action-fees.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

interface Values {
  placeId: string | null
  note: string
}

/** The instruction was carried out: where the goods lie now, and what is to be noted. */
export default function FinishDialog({
  track,
  onClose,
}: {
  track: TrackDetail
  onClose: () => void
}) {
  const t = useT('return-tracks')
  const finish = useAction(returnStation.finish, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: { placeId: null, note: '' },
    save: ({ placeId, note }) =>
      finish.run({ id: track.id, version: track.version, placeId, note: note || null }),
    onSaved: onClose,
    label: (path) =>
      path === 'placeId' ? t('finish.place') : path === 'note' ? t('finish.note') : null,
  })
  return (
    <EntryModal
      entry={entry}
      title={t('finish.title', { no: track.no, action: track.action_dictText })}
      okText={t('finish')}
      onClose={onClose}
    >
      {track.destroyBy && <p>{t('finish.second', { user: nameOfAccount(track.destroyBy) })}</p>}
      <FinishFees track={track} />
      {track.action === 'restock' && (
        <Form.Item
          name="placeId"
          label={t('finish.place')}
          rules={[{ required: true, message: t('field.required') }]}
        >
          <RefSelect of="stock-places" />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('finish.note')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
