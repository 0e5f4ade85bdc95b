import { useMemo } from 'react'
import { departments } from '#contracts/platform/departments/departments.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { DepartRoles } from './depart-roles.tsx'
import { DepartTabs } from './depart-tabs.tsx'
import { DepartTree } from './depart-tree.tsx'
import { DepartUsers } from './depart-users.tsx'
import { linesOf } from './tree-lines.ts'
import './departments.css'

/** For superiors: the departments they lead, the people in them, and the roles these have there. */
export default function MyDepartments() {
  const t = useT('departments')
  const [params, setParams] = useAddress()
  const found = useApi(departments.queryMyDeptTreeList, {})
  const lines = useMemo(() => linesOf(found.data ?? []), [found.data])
  const depart = lines.find((line) => line.id === params.get('depart')) ?? lines[0] ?? null

  const set = (key: string, value: string) =>
    setParams(
      (now) => {
        now.set(key, value)
        return now
      },
      { replace: true },
    )
  return (
    <div className="dep-page">
      <PageHeader title={t('mine.title')} note={t('mine.note')} />
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : found.data === null ? (
        <Empty kind="nothing" title={t('mine.none')}>
          {t('mine.noneHint')}
        </Empty>
      ) : (
        <div className="dep-split">
          <DepartTree
            lines={lines}
            chosen={depart?.id ?? null}
            onChoose={(id) => set('depart', id)}
            loading={found.isPending}
          />
          <section className="dep-side" aria-label={depart?.title ?? t('mine.title')}>
            {depart && (
              <>
                <h2>
                  {depart.title} <small>{depart.orgCode}</small>
                </h2>
                <DepartTabs
                  active={params.get('tab') ?? 'users'}
                  onChange={(key) => set('tab', key)}
                  label={depart.title}
                  tabs={[
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
                    {
                      key: 'info',
                      label: t('tab.info'),
                      children: (
                        <DetailList
                          columns={2}
                          items={(
                            [
                              'departName',
                              'departNameEn',
                              'orgCode',
                              'managers',
                              'mobile',
                              'address',
                              'memo',
                            ] as const
                          ).map((key) => ({ key, label: t(key), value: depart[key] }))}
                        />
                      ),
                    },
                  ]}
                />
              </>
            )}
          </section>
        </div>
      )}
    </div>
  )
}
