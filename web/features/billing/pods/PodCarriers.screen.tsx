import { ApiOutlined, ExperimentOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { podCarrierList, podCarriers } from '#contracts/billing/pod-carriers.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const TestDialog = lazy(() => import('./test-dialog.tsx'))
type Row = RowOf<typeof podCarrierList>

const COLUMNS = [
  'code',
  'name',
  'kind',
  'filePatterns',
  'numberPattern',
  'courierId',
  'price',
  'dueDays',
  'open',
  'missing',
  'enabled',
]

/** Who delivers and how its proofs come; how many are still to come and how many are missing. */
export default function PodCarriers() {
  const t = useT('pod-carriers')
  const notify = useNotify()
  const may = useRightsCheck()
  const [testing, setTesting] = useState<Row | null>(null)
  const counts = useApi(podCarriers.missing, {})
  const ask = useAction(podCarriers.testApi)
  const countOf = (row: Row, kind: 'open' | 'missing') =>
    counts.data?.find(({ id }) => id === row.id)?.[kind] ?? 0
  const testApi = async (row: Row) => {
    const answer = await ask.run({ id: row.id })
    if (!answer.ok) return
    const { ok, detail, proofs } = answer.result
    if (ok) notify.success(t('testApi.ok', { proofs: t(proofs ? 'testApi.yes' : 'testApi.no') }))
    else notify.warning(t('testApi.failed', { detail }))
  }
  const actions = (row: Row): RowAction[] => [
    {
      key: 'test',
      label: t('test'),
      icon: <ExperimentOutlined />,
      onClick: () => setTesting(row),
    },
    ...(row.courierId && may(podCarriers.testApi.perm)
      ? [
          {
            key: 'testApi',
            label: t('testApi'),
            icon: <ApiOutlined />,
            onClick: () => void testApi(row),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={podCarrierList}
        columns={COLUMNS}
        cells={{
          open: (row) => countOf(row, 'open'),
          missing: (row) => countOf(row, 'missing'),
        }}
        rowActions={actions}
      />
      <Suspense>
        {testing && <TestDialog row={testing} onClose={() => setTesting(null)} />}
      </Suspense>
    </>
  )
}
