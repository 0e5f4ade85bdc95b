import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  recordFiles,
  type FileKind,
  type RecordFile,
} from '#contracts/platform/operations/files.ts'
import { useApi } from '../http/query.ts'
import { useAction } from '../http/use-action.ts'
import { useConfirm } from '../platform/confirm.tsx'
import { ErrorNote } from '../platform/empty.tsx'
import { Moment } from '../platform/cells.tsx'
import { useT } from '../text/i18n.ts'
import { formatBytes } from '../text/formats.ts'
import { FileDrop } from './file-drop.tsx'
import { FileThumb } from './file-preview.tsx'
import { nameOfAccount } from '../session/account-names.ts'
import './files.css'

const FilePreview = lazy(() => import('./file-preview.tsx'))

export interface RecordFilesProps {
  /** As the server's feature offers it (`offerFileOwner`). */
  ownerKind: string
  ownerId: string
  kind: FileKind
  hint?: string
}

/** A phone makes what is not of these types one of them. */
const PHOTO = { camera: true, accept: 'image/jpeg,image/png,image/webp' }

/** The files of a record: thumbnails, preview, and upload and delete for who may change it. */
export function RecordFiles({ ownerKind, ownerId, kind, hint }: RecordFilesProps) {
  const t = useT('files')
  const confirm = useConfirm()
  const of = { ownerKind, ownerId, kind }
  const found = useApi(recordFiles.list, of)
  const remove = useAction(recordFiles.delete)
  const [shown, setShown] = useState<RecordFile | null>(null)
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  const { files = [], mayChange = false } = found.data ?? {}
  const ask = async ({ id, fileName }: RecordFile) => {
    const title = t('confirm.delete', { name: fileName })
    const content = t('confirm.deleteHint')
    if ((await confirm({ title, content, ok: t('action.delete'), danger: true })) !== null)
      await remove.run({ id })
  }
  return (
    <section className="py-files">
      {found.data && files.length === 0 && <p className="py-hint">{t('upload.none')}</p>}
      <ul className="py-files-list">
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" className="py-files-open" onClick={() => setShown(file)}>
              <FileThumb file={file} />
              <span className="py-files-name">{file.fileName}</span>
            </button>
            <small>
              {formatBytes(file.size)} · {nameOfAccount(file.createBy)} ·{' '}
              <Moment at={file.createTime} />
            </small>
            {mayChange && (
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`${t('action.delete')} ${file.fileName}`}
                onClick={() => void ask(file)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <FileDrop
          action={recordFiles.upload}
          input={of}
          {...(kind === 'photo' && PHOTO)}
          hint={hint ?? t(kind === 'photo' ? 'upload.photoHint' : 'upload.hint')}
        />
      )}
      {shown && (
        <Suspense>
          <FilePreview file={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  )
}
