import { DownloadOutlined, EyeOutlined, SwapOutlined, TagOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { attachmentList, attachments } from '#contracts/returns/attachments.ts'
import { FileThumb, type ShownFile } from '../../../kit/files/file-preview.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { formatBytes } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'

const FilePreview = lazy(() => import('../../../kit/files/file-preview.tsx'))
const AddDialog = lazy(() => import('./add-dialog.tsx'))
const ReplaceDialog = lazy(() => import('./replace-dialog.tsx'))

type Row = RowOf<typeof attachmentList>
const COLUMNS = [
  'fileName',
  'kind',
  'ownerKind',
  'recordNo',
  'tags',
  'type',
  'size',
  'createBy',
  'createTime',
]

/** What the list brings in addition to the fields. */
const more = (row: Row, key: 'recordNo' | 'url' | 'thumbUrl' | 'replacedById'): string | null => {
  const value: unknown = Reflect.get(row, key)
  return typeof value === 'string' && value !== '' ? value : null
}
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

/** Files of orders, returns and cases in one list. */
export default function Attachments({ title }: { title: string }) {
  const t = useT('attachments')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<ShownFile | null>(null)
  const [replacing, setReplacing] = useState<{ id: string; name: string } | null>(null)
  const tag = useAction(attachments.tag)
  const remove = useAction(attachments.deleteBatch)
  const zip = useDownload(attachments.zip)
  const cells = {
    fileName: (row: Row) => {
      const file = fileOf(row)
      return (
        <span className="file-name">
          {file && <FileThumb file={file} />} {row.fileName}
          {more(row, 'replacedById') && ` (${t('earlier')})`}
        </span>
      )
    },
    size: (row: Row) => formatBytes(row.size ?? 0),
    recordNo: (row: Row) => more(row, 'recordNo') ?? '–',
  }
  const tagNow = async (row: Row) => {
    const tags = await confirm({
      title: t('tag.title', { name: row.fileName ?? '' }),
      ok: t('tag'),
      reason: true,
      reasonOptional: true,
      reasonLabel: t('tags'),
    })
    if (tags !== null) await tag.run({ id: row.id, tags })
  }
  const rowActions = (row: Row): RowAction[] => {
    const file = fileOf(row)
    const blocked = file ? null : t('noAccess')
    return [
      {
        key: 'preview',
        label: t('preview'),
        icon: <EyeOutlined />,
        blocked,
        onClick: () => setShown(file),
      },
      ...(may(attachments.tag)
        ? [
            {
              key: 'tag',
              label: t('tag'),
              icon: <TagOutlined />,
              blocked,
              onClick: () => void tagNow(row),
            },
            {
              key: 'replace',
              label: t('replace'),
              icon: <SwapOutlined />,
              blocked,
              onClick: () => setReplacing({ id: row.id, name: row.fileName ?? '' }),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <ResourceScreen
        of={attachmentList}
        title={title}
        columns={COLUMNS}
        cells={cells}
        rowActions={rowActions}
        {...(may(attachments.record)
          ? {
              newButton: (
                <Button type="primary" onClick={() => setAdding(true)}>
                  {t('add')}
                </Button>
              ),
            }
          : {})}
        actions={(selection, list) => (
          <>
            <Button
              icon={<DownloadOutlined />}
              loading={zip.busy}
              onClick={() => void zip.run({ ids: selection.rows.map(({ id }) => id) }, 'files.zip')}
            >
              {t('zip')}
            </Button>
            {may(attachments.deleteBatch) && (
              <Button
                danger
                loading={remove.busy}
                onClick={async () => {
                  const ids = selection.rows.map(({ id }) => id)
                  const sure = await confirm({
                    title: t('delete.title', { count: ids.length }),
                    content: <p>{t('delete.note')}</p>,
                    ok: t('delete'),
                    danger: true,
                    names: selection.rows.map(({ fileName }) => fileName ?? ''),
                  })
                  if (sure === null || !(await remove.run({ ids })).ok) return
                  selection.clear()
                  list.refetch()
                }}
              >
                {t('delete')}
              </Button>
            )}
          </>
        )}
      />
      <Suspense>
        {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
        {adding && <AddDialog onClose={() => setAdding(false)} />}
        {replacing && <ReplaceDialog {...replacing} onClose={() => setReplacing(null)} />}
      </Suspense>
    </>
  )
}
