import { Modal } from 'antd'
import { attachments } from '#contracts/returns/attachments.ts'
import { FileDrop } from '../../../kit/files/file-drop.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** A new file takes the place of one; that one stays as an earlier version. */
export default function ReplaceDialog(props: { id: string; name: string; onClose: () => void }) {
  const t = useT('attachments')
  return (
    <Modal
      open
      title={t('replace.title', { name: props.name })}
      footer={null}
      onCancel={props.onClose}
      destroyOnHidden
    >
      <FileDrop action={attachments.replace} input={{ id: props.id }} onDone={props.onClose} />
    </Modal>
  )
}
