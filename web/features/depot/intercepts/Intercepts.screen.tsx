import { PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { interceptList, intercepts } from '#contracts/depot/intercepts.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useAdding } from '../../../kit/resource/adding/use-adding.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useOpen } from '../../../kit/list/use-open.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useBatchScan } from '../scans/index.ts'

const NewIntercept = lazy(() => import('./new-intercept.tsx'))
type Row = RowOf<typeof interceptList> & { version: number }
const COLUMNS = [
  'no',
  'status',
  'depotId',
  'batchId',
  'note',
  'createTime',
  'createBy',
  'interceptedAt',
  'releasedAt',
  'releaseNote',
] as const

/** Numbers that are stopped: waiting, set apart, released with what was decided. */
export default function Intercepts() {
  const t = useT('intercepts')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const { show } = useOpen()
  useBatchScan(interceptList.path, (no) => t('noSuch', { no }))
  const intercept = useAction(intercepts.intercept)
  const release = useAction(intercepts.release)
  const askRelease = async (row: Row) => {
    const note = await confirm({
      title: t('release.title', { no: row.no ?? '' }),
      ok: t('release'),
      reason: true,
      reasonLabel: t('release.note'),
    })
    if (note !== null) await release.run({ id: row.id, version: row.version, note })
  }
  const actions = (row: Row): RowAction[] => [
    ...(may(intercepts.intercept)
      ? [
          {
            key: 'intercept',
            label: t('intercept'),
            icon: <PauseCircleOutlined />,
            blocked: row.status === INTERCEPT.waiting ? null : t('blocked.apart'),
            onClick: () => void intercept.run({ id: row.id, version: row.version }),
          },
        ]
      : []),
    ...(may(intercepts.release)
      ? [
          {
            key: 'release',
            label: t('release'),
            icon: <PlayCircleOutlined />,
            blocked: row.status === INTERCEPT.released ? t('blocked.released') : null,
            onClick: () => void askRelease(row),
          },
        ]
      : []),
  ]
  const adding = useAdding('intercepts', may(intercepts.add), NewIntercept, (id) =>
    show({ kind: 'row', id }),
  )
  return (
    <>
      <ResourceScreen
        of={interceptList}
        columns={COLUMNS}
        rowActions={(row) => actions(row as Row)}
        newButton={adding.button}
        aside={(row) => (
          <section className="py-details">
            <h3>{t('photos')}</h3>
            <RecordFiles ownerKind="intercept" ownerId={row.id} kind="photo" />
          </section>
        )}
      />
      {adding.dialog}
    </>
  )
}
