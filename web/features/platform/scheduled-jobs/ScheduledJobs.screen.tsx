import {
  CaretRightOutlined,
  DeleteOutlined,
  EditOutlined,
  HistoryOutlined,
  PauseOutlined,
  PlusOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { scheduledJobList, scheduledJobs } from '#contracts/platform/operations/scheduled-jobs.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { cronText } from './cron-text.ts'
import { ZonedMoment } from './zoned-moment.tsx'
import './jobs.css'

const JobForm = lazy(() => import('./job-form.tsx'))
const RunDrawer = lazy(() => import('./run-drawer.tsx'))
type Row = RowOf<typeof scheduledJobList>

/** What the product does by the clock: when, with what, and how it went. */
export default function ScheduledJobs() {
  const t = useT('scheduled-jobs')
  const lang = useLang()
  const may = useRightsCheck()
  const confirm = useConfirm()
  const { show } = useOpen()
  const [runsOf, setRunsOf] = useState<Row | null>(null)
  const types = useApi(scheduledJobs.types, {})
  const nameOf = (row: Row) =>
    types.data?.find((type) => type.jobClassName === row.jobClassName)?.name ??
    String(row.jobClassName)
  useKeys(may('sys:job:add') ? { n: () => show({ kind: 'new', id: null }) } : {})

  const pause = useAction(scheduledJobs.pause)
  const resume = useAction(scheduledJobs.resume)
  const execute = useAction(scheduledJobs.execute)
  const remove = useAction(scheduledJobs.delete)
  const run = async (row: Row) => {
    if (
      (await confirm({
        title: t('confirm.run', { name: nameOf(row) }),
        ok: t('confirm.runOk'),
      })) === null
    )
      return
    if ((await execute.run({ id: row.id })).ok) setRunsOf(row)
  }
  const drop = async (row: Row) => {
    if (
      (await confirm({
        title: t('confirm.deleteOne', { name: nameOf(row) }),
        ok: t('action.delete'),
        danger: true,
        content: t('confirm.forGood'),
      })) !== null
    )
      await remove.run({ id: row.id })
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(may(scheduledJobs.pause)
      ? [
          row.status === '0'
            ? {
                key: 'pause',
                label: t('action.pause'),
                icon: <PauseOutlined />,
                onClick: () => void pause.run({ id: row.id }),
              }
            : {
                key: 'resume',
                label: t('action.resume'),
                icon: <CaretRightOutlined />,
                onClick: () => void resume.run({ id: row.id }),
              },
        ]
      : []),
    {
      key: 'runs',
      label: t('action.runs'),
      icon: <HistoryOutlined />,
      onClick: () => setRunsOf(row),
    },
    ...(may(scheduledJobs.execute)
      ? [
          {
            key: 'run',
            label: t('action.run'),
            icon: <ThunderboltOutlined />,
            onClick: () => void run(row),
          },
        ]
      : []),
    ...(may(scheduledJobs.pause)
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: <EditOutlined />,
            onClick: () => show({ kind: 'edit', id: row.id }),
          },
        ]
      : []),
    ...(may(scheduledJobs.delete)
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onClick: () => void drop(row),
          },
        ]
      : []),
  ]

  return (
    <>
      <ResourceScreen
        of={scheduledJobList}
        columns={[
          'jobClassName',
          'cronExpression',
          'timeZone',
          'status',
          'nextRunAt',
          'lastRunAt',
          'lastOutcome',
          'description',
        ]}
        rowActions={rowActions}
        rowTone={(row) => (row.lastOutcome === 'failed' ? 'bad' : undefined)}
        cells={{
          jobClassName: (row) => (
            <span className="job-cell">
              {nameOf(row)}
              <small>{row.jobClassName}</small>
            </span>
          ),
          nextRunAt: (row) => <ZonedMoment at={row.nextRunAt} zone={String(row.timeZone)} />,
          lastRunAt: (row) => <ZonedMoment at={row.lastRunAt} zone={String(row.timeZone)} />,
          cronExpression: (row) => (
            <span className="job-cell">
              {cronText(String(row.cronExpression), t, lang)}
              <small>{row.cronExpression}</small>
            </span>
          ),
        }}
        newButton={
          may('sys:job:add') && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => show({ kind: 'new', id: null })}
            >
              {t('form.new')}
            </Button>
          )
        }
        form={({ id, close }) => <JobForm id={id} types={types.data ?? []} onClose={close} />}
      />
      <Suspense>
        {runsOf && (
          <RunDrawer
            job={runsOf}
            name={nameOf(runsOf)}
            counts={types.data?.[0]?.counts ?? {}}
            onClose={() => setRunsOf(null)}
          />
        )}
      </Suspense>
    </>
  )
}
