import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type DictItemRow, type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { StatusTag, toneOf } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDictName, useItems } from './use-items.ts'

const ItemDialog = lazy(() => import('./item-dialog.tsx'))

/** The items of a dictionary in the order they are shown everywhere. */
export default function ItemsDrawer({ dict, onClose }: { dict: DictRow; onClose: () => void }) {
  const t = useT('dictionaries')
  const lang = useLang()
  const name = useDictName(dict)
  const may = useCan(dictItems.delete)
  const confirm = useConfirm()
  const [editing, setEditing] = useState<DictItemRow | 'new' | null>(null)
  const { items, whole, pending, error, refetch } = useItems(dict.id)
  const sort = useAction(dictItems.sort, { success: false })
  const remove = useAction(dictItems.delete)
  useKeys({ Escape: onClose }, { modal: true, enabled: editing === null })

  const move = (at: number, by: 1 | -1) => {
    const ids = items.map(({ id }) => id)
    const [id] = ids.splice(at, 1)
    ids.splice(at + by, 0, id!)
    void sort.run({ dictId: dict.id, ids })
  }
  const ask = async (item: DictItemRow) => {
    const back = item.builtIn
    if (
      (await confirm({
        title: t(back ? 'items.reset' : 'action.delete'),
        names: [nameOf(item, lang, 'itemText')],
        danger: !back,
        content: back ? t('ask.reset') : undefined,
      })) !== null
    )
      void remove.run({ id: item.id })
  }
  const columns: Column<DictItemRow>[] = [
    {
      key: 'itemValue',
      title: t('itemValue'),
      width: 110,
      card: 'title',
      render: (item) => <code>{item.itemValue}</code>,
    },
    {
      key: 'itemText',
      title: t('itemText'),
      width: 170,
      render: (item) => nameOf(item, lang, 'itemText'),
    },
    {
      key: 'color',
      title: t('color'),
      width: 110,
      render: (item) =>
        item.color ? (
          <StatusTag tone={toneOf(item.color)}>{t(`color.${item.color}`)}</StatusTag>
        ) : null,
    },
    {
      key: 'status',
      title: t('status'),
      width: 100,
      render: (item) => (
        <StatusTag tone={item.status === '1' ? 'done' : 'idle'}>{item.status_dictText}</StatusTag>
      ),
    },
    {
      key: 'origin',
      title: t('origin'),
      width: 150,
      render: (item) => t(`origin.${item.builtIn ? (item.own ? 'laid' : 'builtIn') : 'own'}`),
    },
  ]
  return (
    <Drawer
      open
      size={980}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      title={t('items.title', { name })}
      extra={
        may && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('items.new')}
          </Button>
        )
      }
    >
      {dict.builtIn && <p className="py-hint">{t('items.note')}</p>}
      {error && items.length === 0 ? (
        <ErrorNote error={error} retry={refetch} />
      ) : (
        <DataTable<DictItemRow>
          label={t('items.title', { name })}
          columns={columns}
          rows={items}
          loading={pending}
          keys={false}
          empty={<Empty kind="nothing" title={t('items.empty')} />}
          {...(may
            ? {
                onOpen: (item: DictItemRow) => setEditing(item),
                actionsWidth: 132,
                actions: (item: DictItemRow) => {
                  const at = items.findIndex(({ id }) => id === item.id)
                  return (
                    <RowActions
                      atHand={3}
                      actions={[
                        {
                          key: 'edit',
                          label: t('action.edit'),
                          icon: <EditOutlined />,
                          onClick: () => setEditing(item),
                        },
                        {
                          key: 'up',
                          label: t('items.up'),
                          icon: <ArrowUpOutlined />,
                          blocked: at === 0 || !whole || sort.busy ? ' ' : null,
                          onClick: () => move(at, -1),
                        },
                        {
                          key: 'down',
                          label: t('items.down'),
                          icon: <ArrowDownOutlined />,
                          blocked: at === items.length - 1 || !whole || sort.busy ? ' ' : null,
                          onClick: () => move(at, 1),
                        },
                        ...(item.own
                          ? [
                              item.builtIn
                                ? {
                                    key: 'reset',
                                    label: t('items.reset'),
                                    icon: <UndoOutlined />,
                                    onClick: () => void ask(item),
                                  }
                                : {
                                    key: 'delete',
                                    label: t('action.delete'),
                                    icon: <DeleteOutlined />,
                                    danger: true,
                                    onClick: () => void ask(item),
                                  },
                            ]
                          : []),
                      ]}
                    />
                  )
                },
              }
            : {})}
        />
      )}
      <Suspense>
        {editing && (
          <ItemDialog
            dict={dict}
            item={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </Drawer>
  )
}
