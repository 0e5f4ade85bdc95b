import { Modal } from 'antd'
import { useState } from 'react'
import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { LINK_HOURS } from '#contracts/platform/operations/files.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { call, ApiError, BASE } from '../../../kit/http/api.ts'
import { copyText } from '../../../kit/text/clipboard.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Makes a link that expires, and copies it. */
export default function LinkDialog({
  id,
  name,
  onClose,
}: {
  id: string
  name: string
  onClose: () => void
}) {
  const t = useT('files')
  const notify = useNotify()
  const [hours, setHours] = useState<string>('24')
  const [url, setUrl] = useState<string | null>(null)
  const copy = async () => {
    try {
      const made = await call(fileStore.link, { id, hours: Number(hours) })
      const address = new URL(BASE + made.url, window.location.href).href
      setUrl(address)
      if (await copyText(address)) notify.success(t('link.copied'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notify.failed(error)
    }
  }
  return (
    <Modal
      open
      title={t('link.title', { name })}
      className="py-dialog"
      okText={t('link.copy')}
      cancelText={t('action.close')}
      onOk={copy}
      onCancel={onClose}
    >
      <div className="file-links">
        <p>{t('link.hint')}</p>
        <Segments
          aria-label={t('link.valid')}
          options={LINK_HOURS.map((one) => ({ value: String(one), label: t(`link.hours.${one}`) }))}
          value={hours}
          onChange={setHours}
        />
        {url !== null && (
          <input className="py-input" readOnly value={url} aria-label={t('action.copyLink')} />
        )}
      </div>
    </Modal>
  )
}
