import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Drawer } from 'antd'
import { dicts, type DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'

/** Dictionaries laid aside: to be brought back, or gone for good. */
export default function BinDrawer({ onClose }: { onClose: () => void }) {
  const t = useT('dictionaries')
  const lang = useLang()
  const confirm = useConfirm()
  const found = useApi(dicts.deleteList, {}, { staleTime: 0 })
  const back = useAction(dicts.back)
  const purge = useAction(dicts.deletePhysic)
  useKeys({ Escape: onClose }, { modal: true })
  const columns: Column<DictRow>[] = [
    {
      key: 'dictCode',
      title: t('dictCode'),
      width: 200,
      card: 'title',
      render: (row) => <code>{row.dictCode}</code>,
    },
    {
      key: 'dictName',
      title: t('dictName'),
      width: 200,
      render: (row) => nameOf(row, lang, 'dictName'),
    },
    {
      key: 'itemCount',
      title: t('itemCount'),
      width: 90,
      align: 'right',
      render: (row) => row.itemCount,
    },
    {
      key: 'updateTime',
      title: t('updateTime'),
      width: 160,
      render: (row) => (row.updateTime ? <Moment at={row.updateTime} /> : null),
    },
  ]
  const ask = async (row: DictRow) => {
    if (
      (await confirm({
        title: t('bin.purge'),
        content: t('bin.ask'),
        names: [nameOf(row, lang, 'dictName')],
        danger: true,
      })) !== null
    )
      void purge.run({ id: row.id })
  }
  return (
    <Drawer
      open
      size={760}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      title={t('bin.title')}
    >
      {found.error && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<DictRow>
          label={t('bin.title')}
          columns={columns}
          rows={found.data ?? []}
          loading={found.isPending}
          keys={false}
          empty={<Empty kind="nothing" title={t('bin.empty')} />}
          actionsWidth={96}
          actions={(row) => (
            <RowActions
              actions={[
                {
                  key: 'back',
                  label: t('bin.back'),
                  icon: <UndoOutlined />,
                  onClick: () => void back.run({ id: row.id }),
                },
                {
                  key: 'purge',
                  label: t('bin.purge'),
                  icon: <DeleteOutlined />,
                  danger: true,
                  onClick: () => void ask(row),
                },
              ]}
            />
          )}
        />
      )}
    </Drawer>
  )
}
