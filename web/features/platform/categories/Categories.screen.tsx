import {
  ApartmentOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  PlusOutlined,
  RightOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { categories, type CategoryRow } from '#contracts/platform/lists/categories.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { text } from '#contracts/kit/field.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import type { Editing } from './category-dialog.tsx'
import './categories.css'

const CategoryDialog = lazy(() => import('./category-dialog.tsx'))
const ImportDialog = lazy(() => import('../../../kit/resource/import-dialog.tsx'))
const sheet = {
  name: 'categories',
  path: '/sys/category',
  endpoints: categories,
  fields: { code: text(), parent: text(), name: text({ required: true }), nameEn: text() },
}
interface Hands {
  open: ReadonlySet<string>
  toggle: (id: string) => void
  edit: (what: Editing) => void
  remove: (row: CategoryRow) => void
}

/** The tree of categories: a level is fetched when it is opened. */
export default function Categories() {
  const t = useT('categories')
  const confirm = useConfirm()
  const [typed, setTyped] = useState('')
  const word = useDebouncedValue(typed.trim())
  const roots = useApi(
    categories.rootList,
    { pageSize: '200', ...(word ? { name: `*${word}*` } : {}) } as never,
    { keepPrevious: true },
  )
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<Editing | null>(null)
  const [importing, setImporting] = useState(false)
  const download = useDownload(categories.exportXls)
  const drop = useAction(categories.delete)
  const hands: Hands = {
    open,
    edit: setEditing,
    toggle: (id) =>
      setOpen((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    remove: (row) =>
      void confirm({
        title: t('action.delete'),
        names: [`${row.code} ${row.name}`],
        danger: true,
      }).then((yes) => {
        if (yes !== null) void drop.run({ id: row.id })
      }),
  }
  const rows = roots.data?.records ?? []
  return (
    <div className="cat-page">
      <PageHeader title={t('title')}>
        <Can action="sys:category:import">
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {t('action.import')}
          </Button>
        </Can>
        <Can action={categories.exportXls}>
          <Button
            icon={<DownloadOutlined />}
            loading={download.busy}
            onClick={() => void download.run({}, 'categories.xlsx')}
          >
            {t('action.export')}
          </Button>
        </Can>
        <Can action="sys:category:add">
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setEditing({ row: null, pid: null })}
          >
            {t('action.new')}
          </Button>
        </Can>
      </PageHeader>
      <input
        className="py-input cat-search"
        type="search"
        aria-label={t('name')}
        placeholder={t('name')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {roots.error && !roots.data ? (
        <ErrorNote error={roots.error} retry={() => void roots.refetch()} />
      ) : rows.length === 0 && !roots.isPending ? (
        word ? (
          <Empty kind="noMatch" />
        ) : (
          <Empty kind="nothing" title={t('empty.nothing')} />
        )
      ) : (
        <div className="cat-scroll">
          <table className="cat-table" aria-label={t('title')} aria-busy={roots.isPending}>
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('code')}</th>
                <th scope="col">
                  <span className="py-only-read">{t('action.edit')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Branch key={row.id} row={row} level={0} hands={hands} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Suspense>
        {editing && (
          <CategoryDialog
            {...editing}
            onClose={() => setEditing(null)}
            onSaved={(saved) => {
              if (saved.pid !== '0') setOpen((now) => new Set(now).add(saved.pid))
            }}
          />
        )}
        {importing && (
          <ImportDialog
            of={sheet as never}
            t={t}
            title={t('action.import')}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function Branch({ row, level, hands }: { row: CategoryRow; level: number; hands: Hands }) {
  const t = useT('categories')
  const may = useRightsCheck()
  const name = nameOf(row, useLang())
  const opened = hands.open.has(row.id) && row.hasChild === '1'
  const children = useApi(categories.childList, { pid: row.id }, { enabled: opened })
  return (
    <>
      <tr>
        <td style={{ paddingInlineStart: 8 + level * 22 }}>
          <span className="cat-name">
            {row.hasChild === '1' ? (
              <Button
                type="text"
                size="small"
                className={opened ? 'cat-arrow cat-open' : 'cat-arrow'}
                icon={<RightOutlined />}
                loading={opened && children.isPending}
                aria-expanded={opened}
                aria-label={`${t(opened ? 'collapse' : 'expand')} ${name}`}
                onClick={() => hands.toggle(row.id)}
              />
            ) : (
              <span className="cat-leaf" />
            )}
            <span>{name}</span>
          </span>
        </td>
        <td>
          <code>{row.code}</code>
        </td>
        <td className="cat-actions">
          <RowActions
            atHand={3}
            actions={[
              ...(may('sys:category:add')
                ? [
                    {
                      key: 'child',
                      label: t('addChild'),
                      icon: <PlusOutlined />,
                      onClick: () => hands.edit({ row: null, pid: row.id }),
                    },
                  ]
                : []),
              ...(may('sys:category:edit')
                ? [
                    {
                      key: 'edit',
                      label: `${t('action.edit')} / ${t('move')}`,
                      icon: may('sys:category:add') ? <EditOutlined /> : <ApartmentOutlined />,
                      onClick: () => hands.edit({ row, pid: row.pid === '0' ? null : row.pid }),
                    },
                  ]
                : []),
              ...(may(categories.delete)
                ? [
                    {
                      key: 'delete',
                      label: t('action.delete'),
                      icon: <DeleteOutlined />,
                      danger: true,
                      onClick: () => hands.remove(row),
                    },
                  ]
                : []),
            ]}
          />
        </td>
      </tr>
      {opened &&
        (children.data ?? []).map((child) => (
          <Branch key={child.id} row={child} level={level + 1} hands={hands} />
        ))}
    </>
  )
}
