import { HistoryOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { carriers } from '#contracts/carriers/carriers.ts'
import { courierDesk } from '#contracts/tracking/courier-desk.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { Moment } from '../../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { formatNumber } from '../../../../kit/text/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'

const RUNNING_MS = 2_000

/** How a courier does: its calls, its numbers, what of it is not mapped, and reading it again. */
export function CourierHealth({ id }: { id: string }) {
  const t = useT('couriers')
  const may = useRightsCheck()
  const found = useApi(
    courierDesk.view,
    { id },
    {
      staleTime: 0,
      refetchInterval: (last) =>
        last?.replay && last.replay.finishedAt === null ? RUNNING_MS : false,
    },
  )
  const replay = useAction(tracking.replay, {
    success: t('replay.queued'),
    onDone: () => void setTimeout(() => void found.refetch(), RUNNING_MS),
  })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { code, calls, lastPushAt, numbers, unmappedCodes, expected, replay: last } = found.data
  const running = last !== null && last.finishedAt === null
  return (
    <div className="py-desk-part">
      <h2>{t('health.calls')}</h2>
      <dl className="trk-facts">
        <Fact name={t('health.total')}>{formatNumber(calls.total)}</Fact>
        <Fact name={t('health.failed')}>{formatNumber(calls.failed)}</Fact>
        <Fact name={t('health.median')}>
          {calls.medianMs === null ? '–' : `${formatNumber(calls.medianMs)} ms`}
        </Fact>
        <Fact name={t('health.lastCall')}>{calls.lastAt ? <Moment at={calls.lastAt} /> : '–'}</Fact>
        <Fact name={t('health.lastError')}>{calls.lastError ?? '–'}</Fact>
        <Fact name={t('health.lastPush')}>{lastPushAt ? <Moment at={lastPushAt} /> : '–'}</Fact>
      </dl>
      <h2>{t('health.numbers')}</h2>
      <dl className="trk-facts">
        <Fact name={t('health.followed')}>{formatNumber(numbers.followed)}</Fact>
        <Fact name={t('health.due')}>{formatNumber(numbers.due)}</Fact>
        <Fact name={t('health.failing')}>{formatNumber(numbers.failing)}</Fact>
        {may(carriers.quota) && <Quota id={id} />}
      </dl>
      <h2>{t('health.expected')}</h2>
      {expected === null ? (
        <p>{t('health.expected.none')}</p>
      ) : (
        <>
          <dl className="trk-facts">
            <Fact name={t('health.expected.within')}>
              {formatNumber(Math.round((100 * expected.within) / expected.parcels))} %
            </Fact>
            <Fact name={t('health.expected.median')}>
              {formatNumber(expected.medianOffHours)} h
            </Fact>
            <Fact name={t('health.expected.high')}>{formatNumber(expected.highOffHours)} h</Fact>
          </dl>
          <p>
            {t('health.expected.counts', { count: expected.parcels, days: expected.days })}{' '}
            <Moment at={expected.measuredAt} />
          </p>
        </>
      )}
      <h2>{t('health.mapping')}</h2>
      <p>
        {t('health.unmapped', { count: unmappedCodes })}{' '}
        {unmappedCodes > 0 && may(tracking.unmapped) && (
          <Link to="/tracking/unmapped">{t('health.map')}</Link>
        )}
      </p>
      {last && (
        <p aria-live="polite">
          {running ? (
            <progress aria-label={t('replay')} value={last.done} max={last.parcels} />
          ) : (
            <>
              {t('replay.finished')} <Moment at={last.finishedAt!} />
            </>
          )}{' '}
          {t('replay.progress', {
            done: formatNumber(last.done),
            total: formatNumber(last.parcels),
          })}
        </p>
      )}
      {may(tracking.replay) && (
        <Button
          icon={<HistoryOutlined />}
          loading={replay.busy || running}
          onClick={() => void replay.run({ courier: code })}
        >
          {t('replay')}
        </Button>
      )}
    </div>
  )
}

/** Asked of the carrier each time the courier is opened; nothing where it counts no numbers. */
function Quota({ id }: { id: string }) {
  const t = useT('couriers')
  const found = useApi(carriers.quota, { id }, { staleTime: 60_000 })
  if (found.error && !found.data)
    return (
      <Fact name={t('health.quota')}>
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      </Fact>
    )
  if (!found.data) return null
  const { left, total } = found.data
  const shown = (count: number | null) => (count === null ? '–' : formatNumber(count))
  return (
    <Fact name={t('health.quota')}>
      {t('health.quota.of', { left: shown(left), total: shown(total) })}
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
