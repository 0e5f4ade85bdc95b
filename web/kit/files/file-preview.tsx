import { DownloadOutlined, FileOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { BASE } from '../http/api.ts'
import { useT } from '../text/i18n.ts'
import { formatBytes } from '../text/formats.ts'
import './files.css'

/** A file with its links under the API. */
export interface ShownFile {
  fileName: string
  type: string
  size: number
  url: string
  thumbUrl: string | null
}

/** A file's small picture, or a sign where it is none. */
export function FileThumb({ file }: { file: ShownFile }) {
  const t = useT('files')
  return file.thumbUrl === null ? (
    <FileOutlined className="py-files-sign" />
  ) : (
    <img
      className="py-files-thumb"
      src={BASE + file.thumbUrl}
      alt={t('preview.thumb', { name: file.fileName })}
      loading="lazy"
    />
  )
}

/** Saves a file under its own name. */
export function FileLink({ file, children }: { file: ShownFile; children: React.ReactNode }) {
  return (
    <a href={BASE + file.url} download={file.fileName}>
      {children}
    </a>
  )
}

/** Signs of a text that are shown. */
const TEXT_MAX = 100_000

/** Pictures and texts in place; everything else is offered for download. */
export default function FilePreview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const t = useT('files')
  return (
    <Modal
      open
      title={file.fileName}
      width={900}
      className="py-dialog"
      onCancel={onClose}
      footer={
        <FileLink file={file}>
          <DownloadOutlined /> {t('action.download')} ({formatBytes(file.size)})
        </FileLink>
      }
    >
      <div className="py-files-preview">
        {file.type.startsWith('image/') ? (
          <img src={BASE + file.url} alt={file.fileName} />
        ) : file.type === 'text/plain' ? (
          <TextOf url={BASE + file.url} />
        ) : (
          <p>{t('preview.none')}</p>
        )}
      </div>
    </Modal>
  )
}

function TextOf({ url }: { url: string }) {
  const t = useT('files')
  const [text, setText] = useState<string | null>('')
  useEffect(() => {
    const gone = new AbortController()
    fetch(url, { signal: gone.signal })
      .then(async (response) => (response.ok ? await response.text() : null))
      .then((found) => setText(found?.slice(0, TEXT_MAX) ?? null))
      .catch(() => {
        if (!gone.signal.aborted) setText(null)
      })
    return () => gone.abort()
  }, [url])
  return text === null ? <p>{t('preview.none')}</p> : <pre>{text}</pre>
}
