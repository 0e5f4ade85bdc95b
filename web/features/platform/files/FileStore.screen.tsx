import { ClearOutlined, EyeOutlined, LinkOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { fileStore, storedFiles } from '#contracts/platform/operations/file-store.ts'
import { FileThumb, type ShownFile } from '../../../kit/files/file-preview.tsx'
import { formatBytes } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './files.css'

const FilePreview = lazy(() => import('../../../kit/files/file-preview.tsx'))
const UploadDialog = lazy(() => import('./upload-dialog.tsx'))
const LinkDialog = lazy(() => import('./link-dialog.tsx'))
const ScanDialog = lazy(() => import('./scan-dialog.tsx'))

type Row = RowOf<typeof storedFiles>
const COLUMNS = [
  'fileName',
  'kind',
  'ownerKind',
  'ownerName',
  'type',
  'size',
  'createBy',
  'createTime',
] as const

/** What the list brings in addition to the fields. */
const more = (row: Row, key: 'ownerName' | 'url' | 'thumbUrl'): string | null => {
  const value: unknown = Reflect.get(row, key)
  return typeof value === 'string' && value !== '' ? value : null
}
/** A row as the preview takes it; null where the caller may not read the record. */
function fileOf(row: Row): ShownFile | null {
  const url = more(row, 'url')
  if (url === null) return null
  return {
    fileName: row.fileName ?? '',
    type: row.type ?? '',
    size: row.size ?? 0,
    url,
    thumbUrl: more(row, 'thumbUrl'),
  }
}

function NameCell({ row }: { row: Row }) {
  const file = fileOf(row)
  return (
    <span className="file-name">
      {file && <FileThumb file={file} />}
      {row.fileName}
    </span>
  )
}
const CELLS = {
  fileName: (row: Row) => <NameCell row={row} />,
  size: (row: Row) => formatBytes(row.size ?? 0),
  ownerName: (row: Row) => more(row, 'ownerName') ?? '–',
}

/** Used space of the quota. */
function Usage() {
  const t = useT('files')
  const usage = useApi(fileStore.usage, {}).data
  if (!usage) return null
  const { used, quota, files } = usage
  return (
    <p className="file-usage">
      <meter min={0} max={quota} high={quota * 0.9} value={used} aria-label={t('usage.label')} />
      {t('usage', { used: formatBytes(used), quota: formatBytes(quota) })} ·{' '}
      {t('usage.files', { count: files })}
    </p>
  )
}

/** All files of the tenant, the records they belong to, and what they take. */
export default function FileStore() {
  const t = useT('files')
  const may = useRightsCheck()
  const [dialog, setDialog] = useState<'upload' | 'scan' | null>(null)
  const [shown, setShown] = useState<ShownFile | null>(null)
  const [linked, setLinked] = useState<{ id: string; name: string } | null>(null)

  const actions = useCallback(
    (row: Row): RowAction[] => {
      const file = fileOf(row)
      const blocked = file ? null : t('blocked.noAccess')
      return [
        {
          key: 'preview',
          label: t('action.preview'),
          icon: <EyeOutlined />,
          blocked,
          onClick: () => setShown(file),
        },
        {
          key: 'link',
          label: t('action.copyLink'),
          icon: <LinkOutlined />,
          blocked,
          onClick: () => setLinked({ id: row.id, name: row.fileName ?? '' }),
        },
      ]
    },
    [t],
  )
  return (
    <>
      <ResourceScreen
        of={storedFiles}
        columns={COLUMNS}
        cells={CELLS}
        rowActions={actions}
        top={<Usage />}
        toolbar={() => (
          <>
            {may(fileStore.scan) && (
              <Button icon={<ClearOutlined />} onClick={() => setDialog('scan')}>
                {t('action.scan')}
              </Button>
            )}
            {may(fileStore.upload) && (
              <Button type="primary" icon={<UploadOutlined />} onClick={() => setDialog('upload')}>
                {t('action.upload')}
              </Button>
            )}
          </>
        )}
      />
      <Suspense>
        {dialog === 'upload' && <UploadDialog onClose={() => setDialog(null)} />}
        {dialog === 'scan' && <ScanDialog onClose={() => setDialog(null)} />}
        {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
        {linked && <LinkDialog {...linked} onClose={() => setLinked(null)} />}
      </Suspense>
    </>
  )
}
