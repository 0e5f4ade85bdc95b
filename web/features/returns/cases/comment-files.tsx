import { DeleteOutlined, InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { files as uploadCalls } from '#contracts/platform/operations/files.ts'
import { COMMENT_FILES } from '#contracts/returns/cases/cases.states.ts'
import { send } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Sent {
  path: string
  name: string
}
export interface CommentFilesState {
  sent: readonly Sent[]
  paths: string[]
  busy: boolean
  add: (chosen: Iterable<File>) => Promise<void>
  remove: (path: string) => void
  clear: () => void
}

/** Files that will go with what is being written: sent at once, named by the comment later. */
export function useCommentFiles(): CommentFilesState {
  const notify = useNotify()
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [busy, setBusy] = useState(false)
  const add = async (chosen: Iterable<File>) => {
    setBusy(true)
    for (const file of [...chosen].slice(0, COMMENT_FILES - sent.length))
      try {
        const { message } = await send(uploadCalls.upload, {}, { files: { file } })
        setSent((all) => [...all, { path: message, name: file.name }])
      } catch (error) {
        notify.failed(error)
      }
    setBusy(false)
  }
  return {
    sent,
    paths: sent.map(({ path }) => path),
    busy,
    add,
    remove: (path) => setSent((all) => all.filter((one) => one.path !== path)),
    clear: () => setSent([]),
  }
}

/** Dropped, chosen, or taken by a phone's camera. */
export function CommentFiles({ files }: { files: CommentFilesState }) {
  const t = useT('files')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="py-files-drop">
      <button
        type="button"
        className="py-drop case-drop"
        disabled={files.busy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void files.add(event.dataTransfer.files)
        }}
      >
        <InboxOutlined /> <span>{t('upload.drop')}</span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={t('upload.choose')}
        onChange={(event) => {
          void files.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {files.sent.length > 0 && (
        <ul className="py-files-list" aria-live="polite">
          {files.sent.map(({ path, name }) => (
            <li key={path}>
              <span className="py-files-name">{name}</span>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`${t('action.delete')} ${name}`}
                onClick={() => files.remove(path)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
