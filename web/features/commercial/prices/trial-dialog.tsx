import { Button, Modal, Progress, Select } from 'antd'
import { useEffect, useState } from 'react'
import type { PriceSheet, VersionHead } from '#contracts/commercial/fee-versions.ts'
import { TRIAL_DAYS, priceTrials, type PriceTrial } from '#contracts/orders/price-trials.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { dropBackgroundTask, followBackgroundTask } from '../../../kit/platform/background-tasks.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { OtherVersion, useOtherVersion } from './other-version.tsx'
import { Figures, type TrialResult } from './trial-result.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

const DAYS = [7, 30, 60, 90]
const AGAIN_MS = 700
const isUnderWay = ({ status }: Pick<PriceTrial, 'status'>) =>
  status === 'queued' || status === 'running'

/** What a version would have earned with the orders of the last days, next to another one. */
export default function TrialDialog({
  sheet,
  version,
  first,
  onClose,
}: {
  sheet: PriceSheet
  version: VersionHead
  /** The trial to begin with. */
  first: string | null
  onClose: () => void
}) {
  const t = useT('prices')
  const other = useOtherVersion(sheet, version)
  const [days, setDays] = useState(30)
  const [chosen, setChosen] = useState(first)
  const earlier = useApi(priceTrials.list, { feeId: sheet.fee.id, pageNo: 1, pageSize: 50 })
  const trials = earlier.data?.records ?? []
  // One that is under way is shown at once: another could not be begun.
  const id = chosen ?? trials.find((one) => one.own && isUnderWay(one))?.id ?? null
  const start = useAction(priceTrials.start, {
    success: false,
    onDone: (made) => {
      setChosen(made.id)
      followBackgroundTask({
        id: made.id,
        title: `${sheet.fee.code} · ${t('trial.title', { no: version.versionNo })}`,
        path: `/delivery/prices?fee=${sheet.fee.id}&version=${version.id}&trial=${made.id}`,
        ask: { path: priceTrials.queryById.path, input: { id: made.id } },
        touches: priceTrials.start.touches,
      })
    },
  })
  return (
    <Modal
      open
      width={760}
      className="py-dialog"
      title={t('trial.title', { no: version.versionNo })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>
        {t('trial.hint')} {t('trial.kept.days', { days: TRIAL_DAYS })}
      </p>
      <div className="price-actions">
        <OtherVersion {...other} />
        <Select
          aria-label={t('trial.days')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('trial.last', { days: value }) }))}
        />
        <Button
          type="primary"
          loading={start.busy}
          disabled={other.id === ''}
          onClick={() => void start.run({ id: other.id, withId: version.id, days })}
        >
          {t('trial.run')}
        </Button>
        {trials.length > 0 && (
          <Select
            className="price-kept"
            aria-label={t('trial.kept')}
            placeholder={t('trial.kept')}
            value={trials.some((one) => one.id === id) ? id : null}
            onChange={setChosen}
            options={trials.map((one) => ({ value: one.id, label: labelOf(one, t) }))}
          />
        )}
      </div>
      {earlier.error && <ErrorNote error={earlier.error} retry={() => void earlier.refetch()} />}
      {id !== null && <Trial key={id} id={id} cost={sheet.fee.kind === '2'} />}
    </Modal>
  )
}

const labelOf = (
  { versionNo, withNo, days, createTime, status, startedBy, own }: PriceTrial,
  t: ReturnType<typeof useT>,
): string => {
  const of = own ? '' : ` · ${nameOfAccount(startedBy)}`
  const text = t('trial.one', { versionNo, withNo, days, at: formatMoment(createTime) }) + of
  return status === 'done' ? text : `${text} · ${t(`trial.state.${status}`)}`
}

/** How far a trial is, then what it found. */
function Trial({ id, cost }: { id: string; cost: boolean }) {
  const [live, setLive] = useState(true)
  const found = useApi(
    priceTrials.queryById,
    { id },
    { staleTime: 0, refetchInterval: live ? AGAIN_MS : false },
  )
  const result = found.data
  const over = result !== undefined && !isUnderWay(result)
  if (live && over) setLive(false)
  // Seen here, it need not be reported once more.
  useEffect(() => {
    if (over) dropBackgroundTask(id)
  }, [over, id])
  if (!result)
    return found.error ? <ErrorNote error={found.error} retry={() => void found.refetch()} /> : null
  return isUnderWay(result) ? <UnderWay trial={result} /> : <Figures result={result} cost={cost} />
}

function UnderWay({ trial }: { trial: TrialResult }) {
  const t = useT('prices')
  const stop = useAction(priceTrials.stop, { success: false })
  const { id, status, done, total, own } = trial
  return (
    <div>
      <Progress percent={total > 0 ? Math.floor((done / total) * 100) : 0} status="active" />
      <p role="status">
        {t(status === 'queued' ? 'trial.waiting' : 'trial.progress', { done, total })}
      </p>
      {own && (
        <Button danger loading={stop.busy} onClick={() => void stop.run({ id })}>
          {t('trial.stop')}
        </Button>
      )}
    </div>
  )
}
