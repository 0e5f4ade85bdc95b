import { Modal } from 'antd'
import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { FileDrop } from '../../../kit/files/file-drop.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Files that belong to no record. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useT('files')
  const notify = useNotify()
  return (
    <Modal
      open
      title={t('action.upload')}
      className="py-dialog"
      width={600}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <FileDrop
        action={fileStore.upload}
        input={{}}
        onDone={({ fileName }) => notify.success(`${t('upload.done')} ${String(fileName)}`)}
      />
    </Modal>
  )
}
