import { CameraOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import type { Callable } from '../http/api.ts'
import { reasonOf } from '../http/notify.tsx'
import { useT } from '../text/i18n.ts'
import { formatBytes } from '../text/formats.ts'
import { useUploads } from './use-uploads.ts'
import './files.css'

/** Types the server takes (server/kit/files/file-types.ts); what gets past is refused there. */
const ACCEPT =
  '.png,.jpg,.jpeg,.webp,.pdf,.xlsx,.docx,.pptx,.xls,.doc,.ppt,.ods,.odt,.zip,.txt,.csv,.json,.xml,.zpl,.msg'

export interface FileDropProps<I, O> {
  /** A multipart call that takes the part `file`. */
  action: Callable<I, O>
  input: I
  onDone?: (result: O) => void
  accept?: string
  hint?: string
  /** The camera of a phone in addition to its files. */
  camera?: boolean
  /** Files of one drop, where it is work for hundreds. */
  max?: number
}

/** Files are dropped or chosen and sent at once; each shows how far it is, or why it failed. */
export function FileDrop<I, O>({
  action,
  input,
  onDone,
  accept = ACCEPT,
  hint,
  camera = false,
  max,
}: FileDropProps<I, O>) {
  const t = useT('files')
  const described = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const lens = useRef<HTMLInputElement>(null)
  const uploads = useUploads(action, input, onDone, max)
  return (
    <div className="py-files-drop">
      <button
        type="button"
        className="py-drop"
        aria-describedby={described}
        data-over={over || undefined}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          uploads.add(event.dataTransfer.files)
        }}
      >
        <InboxOutlined />
        <span>{t('upload.drop')}</span>
        <small id={described}>{hint ?? t('upload.hint')}</small>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={t('upload.choose')}
        onChange={(event) => {
          uploads.add(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      {camera && (
        <>
          <Button
            className="py-files-camera"
            size="large"
            icon={<CameraOutlined />}
            onClick={() => lens.current?.click()}
          >
            {t('upload.camera')}
          </Button>
          <input
            ref={lens}
            type="file"
            hidden
            capture="environment"
            accept={accept}
            aria-label={t('upload.camera')}
            onChange={(event) => {
              uploads.add(event.currentTarget.files ?? [])
              event.currentTarget.value = ''
            }}
          />
        </>
      )}
      {uploads.left.length > 0 && (
        <p className="py-files-failed" role="alert">
          {t('upload.tooMany', { names: uploads.left.join(', ') })}
        </p>
      )}
      <ul className="py-files-running" aria-live="polite">
        {uploads.running.map(({ key, file, share, error }) => (
          <li key={key}>
            <span className="py-files-name" title={file.name}>
              {file.name}
            </span>
            <small>{formatBytes(file.size)}</small>
            {error === null ? (
              <progress value={share} aria-label={`${t('upload.running')} ${file.name}`} />
            ) : (
              <>
                <span className="py-files-failed">{reasonOf(error, t)}</span>
                <Button size="small" onClick={() => uploads.retry(key)}>
                  {t('upload.retry')}
                </Button>
                <Button size="small" type="text" onClick={() => uploads.dismiss(key)}>
                  {t('upload.dismiss')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
