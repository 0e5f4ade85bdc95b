import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { departments, departmentList } from '#contracts/platform/departments/departments.ts'
import { text } from '#contracts/kit/field.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { Can, useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { GrantPanel } from '../permissions/index.ts'
import { DepartInfo } from './depart-info.tsx'
import { DepartRoles } from './depart-roles.tsx'
import { DepartTabs } from './depart-tabs.tsx'
import { DepartTree } from './depart-tree.tsx'
import { DepartUsers } from './depart-users.tsx'
import { linesOf } from './tree-lines.ts'
import './departments.css'

const DepartForm = lazy(() => import('./depart-form.tsx'))
const ImportDialog = lazy(() => import('../../../kit/resource/import-dialog.tsx'))
/** A sheet also contains where a department stands. */
const sheetFields = { parent: text({ max: 200 }), ...departmentList.fields }

/**
 * The tree on the left; what a department is, who is in it, its roles and what it grants on the
 * right.
 */
export default function Departments({ title }: { title: string }) {
  const t = useT('departments')
  const may = useRightsCheck()
  const [params, setParams] = useAddress()
  const found = useApi(departments.queryTreeList, {})
  const download = useDownload(departments.exportXls)
  const [making, setMaking] = useState<{ parentId: string | null } | null>(null)
  const [importing, setImporting] = useState(false)
  const lines = useMemo(() => linesOf(found.data ?? []), [found.data])
  const depart = lines.find((line) => line.id === params.get('depart')) ?? lines[0] ?? null
  const tab = params.get('tab') ?? 'info'

  const set = (key: string, value: string) =>
    setParams(
      (now) => {
        now.set(key, value)
        return now
      },
      { replace: true },
    )
  const tabs = depart
    ? [
        {
          key: 'info',
          label: t('tab.info'),
          children: (
            <DepartInfo
              key={depart.id + String(depart.version)}
              depart={depart}
              lines={lines}
              onGone={() => set('depart', depart.parentId ?? '')}
              onChild={() => setMaking({ parentId: depart.id })}
            />
          ),
        },
        ...(may('sys:departrole:list')
          ? [
              {
                key: 'users',
                label: t('tab.users'),
                children: <DepartUsers key={depart.id} depart={depart} />,
              },
              {
                key: 'roles',
                label: t('tab.roles'),
                children: <DepartRoles key={depart.id} depart={depart} />,
              },
            ]
          : []),
        ...(may('sys:depart:grant')
          ? [
              {
                key: 'grants',
                label: t('tab.grants'),
                children: (
                  <Suspense>
                    <p className="dep-note">{t('grants.note')}</p>
                    <GrantPanel key={depart.id} target={{ kind: 'depart', id: depart.id }} />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]
    : []
  return (
    <div className="dep-page">
      <PageHeader title={title}>
        <Can action="sys:depart:import">
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {t('action.import')}
          </Button>
        </Can>
        <Can action={departments.exportXls}>
          <Button
            icon={<DownloadOutlined />}
            loading={download.busy}
            onClick={() => void download.run({}, 'departments.xlsx')}
          >
            {t('action.export')}
          </Button>
        </Can>
        <Can action="sys:depart:add">
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setMaking({ parentId: null })}
          >
            {t('addTop')}
          </Button>
        </Can>
      </PageHeader>
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <div className="dep-split">
          <DepartTree
            lines={lines}
            chosen={depart?.id ?? null}
            onChoose={(id) => set('depart', id)}
            loading={found.isPending}
          />
          <section className="dep-side" aria-label={depart?.title ?? t('title')}>
            {depart ? (
              <>
                <h2>
                  {depart.title} <small>{depart.orgCode}</small>
                </h2>
                <DepartTabs
                  tabs={tabs}
                  active={tab}
                  onChange={(key) => set('tab', key)}
                  label={depart.title}
                />
              </>
            ) : (
              !found.isPending && <Empty kind="nothing" />
            )}
          </section>
        </div>
      )}
      <Suspense>
        {making && (
          <DepartForm
            lines={lines}
            parentId={making.parentId}
            onClose={() => setMaking(null)}
            onSaved={(id) => set('depart', id)}
          />
        )}
        {importing && (
          <ImportDialog
            of={departmentList}
            fields={sheetFields}
            t={t}
            title={t('action.import')}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
