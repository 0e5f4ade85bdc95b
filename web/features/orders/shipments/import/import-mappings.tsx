import { Button } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import { importMappings } from '#contracts/orders/imports/import-mappings.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { DataTable, type Column } from '../../../../kit/table/data-table.tsx'
import { Moment, Short } from '../../../../kit/platform/cells.tsx'
import { RowActions } from '../../../../kit/table/row-actions.tsx'
import { useSession } from '../../../../kit/session/session.ts'
import { useT } from '../../../../kit/text/i18n.ts'

type SavedMapping = Out<typeof importMappings.list>[number]

/** Saved column mappings: shared, taken back, deleted. */
export function ImportMappings() {
  const t = useT('shipment-imports')
  const staff = useSession().user?.customerId === null
  const found = useApi(importMappings.list, {})
  const edit = useAction(importMappings.edit)
  const drop = useAction(importMappings.delete)
  const confirm = useConfirm()
  const rows = found.data ?? []
  if (rows.length === 0) return null
  const remove = async ({ id, name }: SavedMapping) => {
    const sure = await confirm({
      title: t('mappings.delete.ask', { name }),
      ok: t('mappings.delete'),
      danger: true,
    })
    if (sure !== null) await drop.run({ id })
  }
  const columns: Column<SavedMapping>[] = [
    {
      key: 'name',
      title: t('map.name'),
      width: 220,
      card: 'title',
      render: (row) => (
        <input
          key={row.version}
          className="py-input"
          aria-label={t('mappings.rename')}
          maxLength={60}
          defaultValue={row.name}
          onBlur={(event) => {
            const name = event.currentTarget.value.trim()
            if (name === '') event.currentTarget.value = row.name
            else if (name !== row.name) void edit.run({ id: row.id, version: row.version, name })
          }}
        />
      ),
    },
    ...(staff
      ? [
          {
            key: 'customerId',
            title: t('customer'),
            width: 160,
            render: (row: SavedMapping) => row.customerId_dictText,
          },
        ]
      : []),
    {
      key: 'headings',
      title: t('mappings.headings'),
      width: 360,
      render: (row) => <Short text={row.headings.join(', ')} limit={60} />,
    },
    {
      key: 'shared',
      title: t('map.shared'),
      width: 150,
      render: (row) => (
        <Button
          size="small"
          disabled={edit.busy}
          onClick={() => void edit.run({ id: row.id, version: row.version, shared: !row.shared })}
        >
          {t(row.shared ? 'mappings.own' : 'mappings.share')}
        </Button>
      ),
    },
    { key: 'createBy', title: t('history.by'), width: 110 },
    {
      key: 'createTime',
      title: t('history.at'),
      width: 150,
      render: (row) => <Moment at={row.createTime} />,
    },
  ]
  return (
    <section className="import-history">
      <h2>{t('mappings.title')}</h2>
      <DataTable<SavedMapping>
        label={t('mappings.title')}
        columns={columns}
        rows={rows}
        keys={false}
        actions={(row) => (
          <RowActions
            actions={[
              {
                key: 'delete',
                label: t('mappings.delete'),
                danger: true,
                onClick: () => void remove(row),
              },
            ]}
          />
        )}
      />
    </section>
  )
}
