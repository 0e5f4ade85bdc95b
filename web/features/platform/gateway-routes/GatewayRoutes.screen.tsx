import {
  CloudUploadOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  InboxOutlined,
  PlusOutlined,
  ReloadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { gatewayRoutes, type GatewayRoute } from '#contracts/platform/operations/gateway-routes.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { DataTable } from '../../../kit/table/data-table.tsx'
import { RowActions, type RowAction } from '../../../kit/table/row-actions.tsx'
import type { Column } from '../../../kit/table/table-types.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const RouteForm = lazy(() => import('./route-form.tsx'))
const RouteBin = lazy(() => import('./route-bin.tsx'))
type Diff = {
  name: string
  kind: string
  fields: { field: string; before: string | null; after: string | null }[]
}

/** Where calls below /gateway go: written here, in force once published. */
export default function GatewayRoutes() {
  const t = useT('gateway-routes')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const [edited, setEdited] = useState<GatewayRoute | 'new' | null>(null)
  const [binOpen, setBinOpen] = useState(false)
  const found = useApi(gatewayRoutes.list, {})
  const diff = useApi(gatewayRoutes.diff, {})
  const copy = useAction(gatewayRoutes.copy)
  const remove = useAction(gatewayRoutes.delete)
  const publish = useAction(gatewayRoutes.publish)
  const reload = useAction(gatewayRoutes.clearRedis)
  const changes = diff.data?.differences ?? []

  const columns: Column<GatewayRoute>[] = [
    { key: 'name', title: t('name'), width: 160, card: 'title' },
    { key: 'uri', title: t('uri'), width: 220 },
    { key: 'predicates', title: t('predicates'), width: 280 },
    { key: 'access', title: t('access'), width: 140 },
    { key: 'orderNum', title: t('orderNum'), width: 80, align: 'right' },
    {
      key: 'status',
      title: t('status'),
      width: 90,
      render: (row) => (
        <StatusTag tone={row.status === 1 ? 'done' : 'idle'}>{t(`status.${row.status}`)}</StatusTag>
      ),
    },
  ]
  const actionsOf = (row: GatewayRoute): RowAction[] => [
    ...(may(gatewayRoutes.edit)
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: <EditOutlined />,
            onClick: () => setEdited(row),
          },
        ]
      : []),
    ...(may(gatewayRoutes.copy)
      ? [
          {
            key: 'copy',
            label: t('copy'),
            icon: <CopyOutlined />,
            onClick: () => void copy.run({ id: row.id }),
          },
        ]
      : []),
    ...(may(gatewayRoutes.delete) && !row.persist
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onClick: () => void remove.run({ id: row.id }),
          },
        ]
      : []),
  ]
  const askPublish = async () => {
    const names = changes.map((one) => lineOf(one, t))
    if ((await confirm({ title: t('publish.title'), ok: t('publish'), names })) !== null)
      await publish.run({})
  }
  return (
    <div className="py-list">
      <PageHeader
        title={t('title')}
        note={
          diff.data &&
          (diff.data.publishedAt
            ? t('inForce', {
                at: formatMoment(diff.data.publishedAt),
                by: nameOfAccount(diff.data.publishedBy),
              })
            : t('inForce.never'))
        }
      >
        <Can action={gatewayRoutes.clearRedis}>
          <Button
            icon={<ReloadOutlined />}
            loading={reload.busy}
            onClick={() => void reload.run({})}
          >
            {t('refresh')}
          </Button>
        </Can>
        <Button icon={<InboxOutlined />} onClick={() => setBinOpen(true)}>
          {t('bin')}
        </Button>
        <Can action={gatewayRoutes.publish}>
          <Button
            icon={<CloudUploadOutlined />}
            disabled={changes.length === 0}
            title={changes.length === 0 ? t('publish.none') : undefined}
            loading={publish.busy}
            onClick={() => void askPublish()}
          >
            {t('publish')}
          </Button>
        </Can>
        <Can action={gatewayRoutes.add}>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
            {t('form.new')}
          </Button>
        </Can>
      </PageHeader>
      {changes.length > 0 && (
        <details>
          <summary>
            {t('diff')} ({changes.length})
          </summary>
          <ul>
            {changes.map((one) => (
              <li key={one.name}>{lineOf(one, t)}</li>
            ))}
          </ul>
        </details>
      )}
      {found.error && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<GatewayRoute>
          label={t('title')}
          columns={columns}
          rows={found.data ?? []}
          loading={found.isPending}
          stale={false}
          sort={null}
          actions={(row) => <RowActions actions={actionsOf(row)} />}
          empty={<Empty kind="nothing" hint={t('empty.nothing.hint')} />}
        />
      )}
      <Suspense>
        {edited && (
          <RouteForm row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
        {binOpen && <RouteBin onClose={() => setBinOpen(false)} />}
      </Suspense>
    </div>
  )
}

function lineOf({ name, kind, fields }: Diff, t: ReturnType<typeof useT>): string {
  const what = fields.map(
    ({ field, before, after }) => `${t(field)}: ${before ?? '–'} → ${after ?? '–'}`,
  )
  return kind === 'changed' ? `${name} · ${what.join(' · ')}` : `${name} · ${t(`diff.${kind}`)}`
}
