import { Button, Drawer } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import {
  scheduledJobs,
  type scheduledJobList,
} from '#contracts/platform/operations/scheduled-jobs.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { ZonedMoment } from './zoned-moment.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'

type Run = Out<typeof scheduledJobs.runs>['records'][number]
const LOOK_AGAIN = 2_000

/**
 * The last runs of a job: when, how long, with what outcome. Looked at again while one is under
 * way.
 */
export default function RunDrawer({
  job,
  name,
  counts,
  onClose,
}: {
  job: RowOf<typeof scheduledJobList>
  name: string
  counts: Readonly<Record<string, string>>
  onClose: () => void
}) {
  const t = useT('scheduled-jobs')
  const found = useApi(
    scheduledJobs.runs,
    { id: job.id, pageSize: '50' },
    { staleTime: 0, refetchInterval: LOOK_AGAIN },
  )
  const again = useAction(scheduledJobs.execute, { onDone: () => void found.refetch() })
  const mayRun = useCan(scheduledJobs.execute)
  useKeys({ Escape: onClose }, { modal: true })
  const columns: Column<Run>[] = [
    {
      key: 'slot',
      title: t('runs.slot'),
      width: 160,
      card: 'title',
      render: (run) =>
        run.slot ? (
          <ZonedMoment at={run.slot} zone={String(job.timeZone)} />
        ) : (
          t('runs.byHand', { by: run.actor ?? '' })
        ),
    },
    {
      key: 'startedAt',
      title: t('runs.started'),
      width: 160,
      render: (run) => <ZonedMoment at={run.startedAt} zone={String(job.timeZone)} />,
    },
    {
      key: 'ms',
      title: t('runs.ms'),
      width: 90,
      align: 'right',
      render: (run) => <Num value={run.ms} />,
    },
    {
      key: 'outcome',
      title: t('runs.outcome'),
      width: 110,
      render: (run) => <DictTag code="job_outcome" value={run.outcome} />,
    },
    {
      key: 'counts',
      title: t('runs.counts'),
      width: 300,
      render: (run) => (
        <span className="job-counts">
          {run.error && <span className="job-error">{run.error}</span>}
          {run.outcome === 'failed' && mayRun && (
            <Button
              type="link"
              size="small"
              loading={again.busy}
              onClick={() => void again.run({ id: job.id })}
            >
              {t('runs.retry')}
            </Button>
          )}
          {Object.entries(run.counts ?? {}).map(([key, count]) => (
            <span key={key}>
              {counts[key] ?? key} {count}
            </span>
          ))}
          {run.attempts > 1 && (
            <span className="py-hint">{t('runs.again', { count: run.attempts })}</span>
          )}
        </span>
      ),
    },
  ]
  return (
    <Drawer
      open
      size={860}
      onClose={onClose}
      keyboard={false}
      rootClassName="py-drawer"
      title={t('runs.title', { name })}
    >
      {found.isError && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <DataTable<Run>
          label={t('runs.title', { name })}
          columns={columns}
          rows={found.data?.records ?? []}
          loading={found.isPending}
          keys={false}
          empty={<Empty kind="nothing" title={t('runs.none')} />}
        />
      )}
    </Drawer>
  )
}
