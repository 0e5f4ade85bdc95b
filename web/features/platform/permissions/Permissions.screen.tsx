import {
  DeleteOutlined,
  EditOutlined,
  EyeOutlined,
  FilterOutlined,
  PlusOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { linesOf, shownLines, type MenuLine } from './menu-rows.ts'
import './permissions.css'

const NamedIcon = lazy(() => import('../../../kit/platform/icons/named-icons.tsx'))
const MenuForm = lazy(() => import('./menu-form.tsx'))
const RulesDrawer = lazy(() => import('./rules-drawer.tsx'))
const MenuPreview = lazy(() => import('./menu-preview.tsx'))
type Doing =
  | { kind: 'new'; parent: MenuLine | null }
  | { kind: 'edit' | 'rules'; row: MenuLine }
  | { kind: 'preview' }
  | null

/**
 * The menu as a tree table: entries and their buttons. The platform's administrator edits it,
 * tenants attach data rules.
 */
export default function Permissions() {
  const t = useT('permissions')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const found = useApi(permissions.list, {})
  const remove = useAction(permissions.delete)
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [doing, setDoing] = useState<Doing>(null)
  const lines = useMemo(() => linesOf(found.data ?? []), [found.data])
  const folders = lines.filter((line) => !line.isLeaf)
  const unfolded = open.size >= folders.length
  const empty = (
    <Empty kind="noMatch">
      <Button onClick={() => setWords('')}>{t('filter.clear')}</Button>
    </Empty>
  )

  const toggleCollapsed = (id: string) =>
    setOpen(open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]))
  const yes = (on: boolean) => (on ? t('value.yes') : '')
  const columns: Column<MenuLine>[] = [
    {
      key: 'title',
      title: t('menu.title'),
      width: 240,
      card: 'title',
      render: (row) => (
        <span className="perm-title" style={{ paddingInlineStart: row.level * 18 }}>
          {row.isLeaf ? (
            <span className="perm-fold" />
          ) : (
            <button
              type="button"
              className="perm-fold"
              aria-expanded={open.has(row.id)}
              aria-label={t(open.has(row.id) ? 'grant.fold' : 'grant.unfold', { name: row.title })}
              onClick={(event) => {
                event.stopPropagation()
                toggleCollapsed(row.id)
              }}
            >
              <RightOutlined rotate={open.has(row.id) ? 90 : 0} />
            </button>
          )}
          {row.icon && (
            <Suspense fallback={null}>
              <NamedIcon name={row.icon} />
            </Suspense>
          )}
          <span>{row.title}</span>
          {row.ruleFlag === 1 && <FilterOutlined title={t('menu.ruled')} className="perm-ruled" />}
        </span>
      ),
    },
    {
      key: 'menuType',
      title: t('menu.menuType'),
      width: 100,
      render: (row) => <DictTag code="menu_type" value={String(row.menuType)} />,
    },
    {
      key: 'perms',
      title: t('menu.perms'),
      width: 160,
      render: (row) => row.perms && <code className="perm-code">{row.perms}</code>,
    },
    {
      key: 'url',
      title: t('menu.url'),
      width: 190,
      render: (row) => row.url && <span title={row.url}>{row.url}</span>,
    },
    {
      key: 'component',
      title: t('menu.component'),
      width: 190,
      card: 'hidden',
      render: (row) => row.component && <span title={row.component}>{row.component}</span>,
    },
    { key: 'sortNo', title: t('menu.sortNo'), width: 60, align: 'right', card: 'hidden' },
    {
      key: 'hidden',
      title: t('menu.hidden'),
      width: 66,
      render: (row) => yes(row.hidden),
      card: 'hidden',
    },
    {
      key: 'keepAlive',
      title: t('menu.keepAlive'),
      width: 60,
      render: (row) => yes(row.keepAlive),
      card: 'hidden',
    },
    {
      key: 'internalOrExternal',
      title: t('menu.external'),
      width: 80,
      render: (row) => yes(row.internalOrExternal),
      card: 'hidden',
    },
    {
      key: 'status',
      title: t('menu.status'),
      width: 84,
      render: (row) => <DictTag code="valid_status" value={row.status} />,
    },
  ]

  const drop = async (row: MenuLine) => {
    const names = lines
      .filter((line) => line.id === row.id || line.parents.includes(row.id))
      .map((line) => line.title)
    if (
      (await confirm({
        title: t('menu.delete', { name: row.title, count: names.length }),
        ok: t('action.delete'),
        names,
        content: <p>{t('menu.deleteNote')}</p>,
        danger: true,
      })) !== null
    )
      await remove.run({ id: row.id })
  }
  const actions = (row: MenuLine) => [
    ...(may('sys:perm:edit')
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: <EditOutlined />,
            onClick: () => setDoing({ kind: 'edit', row }),
          },
        ]
      : []),
    ...(may('sys:datarule:list') && row.menuType !== 2
      ? [
          {
            key: 'rules',
            label: t('menu.rules'),
            icon: <FilterOutlined />,
            blocked: row.ruleable ? null : t('menu.noRules'),
            onClick: () => setDoing({ kind: 'rules' as const, row }),
          },
        ]
      : []),
    ...(may('sys:perm:add') && row.menuType !== 2
      ? [
          {
            key: 'add',
            label: t('menu.addChild'),
            icon: <PlusOutlined />,
            onClick: () => setDoing({ kind: 'new' as const, parent: row }),
          },
        ]
      : []),
    ...(may(permissions.delete)
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            blocked: row.builtIn ? t('menu.builtIn') : null,
            onClick: () => void drop(row),
          },
        ]
      : []),
  ]
  return (
    <div className="py-list">
      <PageHeader title={t('title')} note={t('note')}>
        <Button icon={<EyeOutlined />} onClick={() => setDoing({ kind: 'preview' })}>
          {t('preview')}
        </Button>
        <Can action="sys:perm:add">
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setDoing({ kind: 'new', parent: null })}
          >
            {t('menu.add')}
          </Button>
        </Can>
      </PageHeader>
      <div className="py-filters">
        <input
          type="search"
          className="py-input perm-search"
          value={words}
          placeholder={t('menu.search')}
          aria-label={t('menu.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button
          size="small"
          type="text"
          disabled={words !== ''}
          onClick={() => setOpen(unfolded ? new Set() : new Set(folders.map((line) => line.id)))}
        >
          {t(unfolded ? 'grant.foldAll' : 'grant.unfoldAll')}
        </Button>
      </div>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<MenuLine>
          label={t('title')}
          columns={columns}
          rows={shownLines(lines, open, words)}
          loading={found.isPending}
          empty={empty}
          actions={(row) => <RowActions actions={actions(row)} />}
          actionsWidth={120}
          onOpen={(row) =>
            row.isLeaf
              ? may('sys:perm:edit') && setDoing({ kind: 'edit', row })
              : toggleCollapsed(row.id)
          }
        />
      )}
      <Suspense>
        {(doing?.kind === 'new' || doing?.kind === 'edit') && (
          <MenuForm
            lines={lines}
            row={doing.kind === 'edit' ? doing.row : null}
            parent={doing.kind === 'new' ? doing.parent : null}
            onClose={() => setDoing(null)}
          />
        )}
        {doing?.kind === 'rules' && <RulesDrawer menu={doing.row} onClose={() => setDoing(null)} />}
        {doing?.kind === 'preview' && <MenuPreview onClose={() => setDoing(null)} />}
      </Suspense>
    </div>
  )
}
